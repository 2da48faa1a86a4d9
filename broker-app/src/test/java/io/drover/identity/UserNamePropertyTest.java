package io.drover.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;

class UserNamePropertyTest {

    @Property
    void anyTextIsANameOrRefusedWithAReason(@ForAll @StringLength(max = 600) String raw) {
        try {
            UserName name = UserName.parse(raw);
            assertThat(name.user()).isNotEmpty().isEqualTo(Unseen.trim(name.user()));
        } catch (InvalidUserNameException refused) {
            assertThat(refused).hasMessageStartingWith("the user name ");
        }
    }

    @Property
    void foldingTwiceChangesNothing(@ForAll String text) {
        assertThat(Folding.fold(Folding.fold(text))).isEqualTo(Folding.fold(text));
    }

    @Property
    void rowsOfAgentsNeverFail(@ForAll String user, @ForAll String domain) {
        assertThatCode(() -> UserName.reported(user, domain)).doesNotThrowAnyException();
    }

    @Property
    void whatIsWrittenIsReadBack(@ForAll("parts") String user, @ForAll("parts") String domain) {
        UserName name = UserName.parse(domain + "\\" + user);
        assertThat(UserName.parse(name.text())).isEqualTo(name);
        assertThat(UserName.reported(name.user(), name.domain())).isEqualTo(Optional.of(name));
    }

    @Property
    void everySpellingIsOneName(@ForAll("parts") String user, @ForAll("parts") String domain) {
        UserName name = UserName.parse(domain + "\\" + user);
        assertThat(UserName.parse(domain.toUpperCase(Locale.ROOT) + "/" + user.toUpperCase(Locale.ROOT)))
                .isEqualTo(name);
        assertThat(UserName.parse(user + "@" + domain)).isEqualTo(name);
        assertThat(UserName.parse("  " + domain + " \\\u200B" + user + "\u00A0"))
                .isEqualTo(name);
        assertThat(UserName.reported(user, domain)).contains(name);
        assertThat(UserName.reported(domain + "\\" + user, null)).contains(name);
    }

    @Property
    void differentUsersStayApart(
            @ForAll("parts") String first, @ForAll("parts") String second, @ForAll("parts") String domain) {
        boolean equal = first.toLowerCase(Locale.ROOT).equals(second.toLowerCase(Locale.ROOT));
        UserName asked = UserName.parse(domain + "\\" + first);
        UserName other = UserName.parse(domain + "\\" + second);
        assertThat(Domains.withoutAliases().owns(asked, other, "rds-01")).isEqualTo(equal);
    }

    @Property
    void sameDomainIsSymmetric(@ForAll("domains") String a, @ForAll("domains") String b) {
        Domains domains = Domains.withoutAliases();
        assertThat(domains.same(a, b)).isEqualTo(domains.same(b, a));
        assertThat(domains.same(a, a)).isTrue();
    }

    @Property
    void qualifiedNameNeverOwnsASessionWithoutDomain(@ForAll("parts") String user, @ForAll("domains") String domain) {
        UserName reported = UserName.parse(user);
        assertThat(Domains.withoutAliases().owns(UserName.parse(domain + "\\" + user), reported, domain))
                .isFalse();
    }

    @Provide
    Arbitrary<String> parts() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withCharRange('A', 'Z')
                .withCharRange('0', '9')
                .withChars("._-éÉñÑжЖ")
                .ofMinLength(1)
                .ofMaxLength(20)
                .filter(part -> !part.equals("."));
    }

    @Provide
    Arbitrary<String> domains() {
        return Arbitraries.strings().withChars("ab.").ofMinLength(1).ofMaxLength(5);
    }
}
