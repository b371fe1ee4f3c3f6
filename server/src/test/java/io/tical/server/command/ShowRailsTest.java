package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tical rails} shows what would be sent, and sends nothing. */
class ShowRailsTest {
    @TempDir
    private Path home;

    private Path rails;

    @BeforeEach
    void write() throws IOException {
        var key = Files.writeString(home.resolve("key"), "xnd_very_secret");
        rails = Files.writeString(
                home.resolve("rails.json"),
                Files.readString(Path.of("..", "docs", "rails", "xendit-thailand.json"))
                        .replace("\"variable\": \"XENDIT_TH_KEY\"", "\"file\": \"" + key + "\""));
        Files.writeString(home.resolve("application.yaml"), "rails: " + rails + "\n");
    }

    private String run(int exitCode, String... arguments) {
        var printed = new StringWriter();
        var commands = Main.commands();
        commands.setOut(new PrintWriter(printed)).setErr(new PrintWriter(printed));
        var all = Stream.concat(Stream.of("rails", "--home", home.toString()), Stream.of(arguments))
                .toArray(String[]::new);
        assertThat(commands.execute(all)).as(printed::toString).isEqualTo(exitCode);
        assertThat(printed.toString()).doesNotContain("xnd_very_secret");
        return printed.toString();
    }

    @Test
    void theRailsAndTheirRules() {
        assertThat(run(0)).isEqualToNormalizingNewlines("""
                xendit-th at https://api.xendit.co, THB up to 2,000,000.00 to 3 banks
                rule 1, THB: xendit-th
                manual, the last resort: operators make the transfer by hand
                """);
    }

    @Test
    void aSampleAndWhoWouldPayIt() {
        assertThat(run(0, "--amount", "1500.00", "--bank", "014"))
                .contains(
                        "Chosen: rail xendit-th: rule 1, THB",
                        "POST https://api.xendit.co/v2/payouts",
                        "Authorization: Basic (secret key)",
                        "\"channel_code\":\"TH_SCB\"",
                        "\"amount\":1500,",
                        "GET https://api.xendit.co/v2/payouts/?reference_id=01234567-89ab-7cde-8f01-23456789abcd");
        assertThat(run(0, "--amount", "1500.00", "--bank", "BAY"))
                .contains("Chosen: rail manual: no rail of rule 1 can pay it now", "by hand");
    }

    @Test
    void howAnswersAreRead() throws IOException {
        var answer = home.resolve("answer.json").toString();
        Files.writeString(Path.of(answer), "{\"error_code\":\"API_VALIDATION_ERROR\"}");
        assertThat(run(0, "--amount", "1.00", "--bank", "SCB", "--answer", answer, "--status", "400"))
                .startsWith("never sent");
        assertThat(run(0, "--amount", "1.00", "--bank", "SCB", "--answer", answer))
                .startsWith("unknown: the configuration does not name this answer");
        Files.writeString(
                Path.of(answer),
                "[{\"status\":\"SUCCEEDED\",\"id\":\"disb-1\",\"reference_id\":\"01234567-89ab-7cde-8f01-23456789abcd\",\"amount\":1,\"currency\":\"THB\"}]");
        assertThat(run(0, "--amount", "1.00", "--bank", "SCB", "--answer", answer, "--poll"))
                .startsWith("delivered, reference disb-1");
    }

    @Test
    void whatIsWrongIsSaidWithExitCode2() throws IOException {
        assertThat(run(2, "--amount", "1.001", "--bank", "SCB")).contains("1.001 is no amount in THB.");
        assertThat(run(2, "--amount", "1.00", "--bank", "NOBANK")).contains("NOBANK is no bank for THB.");
        assertThat(run(2, "--amount", "1.00", "--bank", "SCB", "--rail", "x")).contains("there is no rail x.");
        assertThat(run(2, "--amount", "10000", "--bank", "BCA", "--currency", "IDR", "--rail", "xendit-th"))
                .contains("the rail xendit-th does not pay IDR.");
        assertThat(run(2, "--rail", "x")).contains("Name a sample payout too");
        assertThat(run(2, "--amount", "1.00", "--bank", "SCB", "--at", "noon")).contains("--at takes a time");
        Files.writeString(rails, "{}");
        assertThat(run(2)).contains("TICAL_RAILS=" + rails + ": rails is required.");
    }
}
