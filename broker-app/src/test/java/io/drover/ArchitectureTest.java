package io.drover;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jdbi.v3.sqlobject.transaction.Transaction;

/** What may know what. */
@AnalyzeClasses(packages = "io.drover", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule droolsStaysInTheEngine = noClasses()
            .that()
            .resideOutsideOfPackages("..policy.engine..", "..policy.lint..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.drools..", "org.kie..", "org.mvel2..");

    @ArchTest
    static final ArchRule sqlStaysInDaos = noClasses()
            .that()
            .resideOutsideOfPackage("..database..")
            .and(not(simpleNameEndingWith("Dao")))
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.jdbi.v3.sqlobject.."));

    /**
     * A broker that stands still between two statements would hold what it changed, and with it operators, who hold the
     * control gate, for which every lease waits.
     */
    @ArchTest
    static final ArchRule whatIsWrittenIsOneStatement = noMethods()
            .that()
            .areDeclaredInClassesThat(not(simpleName("FleetDao"))) // reads only
            .and()
            .areDeclaredInClassesThat(not(simpleName("PolicyDao"))) // writes what nobody else locks
            .should()
            .beAnnotatedWith(Transaction.class);

    @ArchTest
    static final ArchRule theVocabularyKnowsJavaAlone = classes()
            .that()
            .resideInAPackage("..policy.fact..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.drover.policy.fact..", "org.jspecify.annotations..");

    @ArchTest
    static final ArchRule nothingKnowsTheCommandLine = noClasses()
            .that()
            .resideOutsideOfPackage("io.drover.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.drover.cli..");

    @ArchTest
    static final ArchRule packagesDoNotGoInCircles =
            slices().matching("io.drover.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule httpIsSpokenByResources = noClasses()
            .that()
            .resideOutsideOfPackages("..http..", "..auth..", "..health..", "io.drover")
            .and(not(simpleNameEndingWith("Resource")))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.ws.rs..");

    @ArchTest
    static final ArchRule rulesAreCheckedWithoutNetworkOrDatabase = noClasses()
            .that()
            .resideInAnyPackage("..policy.lint..", "..policy.layout..", "..policy.report..")
            .or(simpleName("CheckCommand"))
            .or(simpleName("DocsCommand"))
            .or(simpleName("FmtCommand"))
            .or(simpleName("RuleFiles"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.sql..",
                    "java.net.http..",
                    "org.jdbi..",
                    "org.eclipse.jetty..",
                    "..drover.database..",
                    "..drover.http..",
                    "..drover.fleet..");

    /** The broker reads it once, at its start; so it does not matter when somebody sets it later. */
    @ArchTest
    static final ArchRule theTimeOfDayIsReadAtTheStartAlone = noClasses()
            .that(not(resideInAnyPackage("..cli..", "..demo..")))
            .and(not(simpleName("DroverApplication")))
            .and(not(simpleName("BrokerServer")))
            .and(not(simpleName("Capture")))
            .should()
            .accessTargetWhere(describe("reads the time of day", ArchitectureTest::readsTheTimeOfDay));

    private static boolean readsTheTimeOfDay(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return (owner.startsWith("java.time.") && (name.equals("now") || name.startsWith("system")))
                || (owner.equals("java.lang.System") && name.equals("currentTimeMillis"))
                || (owner.equals("java.util.Date") && name.equals("<init>"));
    }
}
