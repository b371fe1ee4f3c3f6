package io.tical.server.statement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Finding;
import io.tical.server.secret.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code GET /v1/statements/daily}, and the programs of the guide that verify its documents without the service. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DailyStatementsTest {
    private TestService service;

    @TempDir
    private Path work;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.requireNoConnectionInUse();
        service.close();
    }

    /** Days before the one that is not sealed yet: in the first minutes of a day that is still the day before. */
    private static LocalDate daysAgo(int days) {
        return LocalDate.ofInstant(Instant.now().minus(DailySealing.GRACE), ZoneOffset.UTC)
                .minusDays(days);
    }

    /** A merchant with movements five, three and three days ago, and today. */
    private Merchant merchant() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var payout = merchant.payout("delivered", 2_500).expect(201).word("id");
        merchant.post("/v1/payouts/" + payout + "/test-confirm").expect(200);
        merchant.funded("THB", 77);
        service.asService(
                "transfer",
                "UPDATE transfer SET created_at = created_at - interval '%s' - (ARRAY[5, 3, 3, 0])[seq] * interval '24 hours' WHERE organization_id = '%s'"
                        .formatted(DailySealing.GRACE, merchant.organizationId()));
        return merchant;
    }

    private static String path(LocalDate day) {
        return "/v1/statements/daily?currency=THB&date=" + day;
    }

    private static String document(Merchant merchant, LocalDate day) {
        return new String(merchant.file(path(day)).body(), UTF_8);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(Files.createDirectories(work).resolve(name), text);
    }

    /** The documents of these days, each in a file. */
    private List<Path> files(Merchant merchant, int fromDaysAgo, int toDaysAgo) throws IOException {
        var files = new ArrayList<Path>();
        for (int days = fromDaysAgo; days >= toDaysAgo; days--) {
            var answer = merchant.file(path(daysAgo(days)));
            var name = answer.headers().firstValue("content-disposition").orElseThrow();
            assertThat(name).isEqualTo("attachment; filename=\"daily-test-THB-" + daysAgo(days) + ".txt\"");
            files.add(file(merchant.organizationId() + "-" + days + ".txt", new String(answer.body(), UTF_8)));
        }
        return files;
    }

    @Test
    void aDocumentHasTheDaysMovementsBetweenItsBalancesAndNamesTheDayBefore() {
        var merchant = merchant();

        var first = document(merchant, daysAgo(5)).split("\n");
        assertThat(first[0]).isEqualTo("tical-statement 1");
        assertThat(List.of(first).subList(1, 7))
                .containsExactly(
                        "organization " + merchant.organizationId(),
                        "environment test",
                        "currency THB",
                        "date " + daysAgo(5),
                        "previous " + "0".repeat(64),
                        "opening 0 0 0 0");
        assertThat(first[7])
                .matches("movement 1 [0-9a-f-]{36} " + daysAgo(5)
                        + "T[0-9:.]{12}Z sandbox_top_up sandbox available 1000000 [0-9a-f-]{36} 1000000 0 0");
        assertThat(first[8]).isEqualTo("closing 1 1000000 0 0");
        assertThat(first[9]).matches("head [0-9a-f]{64}");
        assertThat(first).hasSize(10);

        var empty = document(merchant, daysAgo(4)).split("\n");
        assertThat(empty[5]).isEqualTo("previous " + first[9].substring("head ".length()));
        assertThat(List.of(empty).subList(6, 8)).containsExactly("opening 1 1000000 0 0", "closing 1 1000000 0 0");

        var third = document(merchant, daysAgo(3)).split("\n");
        assertThat(third[5]).isEqualTo("previous " + empty[8].substring("head ".length()));
        assertThat(third[7])
                .contains(" payout_capture available in_transit 2500 ")
                .endsWith(" 997500 0 2500");
        assertThat(third[9]).isEqualTo("closing 3 997500 0 0");
        assertThat(document(merchant, daysAgo(1)).split("\n")[6]).isEqualTo("opening 3 997500 0 0");
        service.requireCleanAudit();
    }

    private Merchant movedFiveDaysAgo() {
        var merchant = service.merchant().funded("THB", 1_000);
        made(merchant, 1, 5);
        return merchant;
    }

    /** Lets a movement have been made this many days ago. */
    private void made(Merchant merchant, int seq, int days) {
        service.asService(
                "transfer",
                String.format(
                        Locale.ROOT,
                        "UPDATE transfer SET created_at = created_at - %d * interval '24 hours' WHERE organization_id = '%s' AND seq = %d",
                        days,
                        merchant.organizationId(),
                        seq));
    }

    private long sealedDays(Merchant merchant) {
        return service.count(
                "SELECT count(*) FROM daily_statement WHERE organization_id = '" + merchant.organizationId() + "'");
    }

    @Test
    void aDayWithoutMovementsIsSealedWhenItIsAskedForAndMayTakeLateMovementsUntilThen() {
        var asking = movedFiveDaysAgo();
        var silent = movedFiveDaysAgo();
        var sealing = new DailySealing(service.serviceDatabase(), TestService.CLOCK);
        for (var merchant : List.of(asking, silent)) {
            sealing.seal(new WalletKey(merchant.organizationId(), false, "THB"), daysAgo(1), false);
            assertThat(sealedDays(merchant)).isOne();
        }
        var empty = document(asking, daysAgo(3));
        assertThat(empty).doesNotContain("\nmovement ");
        assertThat(sealedDays(asking)).isEqualTo(2);

        for (var merchant : List.of(asking, silent)) {
            merchant.funded("THB", 5);
            made(merchant, 2, 3);
        }
        assertThat(document(asking, daysAgo(3))).isEqualTo(empty);
        assertThat(document(asking, daysAgo(2))).contains("\nmovement 2 ");
        assertThat(document(silent, daysAgo(3))).contains("\nmovement 2 ");
        assertThat(document(silent, daysAgo(4))).doesNotContain("\nmovement ");
    }

    @ParameterizedTest
    @EnumSource
    void theProgramsOfTheGuideFindWhatWasChangedRemovedOrLeftOut(VerifyScript script) throws Exception {
        script.requireInterpreter();
        var merchant = merchant();
        var files = files(merchant, 5, 1);
        var head = Files.readAllLines(files.getLast()).getLast();
        assertThat(script.verify(files)).isEqualTo(new VerifyScript.Verdict(true, "OK 5 days, " + head));
        assertThat(script.verify(files.subList(2, 5)).ok()).isTrue();

        var days3 = Files.readString(files.get(2));
        var lines = days3.lines().toList();
        requireFound(script, files, 2, days3.replace(" 2500 ", " 2501 "), "the lines do not come to the head");
        requireFound(script, files, 2, days3.replace(lines.get(8) + "\n", ""), "the lines do not come to the head");
        requireFound(
                script,
                files,
                2,
                days3.replace("closing 3 997500", "closing 3 997501"),
                "the lines do not come to the head");
        // Whoever computes the head of what was changed anew is found by the next file.
        requireFound(script, files, 2, resealed(days3.replace(" 2500 ", " 2501 ")), "movement 2 does not follow");
        var renamed = resealed(days3.replace("payout_deliver", "payout_fee"));
        requireFound(script, files, 2, renamed, "it does not follow from the file before");
        var without = new ArrayList<>(files);
        without.remove(1);
        assertThat(script.verify(without).text()).endsWith("it does not follow from the file before");
        var reordered = days3.replace(lines.get(7) + "\n" + lines.get(8), lines.get(8) + "\n" + lines.get(7));
        requireFound(script, files, 2, reordered, "the lines do not come to the head");
        requireFound(script, files, 2, resealed(reordered), "movement 3 does not follow");
        assertThat(script.verify(files.reversed()).text()).endsWith("it does not follow from the file before");
        var other = files(merchant(), 5, 5);
        assertThat(script.verify(List.of(other.getFirst(), files.get(1))).text())
                .endsWith("it does not follow from the file before");
        assertThat(script.verify(List.of(file("no.txt", "hello\n"))).text()).endsWith("not a sealed document");
    }

    /** That the sequence is refused with this text when the file at a place is another. */
    private void requireFound(VerifyScript script, List<Path> files, int place, String changed, String text)
            throws Exception {
        var sequence = new ArrayList<>(files);
        sequence.set(place, file("changed.txt", changed));
        var verdict = script.verify(sequence);
        assertThat(verdict.ok()).as(verdict.text()).isFalse();
        assertThat(verdict.text()).contains(text);
    }

    /** The same lines with a head that fits them. */
    private static String resealed(String document) {
        var body = document.substring(0, document.lastIndexOf("head "));
        var previous = body.lines()
                .filter(line -> line.startsWith("previous "))
                .findFirst()
                .orElseThrow()
                .substring("previous ".length());
        var head = Hashes.sha256(concatenated(HexFormat.of().parseHex(previous), Hashes.sha256(body.getBytes(UTF_8))));
        return body + "head " + HexFormat.of().formatHex(head) + "\n";
    }

    private static byte[] concatenated(byte[] one, byte[] other) {
        var both = new byte[one.length + other.length];
        System.arraycopy(one, 0, both, 0, one.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "currency=THB                    | 400 VALIDATION_FAILED",
                "date=2026-01-01                 | 400 VALIDATION_FAILED",
                "currency=THB&date=2026-02-30    | 400 VALIDATION_FAILED",
                "currency=THB&date=1767225600    | 400 VALIDATION_FAILED",
                "currency=THB&date=9999-12-31    | 400 VALIDATION_FAILED",
                "currency=XXX&date=2026-01-01    | 400 CURRENCY_UNSUPPORTED",
                "currency=THB&date=2026-01-01    | 404 STATEMENT_NOT_FOUND",
                "currency=USD&date=2026-01-01    | 404 STATEMENT_NOT_FOUND",
                "currency=THB&date=TODAY         | 422 STATEMENT_NOT_SEALED",
            })
    void whatCannotBeAskedForIsRefused(String query, String refusal) {
        var merchant = service.merchant().funded("THB", 1_000);
        var reply = merchant.get(
                "/v1/statements/daily?" + query.replace("TODAY", daysAgo(0).toString()));
        assertThat(reply.status() + " " + reply.code()).isEqualTo(refusal);
    }

    @Test
    void anEnvironmentAndAnOrganizationHaveDocumentsOfTheirOwn() {
        var merchant = merchant();
        document(merchant, daysAgo(5));
        service.live(merchant).get(path(daysAgo(5))).expect(404, "STATEMENT_NOT_FOUND");
        service.merchant().get(path(daysAgo(5))).expect(404, "STATEMENT_NOT_FOUND");
    }

    @Test
    void aTransferThatWasAlteredAfterTheDayWasSealedIsNeverServedAndFoundByTheAudit() {
        var merchant = merchant();
        var sealed = document(merchant, daysAgo(3));
        var of = " WHERE organization_id = '" + merchant.organizationId() + "' AND seq = 2";
        // With a valid MAC, as somebody with the master key could write it, and consistent balances.
        service.asService("transfer", "UPDATE transfer SET created_at = created_at + interval '1 millisecond'" + of);
        merchant.get(path(daysAgo(3))).expect(503, "SERVICE_UNAVAILABLE");
        assertThat(service.audit().run().findings())
                .extracting(Finding::sentence)
                .singleElement()
                .asString()
                .startsWith(
                        "In daily_statement, organization " + merchant.organizationId() + " test THB number 2 head:");
        service.asService("transfer", "UPDATE transfer SET created_at = created_at - interval '1 millisecond'" + of);
        assertThat(document(merchant, daysAgo(3))).isEqualTo(sealed);
    }

    @Test
    void aDayIsNotSealedOverATransferThatTheServiceDidNotWrite() {
        var merchant = merchant();
        var of = " WHERE organization_id = '" + merchant.organizationId() + "' AND seq = 2";
        service.sql("UPDATE transfer SET operation = 'payout_activate'" + of);
        merchant.get(path(daysAgo(3))).expect(503, "SERVICE_UNAVAILABLE");
        assertThat(document(merchant, daysAgo(5))).endsWith("\n");
        service.sql("UPDATE transfer SET operation = 'payout_capture'" + of);
        assertThat(document(merchant, daysAgo(3))).contains(" payout_capture ");
    }

    @Test
    void theAuditNamesASealedDayThatWasAlteredOrRemoved() {
        var merchant = merchant();
        document(merchant, daysAgo(1));
        var of = " WHERE organization_id = '" + merchant.organizationId() + "' AND number = 1";
        service.sql("CREATE TABLE kept AS SELECT * FROM daily_statement" + of);
        service.sql("UPDATE daily_statement SET head = sha256('')" + of);
        merchant.get(path(daysAgo(5))).expect(503, "SERVICE_UNAVAILABLE");
        assertThat(service.audit().run().wrongRows()).extracting(Finding::table).containsOnly("daily_statement");
        service.sql("DELETE FROM daily_statement" + of);
        assertThat(service.audit().run().wrongRows()).extracting(Finding::table).containsOnly("daily_statement");
        service.sql("INSERT INTO daily_statement SELECT * FROM kept");
        service.sql("DROP TABLE kept");
        document(merchant, daysAgo(5));
    }

    @Test
    void timesOfDocumentsAreThoseOfTheTransfers() {
        var merchant = merchant();
        var line = document(merchant, daysAgo(5)).lines().toList().get(7).split(" ");
        var statement =
                merchant.get("/v1/statements?currency=THB&from=0").expect(200).data();
        var movement = statement.at("/movements/0");
        assertThat(Instant.parse(line[3]).getEpochSecond())
                .isEqualTo(movement.get("created_at").asLong());
        assertThat(line[2]).isEqualTo(movement.get("id").asText());
    }
}
