package io.tical.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The house rules that a compiler cannot see. */
class ArchitectureTest {
    private static final JavaClasses HOUSE =
            new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("io.tical");

    @Test
    void theDatabaseModuleKnowsNoServer() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.db..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.tical.server..", "io.helidon.webserver..")
                .check(HOUSE);
    }

    @Test
    void theSharedWordsKnowNobody() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.common..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.tical.server..", "io.tical.db..", "java.sql..", "io.helidon..")
                .check(HOUSE);
    }

    @Test
    void storesAreTheirRoomsOwn() {
        classes()
                .that()
                .resideInAPackage("io.tical.server..")
                .and()
                .haveSimpleNameEndingWith("Store")
                .should()
                .bePackagePrivate()
                .check(HOUSE);
    }

    @Test
    void onlyTheLedgerWritesMoney() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.tical.server.ledger..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.tical.server.ledger.LedgerStore")
                .check(HOUSE);
    }

    @Test
    void useCasesKnowNoHttpServer() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.server..")
                .and(not(resideInAPackage("io.tical.server.http..")))
                .and(not(resideInAPackage("io.tical.server.docs..")))
                .and()
                .doNotHaveFullyQualifiedName("io.tical.server.module.Surfaces")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.helidon.webserver..", "io.helidon.http..")
                .check(HOUSE);
    }

    @Test
    void allSqlGoesThroughTheSession() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.server..")
                .and(not(resideInAPackage("io.tical.server.bench..")))
                .and()
                .doNotHaveFullyQualifiedName("io.tical.server.command.Checkup")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "io.helidon.dbclient..")
                .check(HOUSE);
    }

    @Test
    void routesReachStoresThroughUseCases() {
        noClasses()
                .that()
                .haveSimpleNameEndingWith("Routes")
                .should()
                .dependOnClassesThat()
                .haveSimpleNameEndingWith("Store")
                .check(HOUSE);
    }

    @Test
    void onlyRailsAskServicesOutside() {
        noClasses()
                .that()
                .resideInAPackage("io.tical..")
                .and(not(resideInAPackage("io.tical.server.rail..")))
                .and(not(resideInAPackage("io.tical.server.bench..")))
                .and()
                // Looks at its own machine alone.
                .doNotHaveFullyQualifiedName("io.tical.server.command.Checkup")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "io.helidon.webclient..")
                .check(HOUSE);
    }

    /** Packages by floor; a class may depend on classes of its own floor and of those below. */
    private static final List<List<String>> FLOORS = List.of(
            List.of("", "bench", "command", "config"),
            List.of("dashboard", "docs", "paypage"),
            List.of(
                    "crypto",
                    "customer",
                    "holder",
                    "merchant",
                    "payin",
                    "payout",
                    "sandbox",
                    "slip",
                    "suspense",
                    "webhook"));

    private static String[] packages(int floor) {
        return FLOORS.get(floor).stream()
                .map(name -> name.isEmpty() ? "io.tical.server" : "io.tical.server." + name + "..")
                .toArray(String[]::new);
    }

    /** The lowest floor is whatever is not listed. */
    @Test
    void dependenciesPointDown() {
        for (int floor = 0; floor < FLOORS.size(); floor++) {
            var above = IntStream.rangeClosed(0, floor)
                    .mapToObj(ArchitectureTest::packages)
                    .flatMap(Stream::of)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("io.tical.server..")
                    .and()
                    .resideOutsideOfPackages(above)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .check(HOUSE);
        }
    }

    @Test
    void theServerPackageHoldsTicalAlone() {
        classes()
                .that()
                .resideInAPackage("io.tical.server")
                .should()
                .haveSimpleName("Tical")
                .orShould()
                .haveSimpleName("package-info")
                .check(HOUSE);
    }

    /** Whoever needs the time is handed the clock, so that one service has one. */
    @Test
    void oneClockTellsTheTime() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.server..")
                .and()
                .resideOutsideOfPackages(
                        "io.tical.server.bench..",
                        "io.tical.server.payin..",
                        "io.tical.server.payout..",
                        "io.tical.server.slip..")
                .and()
                // It stamps answers, and decides nothing by the time.
                .doNotHaveFullyQualifiedName("io.tical.server.http.Envelope")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .check(HOUSE);
    }

    @Test
    void nothingStaticChanges() {
        noFields()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage("io.tical..")
                .and()
                .haveModifier(JavaModifier.STATIC)
                .should()
                .notHaveModifier(JavaModifier.FINAL)
                .check(HOUSE);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .that()
                .resideInAPackage("io.tical..")
                .should()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Impl")
                .check(HOUSE);
    }
}
