package io.tical.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/** What may use what in the console. */
class ConsoleArchitectureTest {
    private static final JavaClasses CONSOLE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.tical.console");

    @Test
    void theConsoleKnowsTheServiceThroughItsApiAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.tical.server..", "io.tical.db..", "java.sql..")
                .check(CONSOLE);
    }

    @Test
    void theApiKnowsNoUserInterface() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.console.api..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("javafx..")
                .check(CONSOLE);
    }

    @Test
    void modelsKnowNoControls() {
        noClasses()
                .that()
                .haveSimpleNameEndingWith("Model")
                .or()
                .resideInAPackage("io.tical.console.work..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javafx.scene..", "javafx.stage..")
                .check(CONSOLE);
    }

    @Test
    void packagesHaveNoCycles() {
        SlicesRuleDefinition.slices()
                .matching("io.tical.console.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CONSOLE);
    }
}
