package io.drover;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One method on one path, and who may call it. */
record Route(String method, String path, Secured secured) {

    static Stream<Route> of(Class<?> resource) {
        Path root = resource.getAnnotation(Path.class);
        return root == null
                ? Stream.empty()
                : Arrays.stream(resource.getMethods()).flatMap(method -> of(root.value(), method));
    }

    private static Stream<Route> of(String root, Method method) {
        Optional<String> verb = Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .map(type -> type.getAnnotation(HttpMethod.class))
                .flatMap(Stream::ofNullable)
                .map(HttpMethod::value)
                .findFirst();
        Path path = method.getAnnotation(Path.class);
        String full = path == null ? root : root.equals("/") ? "/" + path.value() : root + "/" + path.value();
        return verb.map(word -> new Route(word, full, method.getAnnotation(Secured.class))).stream();
    }

    /** Who may call it: classes of credentials, an operator with the role. */
    String callers() {
        return Arrays.stream(secured.value())
                .map(credential -> credential == Credential.OPERATOR ? word(secured.role()) : word(credential))
                .collect(Collectors.joining(" "));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return method + " " + path + " " + callers();
    }
}
