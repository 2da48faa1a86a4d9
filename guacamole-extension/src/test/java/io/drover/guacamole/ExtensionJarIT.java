package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.guacamole.net.auth.AuthenticationProvider;
import org.junit.jupiter.api.Test;

/** What administrators get: a jar that Guacamole loads, with nothing in it that Guacamole has, and its archive. */
class ExtensionJarIT {

    private static final int JAVA_8 = 52;

    @Test
    void theJarHoldsTheExtensionAndNothingOfGuacamole() throws IOException {
        assertThat(names())
                .contains("guac-manifest.json", "META-INF/LICENSE", "META-INF/NOTICE")
                .allMatch(name -> name.startsWith("io/drover/guacamole/")
                        || name.matches("translations/[a-z]{2}\\.json")
                        || Set.of("guac-manifest.json", "META-INF/LICENSE", "META-INF/NOTICE", "META-INF/MANIFEST.MF")
                                .contains(name));
    }

    @Test
    void everyClassRunsOnJava8() throws IOException {
        try (JarFile jar = new JarFile(jar().toFile())) {
            List<JarEntry> classes = jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .toList();
            assertThat(classes).hasSizeGreaterThan(100);
            for (JarEntry entry : classes) {
                try (InputStream in = jar.getInputStream(entry)) {
                    int version = ByteBuffer.wrap(in.readNBytes(8)).getShort(6);
                    assertThat(version).as(entry.getName()).isLessThanOrEqualTo(JAVA_8);
                }
            }
        }
    }

    @Test
    void guacamoleLoadsItsProvidersByThemselves() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {jar().toUri().toURL()}, new OnlyGuacamole(getClass().getClassLoader()))) {
            List<String> identifiers = new ArrayList<>();
            for (JsonElement name : manifest().getAsJsonArray("authProviders")) {
                AuthenticationProvider provider = (AuthenticationProvider)
                        loader.loadClass(name.getAsString()).getConstructor().newInstance();
                identifiers.add(provider.getIdentifier());
                provider.shutdown();
            }
            assertThat(identifiers).containsExactly("drover", "drover-published");
            assertThat(loader.loadClass("io.drover.guacamole.gson.JsonParser").getClassLoader())
                    .isSameAs(loader);
        }
    }

    @Test
    void everyLanguageSaysTheSameThings() throws IOException {
        JsonArray languages = manifest().getAsJsonArray("translations");

        assertThat(languages).hasSizeGreaterThanOrEqualTo(2);
        for (JsonElement language : languages) {
            assertThat(keys(language.getAsString())).as(language.toString()).isEqualTo(keys("translations/en.json"));
        }
    }

    @Test
    void theArchiveHoldsTheJarAndWhatGoesWithIt() throws Exception {
        Path archive = only(".tar.gz");
        String folder = archive.getFileName().toString().replace(".tar.gz", "");
        Process tar = new ProcessBuilder("tar", "-tzf", archive.toString())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(tar.getInputStream().readAllBytes(), UTF_8).lines())
                .filteredOn(name -> !name.endsWith("/"))
                .containsExactlyInAnyOrder(
                        folder + "/" + folder + ".jar", folder + "/LICENSE", folder + "/NOTICE", folder + "/README.md");
    }

    private static List<String> keys(String translation) throws IOException {
        List<String> keys = new ArrayList<>();
        JsonObject sections = json(translation);
        for (String section : sections.keySet()) {
            sections.getAsJsonObject(section).keySet().forEach(key -> keys.add(section + "." + key));
        }
        return keys;
    }

    private static JsonObject manifest() throws IOException {
        return json("guac-manifest.json");
    }

    private static JsonObject json(String name) throws IOException {
        try (JarFile jar = new JarFile(jar().toFile());
                InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
            return JsonParser.parseString(new String(in.readAllBytes(), UTF_8)).getAsJsonObject();
        }
    }

    private static List<String> names() throws IOException {
        try (JarFile jar = new JarFile(jar().toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .toList();
        }
    }

    private static Path jar() throws IOException {
        return only(".jar");
    }

    private static Path only(String end) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().matches("guacamole-auth-drover-.*" + end))
                    .toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    /** Guacamole's own classes and nothing else of this test's class path. */
    private static final class OnlyGuacamole extends ClassLoader {

        private final ClassLoader all;

        OnlyGuacamole(ClassLoader all) {
            super(ClassLoader.getPlatformClassLoader());
            this.all = all;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.apache.guacamole.")
                    || name.startsWith("org.slf4j.")
                    || name.startsWith("com.fasterxml.")
                    || name.startsWith("com.google.common.")
                    || name.startsWith("javax.servlet.")) {
                return all.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
