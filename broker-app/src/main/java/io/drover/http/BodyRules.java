package io.drover.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What Jersey would let pass: a content type with an asterisk, which is any to it, and a request that has neither body
 * nor content type, for which it hands the resource null.
 */
final class BodyRules implements ReaderInterceptor {

    @Override
    public @Nullable Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
        MediaType type = context.getMediaType();
        if (type != null && (type.isWildcardType() || type.isWildcardSubtype())) {
            throw new NotSupportedException();
        }
        Object body = context.proceed();
        return body == null && context.getType() == Fields.class ? none(context.getAnnotations()) : body;
    }

    /**
     * What an empty body is read as.
     *
     * @param annotations those of the resource's parameter
     */
    static Fields none(Annotation[] annotations) {
        if (Arrays.stream(annotations).noneMatch(OptionalBody.class::isInstance)) {
            throw ApiException.invalid("body", "must not be missing");
        }
        return Fields.of(JsonNodeFactory.instance.objectNode());
    }
}
