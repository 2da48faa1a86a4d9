package io.drover.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DomainsTest {

    private final Domains domains =
            new Domains(Map.of("NORTH", List.of("ad.Norden.example", "norden.test"), "corp", List.of()));

    @ParameterizedTest
    @CsvSource({
        "corp,              corp,              true",
        "corp,              corp.example,      true",
        "corp,              corp.test,         true",
        "corp,              north,             false",
        "corp.example,      corp.test,         false",
        "corp.example,      ad.corp.example,   false",
        "corp,              ad.corp.example,   false",
        "north,             ad.norden.example, true",
        "ad.norden.example, norden.test,       true",
        "north,             north.example,     true",
        "north,             unrelated.example, false",
        "north,             norden.example,    false",
        "ad,                ad.norden.example, false",
        "norden,            norden.test,       false",
        "corp,              '',                false",
        "'',                '',                false",
        "contosohealthca,   contosohealthcare.example, true",
        "contosohealthc,    contosohealthcare.example, false",
        "contosohealthcare, contosohealthcare.example, true",
        "contosohealthca,   contosohealthca.example,   true",
        "contosohealthca,   contosohealthcare,         false",
        "., ., true",
        "., corp, false"
    })
    void tellsWhetherTwoDomainsAreOne(String a, String b, boolean same) {
        assertThat(domains.same(a, b)).isEqualTo(same);
        assertThat(domains.same(b, a)).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({
        // asked,                reported,            host,                 owns
        "CORP\\alice,            CORP\\alice,         rds-h2,               true",
        "alice,                  CORP\\alice,         rds-h2,               true",
        "alice,                  alice,               rds-h2,               true",
        "alice@corp.example,     CORP\\alice,         rds-h2,               true",
        "CORP\\alice,            alice@corp.example,  rds-h2,               true",
        "CORP\\alice,            alice,               rds-h2,               false",
        "CORP\\alice,            CORP\\bob,           rds-h2,               false",
        "alice,                  CORP\\bob,           rds-h2,               false",
        "EAST\\sam,              WEST\\sam,           rds-h2,               false",
        "kim@south.example,      NORTH\\kim,          rds-h2,               false",
        "ines@unrelated.example, NORTH\\ines,         rds-h2,               false",
        "ines@ad.norden.example, NORTH\\ines,         rds-h2,               true",
        "verylonguser.two,       CORP\\verylonguser.one, rds-h2,            false",
        ".\\admin,               RDS-H3\\admin,       RDS-H3,               true",
        ".\\admin,               RDS-H3\\admin,       rds-h3.corp.example,  true",
        ".\\admin,               .\\admin,            rds-h3,               true",
        ".\\admin,               CORP\\admin,         rds-h3,               false",
        ".\\admin,               RDS-H2\\admin,       rds-h3,               false",
        ".\\admin,               admin,               rds-h3,               false",
        ".\\admin,               admin,               '',                   false",
        "RDS-H3\\admin,          RDS-H3\\admin,       rds-h3,               true",
        "RDS-H3\\admin,          .\\admin,            rds-h3,               true",
        "RDS-H3\\admin,          .\\admin,            rds-h2,               false",
        "RDS-H3\\admin,          CORP\\admin,         rds-h3,               false",
        ".\\admin,               rds-production-\\admin, rds-production-0001.corp.example, true"
    })
    void tellsWhoseSessionItIs(String asked, String reported, String hostname, boolean owns) {
        assertThat(domains.owns(UserName.parse(asked), UserName.parse(reported), hostname))
                .isEqualTo(owns);
    }

    @Test
    void oneDnsNameCannotBelongToTwoDomains() {
        Map<String, List<String>> aliases = Map.of("A", List.of("corp.example"), "B", List.of("Corp.Example"));
        assertThatThrownBy(() -> new Domains(aliases))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("the domain (?i:corp\\.example) is an alias of both [ab] and [AB]");
    }

    @ParameterizedTest
    @CsvSource({
        "corp corp.example,           true",
        "corp.example corp,           true",
        "corp corp.example corp.test, false",
        "corp.example corp corp.test, false",
        "ad.norden.example norden.test north, true"
    })
    void manyDomainsAreOneWhenEachTwoAre(String all, boolean one) {
        assertThat(domains.areOne(List.of(all.split(" ")))).isEqualTo(one);
    }

    @Test
    void anAliasMayEndWithTheDotOfTheRoot() {
        assertThat(new Domains(Map.of("CORP", List.of("hq.example."))).same("corp", "hq.example"))
                .isTrue();
    }

    @Test
    void withoutAliasesOnlyNamesCount() {
        assertThat(Domains.withoutAliases().same("north", "ad.norden.example")).isFalse();
        assertThat(Domains.withoutAliases().same("north", "north.example")).isTrue();
    }
}
