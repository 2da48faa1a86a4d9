package io.drover;

import static io.drover.SoundRequest.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Requests that are almost right but for the path, the query or a header, the same ones for the same seed. */
final class HostileAddresses {

    private static final List<String> HEADERS =
            List.of("If-Match", "X-Agent-ID", "Accept", "Content-Type", "Authorization", "X-Request-Id");

    private static final List<String> SEGMENTS = List.of(
            "",
            "%20",
            "%00",
            "a%00b",
            "%0a",
            "%0d%0aX-A:%20b",
            "%7f",
            "%c2%85",
            "%ff%fe",
            "%ed%a0%80",
            "%c0%ae%c0%ae",
            "%",
            "%z",
            "%zz",
            "%u0041",
            "%252e%252e",
            ".",
            "..",
            "...",
            "%2e",
            "%2e%2e",
            "..%2f..",
            "..%5c..",
            "%2f",
            "%5c",
            "\\",
            ";",
            ";a=b",
            ";jsessionid=1",
            "..;",
            "%3b",
            "%3f",
            "%23",
            "#",
            "*",
            "'",
            "%22%27%3B--",
            "%F0%9F%98%80",
            wire("\uD83D\uDE00"),
            wire("\u00fc"),
            "\u00fc",
            "\t",
            "\0",
            " ",
            "{id}",
            "$%7Bjndi:ldap://127.0.0.1/a%7D",
            "<script>",
            "null",
            "-1",
            "0",
            "1e3",
            "2147483648",
            "9223372036854775808",
            "1".repeat(400),
            "x".repeat(1_100),
            "%41".repeat(600),
            "x".repeat(9_000),
            "a/".repeat(800));

    private static final List<String> QUERIES = List.of(
            "",
            "0",
            "-1",
            "1",
            "1000000",
            "9223372036854775808",
            "1e9",
            "NaN",
            "true",
            "TRUE",
            "%00",
            "%ff",
            "%",
            "%zz",
            "%ed%a0%80",
            "a%20b",
            "%22%27%3B--",
            "2026-13-01T00:00:00Z",
            "2026-01-01",
            "+292278994-08-17T07:12:55.807Z",
            "%2B999999999-01-01T00:00:00Z",
            "..%2F..",
            "x".repeat(3_000),
            "x".repeat(9_000),
            "%F0%9F%98%80",
            wire("\uD83D\uDE00"),
            "\u00ff",
            "\0",
            "\t",
            "%5B%5D",
            "%7B%7D",
            "eyJhIjoxfQ",
            "*",
            "null",
            "a=b",
            "a;b",
            "#");

    private static final List<String> VALUES = List.of(
            "",
            " ",
            "\t",
            "a",
            "*",
            "\"7\"",
            "W/\"7\"",
            "\"",
            "\"0\", \"1\"",
            "\"999999999999999999999\"",
            "-1",
            "null",
            ",",
            ";",
            ";=",
            "/",
            "a/b/c",
            "*/*",
            "*/*;q=NaN",
            "*/json",
            "text/html",
            "application/json",
            "application/json;q=0",
            "application/json;q=2",
            "application/json; charset=utf-16",
            "application/json; charset=none",
            "application/json; charset=",
            "application/json;;",
            "application/json; boundary=\"",
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded; charset=utf-16",
            "multipart/form-data",
            "text/plain, application/json",
            "a/b,".repeat(300),
            "Bearer",
            "Bearer  ",
            "bearer a b",
            "Bearer " + "x".repeat(600),
            "Basic YWRtaW46YWRtaW4=",
            "Negotiate",
            "00000000000000000000000000000001",
            "%00",
            "..",
            "a\0b",
            "a\u0001b",
            "\u007f",
            "\u0080\u00ff",
            wire("\u00fc\uD83D\uDE00"),
            "${jndi:ldap://127.0.0.1/a}",
            "' OR 1=1 --",
            "x".repeat(4_000),
            "x".repeat(9_000),
            "a\r\n b");

    private final Random random;

    HostileAddresses(long seed) {
        random = new Random(seed);
    }

    /** Which part is another one. */
    enum Part {
        PATH,
        QUERY,
        HEADER
    }

    /** The part that is attacked next. */
    Part part() {
        return Part.values()[random.nextInt(Part.values().length)];
    }

    /**
     * The request with that part otherwise.
     *
     * @param names the parameters of the query that the operation knows
     */
    SoundRequest hostile(SoundRequest sound, Part part, List<String> names) {
        return switch (part) {
            case PATH -> sound.withPath(path(sound.path()));
            case QUERY -> sound.withQuery(query(sound.query(), names));
            case HEADER -> header(sound);
        };
    }

    private String path(String path) {
        List<String> segments = new ArrayList<>(List.of(path.substring(1).split("/")));
        int at = random.nextInt(4) == 0 ? random.nextInt(segments.size()) : 2 + random.nextInt(2);
        at = Math.min(at, segments.size() - 1);
        String segment = segments.get(at);
        switch (random.nextInt(6)) {
            case 0 -> segments.set(at, segment + any(SEGMENTS));
            case 1 -> segments.set(at, any(SEGMENTS) + segment);
            case 2 -> segments.add(at, any(SEGMENTS));
            case 3 -> segments.add(any(SEGMENTS));
            case 4 -> segments.set(at, "%%%02x".formatted((int) segment.charAt(0)) + segment.substring(1));
            default -> segments.set(at, any(SEGMENTS));
        }
        return "/" + String.join("/", segments);
    }

    private String query(String query, List<String> known) {
        List<String> names = new ArrayList<>(known);
        names.addAll(List.of("limit", "cursor", "since", "unknown", "", "%00", "%zz", "a[]"));
        String more = random.ints(1 + random.nextInt(3), 0, names.size())
                .mapToObj(i -> names.get(i) + "=" + any(QUERIES))
                .collect(Collectors.joining("&"));
        return switch (random.nextInt(4)) {
            case 0 -> any(QUERIES);
            case 1 -> query.isEmpty() ? more : query + "&" + more;
            default -> more;
        };
    }

    private SoundRequest header(SoundRequest sound) {
        String name = any(HEADERS);
        String value = any(VALUES);
        return random.nextInt(10) == 0
                ? sound.withHeader(name, value + "\r\n" + name + ": " + any(VALUES))
                : sound.withHeader(name, value);
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
