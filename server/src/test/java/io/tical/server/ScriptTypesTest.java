package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.impl.driver.Driver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The types of the pages' scripts, as TypeScript infers them and JSDoc says. Nothing of it reaches a browser. */
class ScriptTypesTest {
    /** Where Maven puts the compiler. */
    private static final Path COMPILER = Path.of("target/typescript/tsc.js").toAbsolutePath();

    private static final Path CONFIGURATION = Path.of("tsconfig.json").toAbsolutePath();

    @TempDir
    private Path folder;

    /** Runs the compiler with Playwright's Node.js. Returns what it prints, which is nothing without an error. */
    private String check(Path configuration) throws Exception {
        var node = Driver.ensureDriverInstalled(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), false)
                .createProcessBuilder()
                .command()
                .getFirst();
        return Tools.run(
                folder, List.of(node, COMPILER.toString(), "--project", configuration.toString(), "--pretty", "false"));
    }

    @Test
    void theScriptsOfPagesHaveTheTypesThatTheySay() throws Exception {
        assertThat(check(CONFIGURATION)).isEmpty();
    }

    @Test
    void aPropertyThatDoesNotExistIsFound() throws Exception {
        Files.writeString(folder.resolve("slip.js"), """
                /** @param {{status: string}} slip */
                export const isFinal = (slip) => slip.stats === "accepted";
                """);
        var configuration = Files.writeString(folder.resolve("tsconfig.json"), """
                {"extends": "%s", "include": ["*.js"]}
                """.formatted(CONFIGURATION));

        assertThatThrownBy(() -> check(configuration)).hasMessageContaining("slip.js(2,39): error TS2551");
    }
}
