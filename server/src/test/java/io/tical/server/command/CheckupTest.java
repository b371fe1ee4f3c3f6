package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import io.tical.server.command.Checkup.Finding;
import io.tical.server.command.Checkup.Verdict;
import io.tical.server.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckupTest {
    @TempDir
    Path home;

    private List<Finding> findings(Map<String, String> more) {
        var environment = new HashMap<>(Map.of(
                "TICAL_HOME", home.toString(), "TICAL_API_PORT", "0", "TICAL_PAY_PORT", "0", "TICAL_ADMIN_PORT", "0"));
        environment.putAll(more);
        return new Checkup(Settings.read(environment), environment).findings();
    }

    private static Finding only(List<Finding> findings, String subject) {
        var found = findings.stream()
                .filter(finding -> finding.subject().equals(subject))
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    @Test
    void onAFitMachineNothingFails() {
        var findings = findings(Map.of());

        assertThat(findings).noneMatch(finding -> finding.verdict() == Verdict.FAIL);
        assertThat(findings)
                .extracting(Finding::subject)
                .startsWith("java", "memory", "api port", "pay port", "admin port", "home", "database");
        assertThat(only(findings, "database").text()).isEqualTo("embedded PostgreSQL, created on the first start");
        assertThat(findings.getFirst().line()).startsWith("ok    java        25");
    }

    @Test
    void anOldJavaFails() {
        assertThat(Checkup.java(21, "21.0.1").verdict()).isEqualTo(Verdict.FAIL);
        assertThat(Checkup.java(25, "25").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aPortThatAnotherProgramHasFailsAndNamesTheSetting() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var finding =
                    only(findings(Map.of("TICAL_ADMIN_PORT", Integer.toString(taken.getLocalPort()))), "admin port");

            assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
            assertThat(finding.text()).contains(Integer.toString(taken.getLocalPort()), "TICAL_ADMIN_PORT");
        }
    }

    @Test
    void aHomeThatIsAFileFails() throws IOException {
        var file = Files.createFile(home.resolve("file"));

        assertThat(only(findings(Map.of("TICAL_HOME", file.resolve("home").toString())), "home")
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void aHomeThatIsNotThereYetWillBeMade() {
        var finding = only(findings(Map.of("TICAL_HOME", home.resolve("a/b").toString())), "home");

        assertThat(finding.verdict()).isNotEqualTo(Verdict.FAIL);
        assertThat(finding.text()).contains("will be created");
        assertThat(home.resolve("a")).doesNotExist();
    }

    @Test
    void aFolderForHeadsThatCannotBeWrittenIsWarnedOf() {
        var missing = home.resolve("share");

        var finding = only(findings(Map.of("TICAL_HEADS_DIRECTORY", missing.toString())), "heads");

        assertThat(finding.verdict()).isEqualTo(Verdict.WARN);
        assertThat(finding.text()).contains(missing.toString(), "create or mount it");
        assertThat(missing).doesNotExist();
        assertThat(only(findings(Map.of("TICAL_HEADS_DIRECTORY", home.toString())), "heads")
                        .verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void anExternalDatabaseThatDoesNotAnswerFailsWithoutShowingThePassword() {
        var finding = only(
                findings(Map.of(
                        "TICAL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/tical?password=hunter2",
                        "TICAL_DATABASE_USER", "tical",
                        "TICAL_DATABASE_PASSWORD", "hunter2")),
                "database");

        assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(finding.text()).contains("TICAL_DATABASE_URL").doesNotContain("hunter2");
    }

    @Test
    void anExternalDatabaseIsLookedAtAsANodeWouldAndNothingIsChanged() throws SQLException {
        var database = TestDatabase.settings();
        var environment = Map.of(
                "TICAL_HOME", home.toString(),
                "TICAL_DATABASE_URL", database.url(),
                "TICAL_DATABASE_USER", database.user(),
                "TICAL_DATABASE_PASSWORD", database.password());
        var found = findings(environment);
        assertThat(only(found, "database").line()).startsWith("ok").contains("answers, PostgreSQL");
        assertThat(only(found, "clock").line()).startsWith("ok").contains("agrees");
        assertThat(home).isEmptyDirectory();
        try (var owner = TestDatabase.owner(database);
                var statement = owner.createStatement()) {
            statement.execute("INSERT INTO flyway_schema_history SELECT max(installed_rank) + 1, '999', 'newer', 'SQL',"
                    + " 'V999__newer.sql', 1, 'x', now(), 1, true FROM flyway_schema_history");
        }
        assertThat(only(findings(environment), "database").line())
                .startsWith("fail")
                .contains("version 999", "Start the newer program");
    }

    @Test
    void settingsThatDifferAreShownAndMisspeltOnesWarnedOf() {
        var findings = findings(Map.of(
                "TICAL_COMMIT_QUEUES", "3",
                "TICAL_LANE", "3",
                "TICAL_JAVA_HOME", "/jdk",
                "TICAL_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));

        var lines = findings.stream()
                .map(Finding::line)
                .filter(line -> line.contains("setting"))
                .toList();
        assertThat(lines)
                .anyMatch(line -> line.startsWith("ok    setting     TICAL_COMMIT_QUEUES=3 (queues, default 2): "))
                .anyMatch(line -> line.startsWith("warn  setting     TICAL_LANE is not a setting"))
                .anyMatch(line -> line.contains("TICAL_MASTER_KEY=(set)"))
                .noneMatch(line -> line.contains("TICAL_JAVA_HOME") || line.contains("AAECAw"));
    }
}
