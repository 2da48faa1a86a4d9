package io.drover.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserNameTest {

    @ParameterizedTest
    @CsvSource({
        "alice,                        alice,        ''",
        "CORP\\alice,                  alice,        corp",
        "corp\\ALICE,                  alice,        corp",
        "CORP/alice,                   alice,        corp",
        "alice@Corp.Example,           alice,        corp.example",
        "ines@north,                   ines,         north",
        ".\\admin,                     admin,        .",
        "./admin,                      admin,        .",
        "RDS-H3\\admin,                admin,        rds-h3",
        "' CORP \\ alice ',            alice,        corp",
        "'alice @ corp.example',       alice,        corp.example",
        "AzureAD\\alice@corp.example,  alice,        corp.example",
        "first@home@corp.example,      first@home,   corp.example",
        "alice@corp.example.,          alice,        corp.example",
        "corp.example.\\alice,         alice,        corp.example",
        "corp..\\alice,                alice,        corp..",
        "alice.,                       alice.,       ''",
        "ann|office,                   ann|office,   ''",
        "verylonguser.two,             verylonguser.two, ''"
    })
    void readsEveryFormOfAName(String raw, String user, String domain) {
        assertThat(UserName.parse(raw)).isEqualTo(new UserName(user, domain));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ingrid\u200B",
                "\uFEFFingrid",
                "in\u200Dgrid",
                "in\u00ADgrid",
                "in\u034Fgrid",
                "ingrid\uFE0F",
                "ingrid\uDB40\uDD00",
                "\u3164ingrid",
                "ingrid ",
                "\u00A0ingrid\u2003",
                "\u3000ingrid",
                "\u200B ingrid \u200B",
                "INGRID"
            })
    void invisibleCharactersAndBlanksDoNotMakeAnotherPerson(String raw) {
        assertThat(UserName.parse(raw)).isEqualTo(new UserName("ingrid", ""));
    }

    @Test
    void composedAndDecomposedLettersAreOne() {
        assertThat(UserName.parse("CORP\\jose\u0301")).isEqualTo(UserName.parse("corp\\jos\u00E9"));
        assertThat(UserName.parse("JOSE\u200B\u0301")).isEqualTo(UserName.parse("jos\u00E9"));
    }

    @Test
    void foldingDoesNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            assertThat(UserName.parse("CORP\\IRINA.ILIC")).isEqualTo(new UserName("irina.ilic", "corp"));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void lettersWithSeveralSmallFormsAreOne() {
        assertThat(UserName.parse("ΝΙΚΟΣ")).isEqualTo(UserName.parse("νικος"));
        assertThat(UserName.parse("İrem")).isEqualTo(UserName.parse("irem"));
    }

    @Test
    void lettersThatOnlyLookAlikeStayApart() {
        assertThat(UserName.parse("ırmak")).isNotEqualTo(UserName.parse("irmak"));
        assertThat(UserName.parse("strauß")).isNotEqualTo(UserName.parse("strauss"));
        assertThat(UserName.parse("josé")).isNotEqualTo(UserName.parse("jose"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u00A0\u3000", "\u200B\u200B ", "\uFEFF", "\u3164\u115F"})
    void blankIsRefused(String raw) {
        assertRefused(raw, "the user name is blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ali\u0000ce", "alice\n", "\talice", "ali\u0085ce", "alice\u007F"})
    void controlCharactersAreRefused(String raw) {
        assertRefused(raw, "the user name holds a control character");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CORP\\", "CORP\\ ", "@corp.example", "CORP/", "\\", "@", "\\@", "CORP\\\u200B"})
    void domainWithoutUserIsRefused(String raw) {
        assertRefused(raw, "the user name has a domain but no user");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\alice", "/alice", "alice@", " \\alice", "CORP\\alice@"})
    void userWithoutDomainIsRefused(String raw) {
        assertRefused(raw, "the user name has a separator but no domain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A\\B\\alice", "A/B\\alice", "CORP\\\\alice"})
    void severalDomainsAreRefused(String raw) {
        assertRefused(raw, "the user name has more than one domain");
    }

    @Test
    void halfOfASurrogatePairIsRefused() {
        assertRefused("ali\uD83Dce", "the user name holds half of a surrogate pair");
        assertThat(UserName.parse("ali\uD83D\uDE00ce").user()).isEqualTo("ali\uD83D\uDE00ce");
    }

    @Test
    void lengthIsLimitedInCharacters() {
        assertThat(UserName.parse("\uD83D\uDE00".repeat(512)).user()).hasSize(1024);
        assertRefused("a".repeat(513), "the user name is longer than 512 characters");
        assertRefused("a".repeat(257) + "@" + "b".repeat(255), "the user name is longer than 512 characters");
    }

    @Test
    void whatFoldingLeavesOutHasNoLength() {
        assertThat(UserName.parse("a".repeat(510) + "\u200B\u200B   ").user()).hasSize(510);
        assertRefused("a" + " ".repeat(4_096), "the user name is longer than 4096 characters");
    }

    @Test
    void namesThatShareALongPrefixAreDifferent() {
        String prefix = "u".repeat(511);
        assertThat(UserName.parse(prefix + "1")).isNotEqualTo(UserName.parse(prefix + "2"));
    }

    @Test
    void refusalNeverQuotesTheName() {
        assertThatThrownBy(() -> UserName.parse("secret\u0000"))
                .isInstanceOf(InvalidUserNameException.class)
                .message()
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "Ines,               NORTH,        ines,  north",
        "Ines,               '',           ines,  ''",
        "Ines,               ,             ines,  ''",
        "CORP\\alice,        ,             alice, corp",
        "alice@corp.example, '',           alice, corp.example",
        "CORP\\alice,        CORP,         alice, corp",
        "alice@corp.example, CORP,         alice, corp.example",
        "' Alice ',          ' Corp ',     alice, corp",
        "alice@,             CORP,         alice, corp",
        "\\alice,            CORP,         alice, corp",
        "admin,              RDS-H3,       admin, rds-h3",
        "alice,              corp.example., alice, corp.example",
        "A\\B\\c,            ,             b\\c,  a"
    })
    void readsTheRowsOfAgents(String user, String domain, String foldedUser, String foldedDomain) {
        assertThat(UserName.reported(user, domain)).contains(new UserName(foldedUser, foldedDomain));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\u200B", "CORP\\", "@corp.example", "\u0000"})
    void rowWithoutUserIsNobody(String user) {
        assertThat(UserName.reported(user, "CORP")).isEqualTo(Optional.empty());
        assertThat(UserName.reported(null, "CORP")).isEqualTo(Optional.empty());
    }

    @Test
    void unreadableCharactersOfARowAreTrimmedOrReplaced() {
        assertThat(UserName.reported("alice\u0000\u0000", "CORP\u0000")).contains(new UserName("alice", "corp"));
        assertThat(UserName.reported("ali\u0000ce", null)).contains(new UserName("ali\uFFFDce", ""));
        assertThat(UserName.reported("ali\uD83Dce", null)).contains(new UserName("ali\uFFFDce", ""));
    }

    @Test
    void tellsShortAndLocalNames() {
        assertThat(UserName.parse("alice").isShort()).isTrue();
        assertThat(UserName.parse(".\\alice").isShort()).isFalse();
        assertThat(UserName.parse(".\\alice").isLocal()).isTrue();
        assertThat(UserName.parse("CORP\\alice").isLocal()).isFalse();
    }

    @Test
    void isWrittenWithItsDomainInFront() {
        assertThat(UserName.parse("alice@corp.example").text()).isEqualTo("corp.example\\alice");
        assertThat(UserName.parse("Alice").text()).isEqualTo("alice");
    }

    private static void assertRefused(String raw, String reason) {
        assertThatThrownBy(() -> UserName.parse(raw))
                .isInstanceOf(InvalidUserNameException.class)
                .hasMessage(reason);
    }
}
