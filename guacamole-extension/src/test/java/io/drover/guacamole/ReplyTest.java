package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"wanted\": 1}                   | true",
                "200 | {\"other\": 1}                    | false",
                "200 | {\"code\": \"forbidden\"}         | false",
                "200 | {\"wanted\": 1} and more          | false",
                "200 | [], []                            | false",
                "200 | <html>Welcome</html>              | false",
                "302 | {\"wanted\": 1}                   | false",
                "403 | {\"code\": \"forbidden\"}         | true",
                "403 | <html>Forbidden</html>            | false",
                "404 | {\"code\": 404}                   | false",
                "404 | {\"code\": \"Not Found\"}         | false",
                "404 | {\"code\": \"broker_disabled\"}   | true",
                "401 | {\"code\": \"invalid_credential\"} | false",
                "429 | {\"code\": \"throttled\"}         | false",
                "500 | {\"code\": \"internal_error\"}    | false",
                "503 | {\"code\": \"no_eligible_host\"}  | true",
            })
    void onlyABrokersAnswerSettlesAQuestion(int status, String body, boolean settles) {
        assertThat(Reply.of(status, body).settles(json -> json.has("wanted"))).isEqualTo(settles);
    }

    @Test
    void aCodeIsAWordAndNothingElse() {
        assertThat(Reply.of(400, "{\"code\": \"invalid_request\"}").code()).isEqualTo("invalid_request");
        assertThat(Reply.of(400, "{\"code\": \"a\\nb\"}").code()).isEmpty();
        assertThat(Reply.of(400, "{\"code\": \"" + "a".repeat(65) + "\"}").code())
                .isEmpty();
    }

    @Test
    void aTreeOfManyPartsIsNotBuilt() {
        String many = "{\"items\": [" + String.join(",", Collections.nCopies(200_000, "[]")) + "]}";

        assertThat(Reply.of(200, many).object().keySet()).isEmpty();
    }
}
