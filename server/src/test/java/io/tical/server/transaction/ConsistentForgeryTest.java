package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.ledger.AlteredColumn;
import io.tical.server.ledger.Finding;
import io.tical.server.transaction.StoredTable.Stored;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Somebody with a superuser's password writes what the service would have written, in all tables: every sum and every balance agrees, and only
 * the MACs are missing.
 */
class ConsistentForgeryTest {
    private static final List<String> OF_PAYOUT = List.of("payout", "payout_step", "payout_attempt", "state_change");
    private static final long RAISE = 700;
    private static final Duration SEALED = Duration.ofSeconds(20);
    private static final Duration TWO_ROUNDS_OF_SEALING = Duration.ofSeconds(3);

    private TestService service;
    private Merchant merchant;
    private Connection owner;
    private String payout;
    private final List<Tampering> forged = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "3600"));
        merchant = service.merchant().funded("THB", 100_000);
        payout = merchant.payout("order", 1_000).expect(201).word("id");
        owner = service.ownerConnection();
        try (var statement = owner.createStatement()) {
            statement.execute("SET session_replication_role = replica");
            statement.execute("SET timezone = 'UTC'");
        }
    }

    @AfterEach
    void close() throws SQLException {
        owner.close();
        service.close();
    }

    private StoredTable table(String name) {
        return new StoredTable(name, AlteredColumn.of(service.serviceDatabase(), List.of(name)), true);
    }

    private List<Stored> ofPayout(String table) throws SQLException {
        return table(table).all(owner).stream()
                .filter(row -> row.values().containsValue(payout))
                .toList();
    }

    private Stored wallet() throws SQLException {
        return table("wallet").all(owner).getFirst();
    }

    private static Stored plus(Stored row, String column, long amount) {
        return row.with(column, Long.toString(Long.parseLong(row.value(column)) + amount));
    }

    private void insert(String table, Stored row) throws SQLException {
        table(table).insert(owner, row);
        forged.add(new Tampering("forged", table(table), null, row, null));
    }

    private void update(String table, Stored row, Stored after) throws SQLException {
        table(table).update(owner, row, after);
        forged.add(new Tampering("forged", table(table), row, after, null));
    }

    private void requireEachIsNamed() {
        var report = service.audit().run();
        assertThat(report.contradictions()).as("it is consistent").isEmpty();
        assertThat(forged).allMatch(tampering -> tampering.namedBy(report.wrongRows()));
        assertThat(report.wrongRows()).allMatch(this::isForged);
    }

    private boolean isForged(Finding finding) {
        return forged.stream().anyMatch(tampering -> tampering.isAbout(finding));
    }

    /** A payout that nobody has created, with its leg, its history, its transfers and the wallet. */
    @Test
    void aFreshPayoutIsNeitherSentNorSealed() throws SQLException {
        var copy = UUID.randomUUID().toString();
        for (var table : OF_PAYOUT) {
            for (var row : ofPayout(table)) {
                insert(table, copy(row, copy));
            }
        }
        var before = wallet();
        var after = before;
        for (var transfer : ofPayout("transfer")) {
            after = plus(after, "last_seq", 1);
            after = plus(plus(after, "available", -1_000), transfer.value("credit"), 1_000);
            insert(
                    "transfer",
                    copy(transfer, copy)
                            .with("seq", after.value("last_seq"))
                            .with("available_after", after.value("available"))
                            .with("held_after", after.value("held"))
                            .with("in_transit_after", after.value("in_transit")));
        }
        update("wallet", before, plus(after, "daily_used", 1_000));
        service.sql("UPDATE payout SET due_at = now() - interval '1 second' WHERE payout_id = '" + copy + "'");

        await().atMost(SEALED)
                .until(() -> service.serviceDatabase().alteredRows().stream()
                        .anyMatch(sentence -> sentence.startsWith("In payout, ") && sentence.contains(copy)));
        assertThat(service.count("SELECT count(DISTINCT status) FROM payout"))
                .as("the copy is as the payout that it was made from")
                .isEqualTo(1);
        assertThat(service.count("SELECT count(*) FROM payout_attempt WHERE payout_id = '" + copy + "'"))
                .isZero();
        merchant.get("/v1/payouts/" + copy).expect(503);
        requireNothingIsSealedFrom(Long.parseLong(before.value("last_seq")) + 1);
        requireEachIsNamed();
    }

    private static Stored copy(Stored row, String id) {
        var copied = new LinkedHashMap<String, @Nullable String>();
        row.values()
                .forEach((column, value) -> copied.put(
                        column,
                        switch (column) {
                            case "payout_id", "object_id", "reference" -> id;
                            case "step_id", "transfer_id", "change_id" ->
                                UUID.randomUUID().toString();
                            case "merchant_ref" -> "forged";
                            default -> value;
                        }));
        return new Stored(copied);
    }

    /** A larger payout than the merchant created, long after it was sealed. The seals are deleted, so that the service seals everything anew. */
    @Test
    void aSealedPayoutThatWasRaisedIsNotSealedAgain() throws SQLException {
        await().atMost(SEALED)
                .until(() -> service.count(
                                "SELECT count(*) FROM seal s JOIN wallet w USING (organization_id, livemode, currency) WHERE s.to_seq = w.last_seq")
                        == 1);
        update("payout", ofPayout("payout").getFirst(), plus(ofPayout("payout").getFirst(), "amount", RAISE));
        update(
                "payout_step",
                ofPayout("payout_step").getFirst(),
                plus(ofPayout("payout_step").getFirst(), "amount", RAISE));
        var first = Long.MAX_VALUE;
        var raised = wallet();
        for (var transfer : table("transfer").all(owner)) {
            if (transfer.values().containsValue(payout)) {
                first = Math.min(first, Long.parseLong(transfer.value("seq")));
                raised = plus(plus(raised, "available", -RAISE), transfer.value("credit"), RAISE);
                update(
                        "transfer",
                        transfer,
                        plus(
                                plus(plus(transfer, "amount", RAISE), "available_after", -RAISE),
                                transfer.value("credit") + "_after",
                                RAISE));
            }
        }
        update("wallet", wallet(), plus(raised, "daily_used", RAISE));
        for (var seal : table("seal").all(owner)) {
            table("seal").delete(owner, seal);
            forged.add(new Tampering("forged", table("seal"), seal, null, null));
        }

        requireNothingIsSealedFrom(first);
        requireEachIsNamed();
        merchant.post("/v1/payouts/" + payout + "/cancel").expect(503);
    }

    /** Although the service goes on sealing. */
    private void requireNothingIsSealedFrom(long seq) {
        var honest = service.merchant().funded("THB", 1_000);
        await().atMost(SEALED)
                .until(() -> service.count(
                                "SELECT count(*) FROM seal WHERE organization_id = '" + honest.organizationId() + "'")
                        == 1);
        await().during(TWO_ROUNDS_OF_SEALING)
                .atMost(TWO_ROUNDS_OF_SEALING.plusSeconds(30))
                .until(() -> service.count("SELECT count(*) FROM seal WHERE to_seq >= " + seq
                                + " AND organization_id = '" + merchant.organizationId() + "'")
                        == 0);
        assertThat(service.serviceDatabase().alteredRows()).anyMatch(sentence -> sentence.startsWith("In transfer, "));
    }
}
