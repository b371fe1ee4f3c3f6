package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.config.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file of rails: what it takes, and how it says what is wrong. */
class RailsFileTest {
    private static final Path SHIPPED = Path.of("..", "docs", "rails");
    private static final Instant NOON = Instant.parse("2026-11-30T05:00:00Z");

    static final Map<String, String> SECRETS = Map.of(
            "XENDIT_TH_KEY",
            "xnd_secret",
            "SCB_ADAPTER_TOKEN",
            "adapter-token",
            "SCB_ADAPTER_CALLBACK_SECRET",
            "adapter-callback",
            "STARPAGO_APP_SECRET",
            "daa153d25c25c3736b474a91aeaa7fa7");

    @TempDir
    private Path folder;

    static String shipped(String name) {
        try {
            return Files.readString(SHIPPED.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RailsFile read(String text) {
        return RailsFile.read(written(text), SECRETS);
    }

    private Path written(String text) {
        try {
            return Files.writeString(folder.resolve("rails.json"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theShippedFilesAreValid() throws IOException {
        var key = Files.writeString(folder.resolve("key"), "xnd_secret\n");

        try (var files = Files.list(SHIPPED)) {
            assertThat(files).hasSizeGreaterThanOrEqualTo(3).allSatisfy(file -> {
                var text = Files.readString(file).replace("/run/secrets/xendit-id-key", key.toString());
                assertThat(read(text).lines()).isNotEmpty();
            });
        }
    }

    @Test
    void railsAndRulesAreReadable() {
        assertThat(read(shipped("bank-adapter.json")).lines())
                .containsExactly(
                        "scb-api at https://adapter.example/scb, THB up to 2,000,000.00, with callbacks",
                        "rule 1, settlements: manual",
                        "rule 2, THB to SCB up to 2,000,000.00: scb-api",
                        "rule 3, THB up to 50,000.00 06:00-22:30 Asia/Bangkok: scb-api (3), manual (1)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"name\": \"scb-api\" | \"name\": \"manual\" | rails[0].name cannot be manual",
                "\"name\": \"scb-api\" | \"name\": \"SCB\" | rails[0].name takes 2 to 32 lowercase letters",
                "\"name\": \"scb-api\" | \"nam\": \"scb-api\" | rails[0].nam is no field",
                "https://adapter.example/scb | http://adapter.example/scb | rails[0].url takes an https address",
                "https://adapter.example/scb | https://169.254.1.1/a?b | rails[0].url takes an https address",
                "\"variable\": \"SCB_ADAPTER_TOKEN\" | \"variable\": \"NOT_SET\" | rails[0].secrets.token.variable names the variable NOT_SET, which is not set",
                "\"variable\": \"SCB_ADAPTER_TOKEN\" | \"file\": \"/nowhere/token\" | rails[0].secrets.token.file names a file that cannot be read",
                "\"variable\": \"SCB_ADAPTER_TOKEN\" | \"value\": \"abc\" | rails[0].secrets.token.value is no field",
                "\"THB\": {\"max\" | \"XYZ\": {\"max\" | rails[0].currencies.XYZ is no currency",
                "\"THB\": {\"max\": \"2000000.00\" | \"THB\": {\"max\": \"2000000.001\" | rails[0].currencies.THB.max has more than the 2 decimals",
                "\"THB\": {\"max\": \"2000000.00\" | \"THB\": {\"max\": 2000000 | rails[0].currencies.THB.max must be a text",
                "\"THB\": {\"max\": \"2000000.00\" | \"THB\": {\"max\": \"1.00\", \"min\": \"2.00\" | rails[0].currencies.THB has a min above its max",
                "\"THB\": {\"max\": \"2000000.00\" | \"THB\": {\"max\": \"1.00\", \"banks\": {\"NOBANK\": \"1\"} | rails[0].currencies.THB.banks.NOBANK names NOBANK, which is no bank for THB",
                "\"23:45\" | \"24:45\" | rails[0].maintenance[0].from takes a time such as 22:30",
                "\"until\": \"00:15\", \"zone\": \"Asia/Bangkok\" | \"until\": \"00:15\", \"zone\": \"Bangkok\" | rails[0].maintenance[0].zone takes the name of a time zone",
                "\"method\": \"POST\" | \"method\": \"DELETE\" | rails[0].send.method takes GET or POST or PUT",
                "\"path\": \"/transfers\", | \"path\": \"transfers\", | rails[0].send.path takes a path",
                "\"/transfers/{attempt}\" | \"/transfers/{secret:token}\" | rails[0].poll.path uses {secret:token}",
                "\"/transfers/{attempt}\" | \"/transfers/1\" | rails[0].poll needs {attempt}",
                "Bearer {secret:token}\", \"Idempotency-Key\" | Bearer {secret:tok}\", \"Idempotency-Key\" | rails[0].send.headers.Authorization uses {secret:tok}",
                "\"Idempotency-Key\": \"{attempt}\" | \"Host\": \"{attempt}\" | rails[0].send.headers.Host is no header that can be set",
                "\"Idempotency-Key\": \"{attempt}\" | \"Idempotency-Key\": \"{holder}\" | rails[0].send.headers.Idempotency-Key uses {holder}",
                "\"{minor:number}\" | \"{minro}\" | rails[0].send.body.amount uses {minro}",
                "\"{minor:number}\" | 1 | rails[0].send needs {minor} or {decimal}",
                "\"{account}\" | \"1\" | rails[0].send needs {account}",
                "\"amount_in\": \"minor\" | \"amount_in\": \"cents\" | rails[0].send.answer.amount_in takes decimal or minor",
                "\"id\": \"/transfer_id\", | `` | rails[0].send.answer.id is required",
                "\"delivered\": \"/status=done\" | \"delivered\": \"200\" | rails[0].send.answer.delivered names the status 200 alone",
                "\"429\" | \"503\" | rails[0].send.answer.never_sent[1] names the status 503 alone",
                "\"429\" | \"302 /a=b\" | rails[0].send.answer.never_sent[1] names the status 302",
                "\"429\" | \"status=1\" | rails[0].send.answer.never_sent[1] takes a status, a JSON pointer with a value, or both",
                "\"closed\": \"account_closed\" | \"closed\": \"closed\" | rails[0].send.answer.failure_codes.closed takes account_closed",
                "\"not_found_after_seconds\": 900 | \"not_found_after_seconds\": 1 | rails[0].poll.answer.not_found_after_seconds takes a whole number from 60",
                "\"callback_secret\": \"callback\" | \"callback_secret\": \"hook\" | rails[0].callback_secret is none of the rail's secrets",
                "\"rails\": \"scb-api\"} | \"rails\": \"scb\"} | rules[1].rails names scb, which is none of the rails",
                "\"rail\": \"manual\", \"weight\": 1 | \"rail\": \"scb-api\", \"weight\": 1 | rules[2].rails[1] is there twice",
                "\"weight\": 1 | \"weight\": 0 | rules[2].rails[1].weight takes a whole number from 1",
                "\"banks\": [\"SCB\"] | \"banks\": [\"XXX\"] | rules[1].banks[0] names XXX, which is no bank for THB",
                "\"for\": \"settlements\" | \"for\": \"payins\" | rules[0].for takes payouts or settlements",
                "\"for\": \"settlements\" | \"max\": \"1.00\" | rules[0] has an amount, so it needs a currency",
                "\"rules\": [ | \"rules\": [[], | rules[0] must be an object",
            })
    void whatIsWrongIsNamedWithItsPlace(String before, @Nullable String after, String sentence) {
        var text = shipped("bank-adapter.json");
        assertThat(text).contains(before);
        var at = text.indexOf(before);
        var broken = text.substring(0, at) + (after == null ? "" : after) + text.substring(at + before.length());

        assertThatThrownBy(() -> read(broken))
                .isInstanceOf(RailsFile.Invalid.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("adapter-token");
    }

    @Test
    void aBadFileRefusesTheSettingsInOneSentence() {
        for (var text : Stream.of("", "{", "[]", "{\"rails\": []}", "{\"rails\": [], \"rails\": []}")
                .toList()) {
            assertThatThrownBy(() ->
                            Settings.read(Map.of("TICAL_RAILS", written(text).toString()), folder))
                    .isInstanceOf(Settings.SettingInvalid.class)
                    .hasMessageStartingWith("TICAL_RAILS=" + folder.resolve("rails.json") + ": ")
                    .hasMessageEndingWith(".");
        }
        assertThatThrownBy(() -> Settings.read(Map.of("TICAL_RAILS", "nowhere.json"), folder))
                .hasMessageStartingWith("TICAL_RAILS=nowhere.json: the file cannot be read");
        assertThat(Settings.read(Map.of(), folder).rails()).isEqualTo(RailsFile.NONE);
    }

    @Test
    void twoRailsCannotSignWithTheSameSecret() {
        var text = shipped("bank-adapter.json");
        var rail = text.substring(text.indexOf("    {\n      \"name\""), text.indexOf("  ],\n  \"rules\""));

        assertThatThrownBy(() -> read(text.replace(rail, rail + "," + rail.replace("scb-api", "other"))))
                .hasMessageContaining("scb-api and other have the same callback secret");
        assertThatThrownBy(() -> read(text.replace(rail, rail + "," + rail)))
                .hasMessageContaining("rails[1] is there twice");
    }

    @Test
    void aSampleShowsTheRequestWithoutItsSecretsAndHowAnswersAreRead() {
        var file = read(shipped("bank-adapter.json"));
        var sample = SampleOrder.of(
                file,
                new SampleOrder.Terms("THB", "SCB", "1500.25", "1234567890", "สมชาย \"x\"", "order-1", null),
                NOON);

        assertThat(sample.route()).isEqualTo(new Route("scb-api", "rule 2, THB to SCB up to 2,000,000.00"));
        assertThat(sample.request("scb-api")).contains("""
                POST https://adapter.example/scb/transfers
                Authorization: Bearer (secret token)
                Idempotency-Key: 01234567-89ab-7cde-8f01-23456789abcd
                Content-Type: application/json

                {"reference":"01234567-89ab-7cde-8f01-23456789abcd","amount":150025,"currency":"THB","bank":"014",\
                "account":"1234567890","holder":"สมชาย \\"x\\"","note":"order-1"}""");
        assertThat(sample.poll("scb-api").orElseThrow())
                .startsWith("GET https://adapter.example/scb/transfers/01234567-89ab-7cde-8f01-23456789abcd\n");
        assertThat(sample.outcome("scb-api", false, 429, new byte[0])).startsWith("never sent");
        assertThat(sample.outcome("scb-api", true, 200, new byte[0])).startsWith("unknown");
        assertThat(sample.request("manual")).isEmpty();
        assertThat(file.toString()).doesNotContain("adapter-token", "adapter-callback");
    }

    @Test
    void aShortCallbackSecretIsRefused() {
        var secrets = new HashMap<>(SECRETS);
        secrets.put("SCB_ADAPTER_CALLBACK_SECRET", "short");
        assertThatThrownBy(() -> RailsFile.read(written(shipped("bank-adapter.json")), secrets))
                .hasMessageContaining("rails[0].callback_secret names a secret of fewer than 16 characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                "{sorted}&key={secret:app}" | "{sorted}" | rails[0].signature.text needs a secret, or anybody can sign
                "{sorted}&key={secret:app}" | "{method}{secret:app}" | rails[0].signature.text needs {body} or {sorted}
                "{sorted}&key={secret:app}" | "{body}{secret:app}" | rails[0].send.body has the signature, which signs the body
                "{sorted}&key={secret:app}" | "{sorted}{path}{secret:app}" | rails[0].poll.path has the signature, which signs the path
                "sha256" | "md5" | rails[0].signature.algorithm takes hmac-sha256 or sha256, not "md5"
                "sha256" | "hmac-sha256" | rails[0].signature.secret is required
                "{signature}" | "" | rails[0].send needs {signature}, because the rail has a signature
                """)
    void aSignatureThatSignsNothingIsRefused(String written, String instead, String message) {
        assertThatThrownBy(() -> read(shipped("starpago-thailand.json").replace(written, instead)))
                .hasMessageContaining(message);
    }

    @Test
    void anotherAddressRequestOrCredentialIsAnotherConnection() {
        var shipped = shipped("bank-adapter.json");
        var connection = read(shipped).rails().getFirst().connection();

        assertThat(read(shipped.replace("2000000.00", "1000000.00")
                                .replace("not_found_after_seconds\": 900", "not_found_after_seconds\": 901"))
                        .rails()
                        .getFirst()
                        .connection())
                .isEqualTo(connection);
        for (var other : List.of(
                shipped.replace("adapter.example/scb", "adapter.example/kbank"),
                shipped.replace("/transfers/{attempt}", "/transfer/{attempt}"))) {
            assertThat(read(other).rails().getFirst().connection()).isNotEqualTo(connection);
        }
        var secrets = new HashMap<>(SECRETS);
        secrets.put("SCB_ADAPTER_CALLBACK_SECRET", "another-callback-secret");
        assertThat(RailsFile.read(written(shipped), secrets).rails().getFirst().connection())
                .isEqualTo(connection);
        secrets.put("SCB_ADAPTER_TOKEN", "another");
        assertThat(RailsFile.read(written(shipped), secrets).rails().getFirst().connection())
                .isNotEqualTo(connection);
    }
}
