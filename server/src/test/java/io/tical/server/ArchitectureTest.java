package io.tical.server;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The house rules that a compiler cannot see. */
class ArchitectureTest {
    private static final String SERVER = "io.tical.server.";

    /** The main code. Maven provides the tests of {@code db} as a jar. */
    static final JavaClasses MAIN_CODE = new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.tical");

    @Test
    void theDatabaseModuleKnowsNoServer() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.db..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.tical.server..", "io.helidon.webserver..")
                .check(MAIN_CODE);
    }

    @Test
    void theSharedTypesDependNeitherOnTheServerNorOnTheDatabase() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.common..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.tical.server..", "io.tical.db..", "java.sql..", "io.helidon..")
                .check(MAIN_CODE);
    }

    /** What every other package may use. */
    private static final Set<String> SHARED = Set.of(
            "problem",
            "metric",
            "overview",
            "input",
            "access",
            "key",
            "transaction",
            "ledger",
            "idempotency",
            "session",
            "member",
            "staff",
            "decision",
            "verification",
            "outward",
            "rail",
            "picture",
            "bankfile",
            "qr",
            "currency",
            "secret",
            "work",
            "load",
            "http",
            "module");

    private static final Set<String> SURFACES = Set.of("paypage", "dashboard", "admin", "docs");

    /** With the classes outside every package of the server: {@code Tical}. */
    private static final Set<String> PROGRAM = Set.of("", "command", "config", "node", "bench", "demo", "build");

    /** From the lowest to the highest; every package that is not listed is a capability. */
    private enum Layer {
        SHARED,
        CAPABILITIES,
        SURFACES,
        PROGRAM;

        static Layer of(JavaClass type) {
            var name = packageOf(type);
            return ArchitectureTest.SHARED.contains(name)
                    ? SHARED
                    : ArchitectureTest.SURFACES.contains(name)
                            ? SURFACES
                            : ArchitectureTest.PROGRAM.contains(name) ? PROGRAM : CAPABILITIES;
        }
    }

    private static boolean isOfServer(JavaClass type) {
        return (type.getPackageName() + ".").startsWith(SERVER);
    }

    /** The first part of the package within the server: {@code http} of {@code io.tical.server.http.wire}. */
    private static String packageOf(JavaClass type) {
        var within = (type.getPackageName() + ".").substring(SERVER.length());
        return within.isEmpty() ? "" : within.substring(0, within.indexOf('.'));
    }

    private static DescribedPredicate<JavaClass> on(Set<Layer> layers) {
        return describe("on " + layers, type -> isOfServer(type) && layers.contains(Layer.of(type)));
    }

    @ParameterizedTest
    @EnumSource
    void noLayerKnowsOneAboveIt(Layer layer) {
        var above = EnumSet.allOf(Layer.class);
        above.removeIf(other -> other.compareTo(layer) <= 0);
        noClasses()
                .that(on(EnumSet.of(layer)))
                .should()
                .dependOnClassesThat(on(above))
                .allowEmptyShould(true)
                .check(MAIN_CODE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"problem", "key"})
    void theseDependOnNoOtherPackage(String name) {
        noClasses()
                .that()
                .resideInAPackage("io.tical.server." + name + "..")
                .should()
                .dependOnClassesThat(describe(
                        "of another package of the server",
                        type -> isOfServer(type) && !packageOf(type).equals(name)))
                .check(MAIN_CODE);
    }

    @Test
    void rulesUseCasesAndStoresKnowNoHttp() {
        noClasses()
                .that(on(EnumSet.of(Layer.SHARED, Layer.CAPABILITIES)))
                .and(not(resideInAPackage("io.tical.server.http..")))
                // What a module hands over is endpoints, a session is what a cookie or a bearer token stands for, and
                // routes of members share more.
                .and(not(resideInAnyPackage(
                        "io.tical.server.module..", "io.tical.server.session..", "io.tical.server.member..")))
                .and(not(describe("routes, views and modules", ArchitectureTest::speaksHttp)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tical.server.http..")
                .check(MAIN_CODE);
    }

    /** Which classes translate to and from HTTP, with all that is nested in them. */
    private static boolean speaksHttp(JavaClass type) {
        var name = outer(type);
        return name.endsWith("Routes") || name.endsWith("View") || name.endsWith("Module");
    }

    /** The name of the class in which a class is nested, or its own. */
    private static String outer(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"idempotency", "transaction", "work", "rail", "input", "access"})
    void theseKnowNoHttpAtAll(String name) {
        noClasses()
                .that()
                .resideInAPackage("io.tical.server." + name + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tical.server.http..")
                .check(MAIN_CODE);
    }

    @Test
    void storesArePackagePrivate() {
        classes()
                .that()
                .resideInAPackage("io.tical.server..")
                .and()
                .haveSimpleNameEndingWith("Store")
                .should()
                .bePackagePrivate()
                .check(MAIN_CODE);
    }

    @Test
    void onlyTheLedgerWritesMoney() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.tical.server.ledger..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.tical.server.ledger.LedgerStore")
                .check(MAIN_CODE);
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
                .check(MAIN_CODE);
    }

    @Test
    void routesReachStoresThroughUseCases() {
        noClasses()
                .that()
                .haveSimpleNameEndingWith("Routes")
                .should()
                .dependOnClassesThat()
                .haveSimpleNameEndingWith("Store")
                .check(MAIN_CODE);
    }

    /** The service moves money, and loads no native library or parser for what a build can do. Its jar is without that package. */
    @Test
    void onlyTheBuildCompressesWithBrotliAndReadsMarkdown() throws IOException {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.tical.server.build..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.tical.server.build..", "com.aayushatharva..", "org.commonmark..")
                .check(MAIN_CODE);
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<exclude>io/tical/server/build/**</exclude>")
                .containsPattern("<artifactId>brotli4j</artifactId>\\s*<scope>provided</scope>")
                .containsPattern("<artifactId>commonmark</artifactId>\\s*<scope>provided</scope>")
                .containsPattern("<artifactId>commonmark-ext-gfm-tables</artifactId>\\s*<scope>provided</scope>");
    }

    /** They are in a jar of their own, which a service does not load. */
    @Test
    void theServiceDoesNotNeedItsTools() {
        var tools = new String[] {"io.tical.server.bench..", "io.tical.server.demo.."};
        noClasses()
                .that()
                .resideOutsideOfPackages(tools)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(tools)
                .check(MAIN_CODE);
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
                .check(MAIN_CODE);
    }

    /** Adding a capability adds its import and its line; everything else of it is in its own package. */
    @Test
    void ticalStaysAListOfModules() throws IOException {
        assertThat(Files.readAllLines(Path.of("src/main/java/io/tical/server/Tical.java")))
                .hasSizeLessThan(180);
    }

    /** A module takes its neighbours itself, so that the list does not name them. */
    @Test
    void everyModuleIsCreatedFromTheModulesBeforeIt() {
        classes()
                .that()
                .implement(Module.class)
                .should(new ArchCondition<>("have a static method of(Modules, …)") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        var found = type.getMethods().stream()
                                .filter(method -> method.getName().equals("of"))
                                .filter(method -> method.getModifiers().contains(JavaModifier.STATIC))
                                .anyMatch(method ->
                                        method.getRawParameterTypes().getFirst().isEquivalentTo(Modules.class));
                        if (!found) {
                            events.add(SimpleConditionEvent.violated(type, type.getName() + " has none"));
                        }
                    }
                })
                .check(MAIN_CODE);
    }

    /** Everything else is handed what it needs by a module, and does not know the rest of what that module has. */
    @Test
    void onlyModulesAndTheProgramKnowModules() {
        noClasses()
                .that(on(EnumSet.complementOf(EnumSet.of(Layer.PROGRAM))))
                .and(not(resideInAPackage("io.tical.server.module..")))
                .and(not(describe("modules", type -> outer(type).endsWith("Module"))))
                // A part of the start of a node, which hands it the modules.
                .and()
                .doNotHaveFullyQualifiedName("io.tical.server.merchant.Bootstrap")
                .should()
                .dependOnClassesThat(describe("modules", type -> type.isAssignableTo(Module.class)))
                .check(MAIN_CODE);
    }

    /** Its overview shows these. What users do with the objects of a capability is in the package of the capability. */
    @Test
    void theDashboardKnowsNoOtherCapabilities() {
        var known = Set.of("merchant", "payin", "payout", "webhook");
        noClasses()
                .that()
                .resideInAPackage("io.tical.server.dashboard..")
                .should()
                .dependOnClassesThat(describe(
                        "of another capability",
                        type -> isOfServer(type)
                                && Layer.of(type) == Layer.CAPABILITIES
                                && !known.contains(packageOf(type))))
                .check(MAIN_CODE);
    }

    @Test
    void capabilitiesAreFreeOfCycles() {
        requireNoCycles(type -> Layer.of(type) == Layer.CAPABILITIES);
    }

    /** Modules are not counted: they put their packages together, and {@code module} names all that a module adds. */
    @Test
    void sharedPackagesAreFreeOfCycles() {
        requireNoCycles(type -> Layer.of(type) == Layer.SHARED
                && !packageOf(type).equals("module")
                && !outer(type).endsWith("Module"));
    }

    private static void requireNoCycles(Predicate<JavaClass> ofServer) {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return isOfServer(type) && ofServer.test(type)
                                ? SliceIdentifier.of(packageOf(type))
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(MAIN_CODE);
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
                .check(MAIN_CODE);
    }

    /** A value that may be absent is {@code @Nullable}; a method may return an {@code Optional}. */
    @Test
    void noFieldIsOptional() {
        for (var optional : List.of(Optional.class, OptionalInt.class, OptionalLong.class)) {
            noFields().should().haveRawType(optional).check(MAIN_CODE);
        }
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
                .orShould()
                .haveSimpleNameEndingWith("Base")
                .check(MAIN_CODE);
    }
}
