package io.drover.guacamole;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** What a broker, or something on the way to it, answered. */
final class Reply {

    private static final Set<String> DECIDED =
            Collections.unmodifiableSet(new HashSet<>(Arrays.asList("no_eligible_host", "farm_unavailable")));
    private static final int UNAUTHORIZED = 401;
    private static final int THROTTLED = 429;

    private final int status;
    private final JsonElement body;

    private Reply(int status, JsonElement body) {
        this.status = status;
        this.body = body;
    }

    /** A body that is no JSON counts as empty. */
    static Reply of(int status, String body) {
        return new Reply(status, parse(body));
    }

    private static JsonElement parse(String body) {
        JsonReader reader = new JsonReader(new StringReader(body));
        reader.setStrictness(Strictness.STRICT);
        try {
            return body.isEmpty() ? new JsonObject() : JsonParser.parseReader(reader);
        } catch (JsonParseException e) {
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
        return body.isJsonObject() ? body.getAsJsonObject() : new JsonObject();
    }

    /** The broker's word for an error; empty when there was none. */
    String code() {
        return Json.text(object(), "code");
    }

    /** Whether another broker may know better: this one does not know our key, is in trouble or not there. */
    boolean worthAskingAnother() {
        return status == UNAUTHORIZED || status == THROTTLED || (status >= 500 && !DECIDED.contains(code()));
    }
}
