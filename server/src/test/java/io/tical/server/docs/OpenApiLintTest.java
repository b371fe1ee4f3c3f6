package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.server.OpenApiContract;
import io.tical.server.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The documents pass the recommended rules of the linters that most use: no option switches a rule off. */
@Order(1)
class OpenApiLintTest {
    private static final Pattern REPORT = Pattern.compile("(?ms)^\\{\n.*?^}");

    private static Path folder;

    @BeforeAll
    static void write() throws IOException {
        folder = Tools.nodeFolder();
        Files.write(folder.resolve("merchants.yaml"), OpenApi.shipped().yaml());
        Files.write(
                folder.resolve("operators.yaml"),
                OpenApi.operators(OpenApiContract.operatorsParts()).yaml());
    }

    @Test
    void bothPassRedoclyWithoutAWarning() throws Exception {
        var printed = Tools.npm(
                folder,
                "redocly",
                "lint",
                "--extends=recommended",
                "--format=json",
                "merchants.yaml",
                "operators.yaml");
        // Notices stand around the report of each document.
        var reports = REPORT.matcher(printed).results().map(MatchResult::group).toList();
        assertThat(reports).as(printed).hasSize(2);
        for (var report : reports) {
            var totals = Json.mapper().readTree(report).path("totals");
            assertThat(totals.path("errors").asInt(-1)).as(report).isZero();
            assertThat(totals.path("warnings").asInt(-1)).as(report).isZero();
        }
    }

    @Test
    void bothPassSpectralWithoutAHint() throws Exception {
        Tools.npm(
                folder,
                "spectral",
                "lint",
                "--fail-severity=hint",
                "--ruleset=" + Tools.SOURCES.resolve("spectral.yaml").toAbsolutePath(),
                "merchants.yaml",
                "operators.yaml");
    }
}
