package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.server.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The documents pass the recommended rules of the linters that most use: no option switches a rule off. */
class OpenApiLintTest {
    private static Path written(OpenApi document) throws IOException {
        var folder = Tools.nodeFolder();
        return Files.write(folder.resolve("openapi.yaml"), document.yaml());
    }

    private static void redocly(Path document) throws Exception {
        var printed = Tools.npm(
                document.getParent(),
                "redocly",
                "lint",
                "--extends=recommended",
                "--format=json",
                document.getFileName().toString());
        // Notices stand around the report.
        var json = Json.mapper().readTree(printed.substring(printed.indexOf("{\n"), printed.lastIndexOf('}') + 1));
        assertThat(json.at("/totals/errors").asInt(-1)).as(printed).isZero();
        assertThat(json.at("/totals/warnings").asInt(-1)).as(printed).isZero();
    }

    private static void spectral(Path document) throws Exception {
        Tools.npm(
                document.getParent(),
                "spectral",
                "lint",
                "--fail-severity=hint",
                "--ruleset=" + Tools.SOURCES.resolve("spectral.yaml").toAbsolutePath(),
                document.getFileName().toString());
    }

    @Test
    void theMerchantsDocumentPassesRedoclyWithoutAWarning() throws Exception {
        redocly(written(OpenApi.shipped()));
    }

    @Test
    void theMerchantsDocumentPassesSpectralWithoutAHint() throws Exception {
        spectral(written(OpenApi.shipped()));
    }

    @Test
    void theOperatorsDocumentPassesRedoclyWithoutAWarning() throws Exception {
        redocly(written(OpenApi.operators()));
    }

    @Test
    void theOperatorsDocumentPassesSpectralWithoutAHint() throws Exception {
        spectral(written(OpenApi.operators()));
    }
}
