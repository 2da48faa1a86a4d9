package io.drover.guacamole;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What a broker, or something on the way to it, answered. */
final class Reply {

    private static final Set<String> DECIDED =
            Collections.unmodifiableSet(new HashSet<>(Arrays.asList("no_eligible_host", "farm_unavailable")));
    private static final Pattern CODE = Pattern.compile("[a-z_]{1,64}");
    private static final int UNAUTHORIZED = 401;
    private static final int THROTTLED = 429;

    /** A tree of JSON is far bigger than its text: as many parts as some 5,000 resources have. */
    private static final int MOST_PARTS = 60_000;

    private final int status;
    private final JsonObject body;

    private Reply(int status, JsonObject body) {
        this.status = status;
        this.body = body;
    }

    /** A body that is no JSON object, or one of very many parts, counts as empty. */
    static Reply of(int status, String body) {
        return new Reply(status, parse(body));
    }

    private static JsonObject parse(String body) {
        if (body.chars().filter(c -> c == '{' || c == '[' || c == ',').count() > MOST_PARTS) {
            return new JsonObject();
        }
        try (JsonReader reader = new JsonReader(new StringReader(body))) {
            reader.setStrictness(Strictness.STRICT);
            JsonElement all = JsonParser.parseReader(reader);
            boolean whole = all.isJsonObject() && reader.peek() == JsonToken.END_DOCUMENT;
            return whole ? all.getAsJsonObject() : new JsonObject();
        } catch (IOException | JsonParseException e) {
            return new JsonObject();
        }
    }

    int status() {
        return status;
    }

    boolean ok() {
        return status >= 200 && status < 300;
    }

    /** The JSON object; empty when there was none. */
    JsonObject object() {
        return body;
    }

    /** The broker's word for an error; empty when there was none, so that a broker did not say it. */
    String code() {
        String code = Json.text(body, "code");
        return CODE.matcher(code).matches() ? code : "";
    }

    /** Whether a broker says that it does not know our key, has too many questions, or cannot decide now. */
    boolean inTrouble() {
        return status == UNAUTHORIZED || status == THROTTLED || (status >= 500 && !DECIDED.contains(code()));
    }

    /**
     * Whether this settles the question. Otherwise another broker may know better: this one is in trouble, or is none.
     *
     * @param expected what is in the JSON of every good answer
     */
    boolean settles(Predicate<JsonObject> expected) {
        return ok() ? expected.test(body) : !code().isEmpty() && !inTrouble();
    }

    @Override
    public String toString() {
        return status + (code().isEmpty() ? ", and not as a broker does" : " " + code());
    }
}
