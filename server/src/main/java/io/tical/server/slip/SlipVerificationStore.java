package io.tical.server.slip;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.rail.SlipOutcome;
import io.tical.server.rail.SlipParty;
import io.tical.server.slip.SlipVerification.Party;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The SQL of verifications. */
final class SlipVerificationStore {
    private static final String SELECT = """
            SELECT v.reference, v.sending_bank, v.amount, v.currency, v.transferred_at, v.sender_account, v.sender_name,
                   v.receiver_bank, v.receiver_account, v.receiver_name, v.verified_at, s.times
            FROM slip_verification v JOIN slip_seen s USING (organization_id, livemode, reference, sending_bank)
            WHERE v.organization_id = cast(:organization AS uuid) AND v.livemode = :livemode AND v.verified_at > :since
            """;

    private static final BulkWrite<Verified> KEEP = BulkWrite.<Verified>of("slip_verification")
            .key("organization_id", "uuid", one -> one.caller().organizationId())
            .key("livemode", "boolean", one -> one.caller().livemode())
            .key("reference", "text", one -> one.transfer().reference())
            .key("sending_bank", "text", one -> bank(one.transfer()))
            .column("qr_hash", "bytea", Verified::hash)
            .column("amount", "bigint", one -> one.transfer().amount())
            .column("currency", "text", one -> one.transfer().currency())
            .column("transferred_at", "timestamptz", one -> one.transfer().transferredAt())
            .column("sender_account", "text", one -> one.sender().accountNo())
            .column("sender_name", "text", one -> one.sender().name())
            .column("receiver_bank", "text", one -> one.receiver().bankCode())
            .column("receiver_account", "text", one -> one.receiver().accountNo())
            .column("receiver_name", "text", one -> one.receiver().name())
            .column("verified_at", "timestamptz", Verified::at);

    private SlipVerificationStore() {}

    private record Verified(
            Caller caller, byte[] hash, SlipOutcome.Facts transfer, Party sender, Party receiver, Instant at) {}

    /**
     * A transfer that was verified.
     *
     * @param times the number of verifications
     */
    record Kept(SlipOutcome.Facts transfer, Instant verifiedAt, long times) {}

    static Optional<Kept> byQr(Session session, Caller caller, byte[] hash, Instant since) {
        return newest(session, caller, "v.qr_hash = :known", hash, since);
    }

    static Optional<Kept> byReference(Session session, Caller caller, String reference, Instant since) {
        return newest(session, caller, "v.reference = :known", reference, since);
    }

    private static Optional<Kept> newest(
            Session session, Caller caller, String condition, Object known, Instant since) {
        return statement(session, caller, SELECT + " AND " + condition + " ORDER BY v.verified_at DESC LIMIT 1")
                .bind("since", since)
                .bind("known", known)
                .first(row -> new Kept(
                        new SlipOutcome.Facts(
                                row.text("reference"),
                                row.number("amount"),
                                row.text("currency"),
                                row.instantOrNull("transferred_at"),
                                party(row, "sending_bank", "sender"),
                                party(row, "receiver_bank", "receiver")),
                        row.instant("verified_at"),
                        row.number("times")));
    }

    private static SlipParty party(Row row, String bank, String party) {
        var code = row.textOrNull(bank);
        var name = row.textOrNull(party + "_name");
        return new SlipParty(
                "".equals(code) ? null : code,
                row.textOrNull(party + "_account"),
                null,
                name == null ? List.of() : List.of(name));
    }

    /** Counts a verification of a transfer; returns the new count. */
    static long saw(Session session, Caller caller, SlipOutcome.Facts transfer, Instant now) {
        return statement(session, caller, """
                        INSERT INTO slip_seen AS s (organization_id, livemode, reference, sending_bank, times, first_at, last_at)
                        VALUES (cast(:organization AS uuid), :livemode, :reference, :bank, 1, :now, :now)
                        ON CONFLICT (organization_id, livemode, reference, sending_bank)
                        DO UPDATE SET times = s.times + 1, last_at = excluded.last_at
                        RETURNING times
                        """)
                .bind("reference", transfer.reference())
                .bind("bank", bank(transfer))
                .bind("now", now)
                .one(row -> row.number("times"));
    }

    static void keep(Session session, Caller caller, byte[] hash, SlipOutcome.Facts transfer, Instant now) {
        var verified =
                new Verified(caller, hash, transfer, Party.of(transfer.sender()), Party.of(transfer.receiver()), now);
        KEEP.upsert(session, List.of(verified)).run();
    }

    static long forget(Session session, Instant before, int rowsMax) {
        return session.sql("""
                        DELETE FROM slip_verification WHERE (organization_id, livemode, reference, sending_bank) IN (
                            SELECT organization_id, livemode, reference, sending_bank FROM slip_verification
                            WHERE verified_at <= :before LIMIT :rows)
                        """).bind("before", before).bind("rows", rowsMax).run();
    }

    private static Session.Statement statement(Session session, Caller caller, String sql) {
        return session.sql(sql).bind("organization", caller.organizationId()).bind("livemode", caller.livemode());
    }

    /** A reference is unique within a bank; unknown banks count as one. */
    private static String bank(SlipOutcome.Facts transfer) {
        @Nullable String bank = transfer.sender().bankCode();
        return bank == null ? "" : bank;
    }
}
