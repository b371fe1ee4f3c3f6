package io.tical.server.slip;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.rail.SlipParty;
import io.tical.server.slip.SlipVerification.Party;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The SQL of verifications. */
final class SlipVerificationStore {
    private static final String OF_CALLER =
            " WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode";

    /** Not in the journal, because a lost result is only verified again. */
    static final BulkWrite<Verified> VERIFICATIONS = BulkWrite.<Verified>of("slip_verification")
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
            .column("verified_at", "timestamptz", Verified::at)
            .authenticated();

    static final BulkWrite<Seen> SEEN = BulkWrite.<Seen>of("slip_seen")
            .key("organization_id", "uuid", one -> one.caller().organizationId())
            .key("livemode", "boolean", one -> one.caller().livemode())
            .key("reference", "text", Seen::reference)
            .key("sending_bank", "text", Seen::bank)
            .column("times", "bigint", Seen::times)
            .column("first_at", "timestamptz", Seen::firstAt)
            .column("last_at", "timestamptz", Seen::lastAt)
            .authenticated()
            .journaled();

    private SlipVerificationStore() {}

    record Verified(Caller caller, byte[] hash, SlipOutcome.Facts transfer, Party sender, Party receiver, Instant at) {}

    /** The count of verifications of a transfer. */
    record Seen(Caller caller, String reference, String bank, long times, Instant firstAt, Instant lastAt) {
        Seen again(Instant at) {
            return new Seen(caller, reference, bank, times + 1, firstAt, at);
        }
    }

    /**
     * A verified transfer.
     *
     * @param times the number of verifications
     */
    record Kept(SlipOutcome.Facts transfer, Instant verifiedAt, long times) {}

    static Optional<Kept> byQr(Session session, Caller caller, byte[] hash, Instant since) {
        return newest(session, caller, "qr_hash = :known", hash, since);
    }

    static Optional<Kept> byReference(Session session, Caller caller, String reference, Instant since) {
        return newest(session, caller, "reference = :known", reference, since);
    }

    private static Optional<Kept> newest(
            Session session, Caller caller, String condition, Object known, Instant since) {
        var proof = VERIFICATIONS.readingProof(session);
        var newest = statement(
                        session,
                        caller,
                        "SELECT * FROM slip_verification" + OF_CALLER + " AND verified_at > :since AND " + condition
                                + " ORDER BY verified_at DESC LIMIT 1")
                .bind("since", since)
                .bind("known", known)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return Map.entry(
                            new SlipOutcome.Facts(
                                    row.text("reference"),
                                    row.number("amount"),
                                    row.text("currency"),
                                    row.instantOrNull("transferred_at"),
                                    party(row, "sending_bank", "sender"),
                                    party(row, "receiver_bank", "receiver")),
                            row.instant("verified_at"));
                });
        return newest.flatMap(kept -> seen(session, caller, kept.getKey(), "")
                .map(seen -> new Kept(kept.getKey(), kept.getValue(), seen.times())));
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
        var first = new Seen(caller, transfer.reference(), bank(transfer), 1, now, now);
        if (SEEN.insertIfAbsent(session, first)) {
            return first.times();
        }
        var again = seen(session, caller, transfer, " FOR UPDATE").orElseThrow().again(now);
        SEEN.update(session, List.of(again)).run();
        return again.times();
    }

    /** @param locking the locking clause; empty for none */
    private static Optional<Seen> seen(Session session, Caller caller, SlipOutcome.Facts transfer, String locking) {
        var proof = locking.isEmpty() ? SEEN.readingProof(session) : SEEN.proof(session);
        var bank = bank(transfer);
        return statement(
                        session,
                        caller,
                        "SELECT * FROM slip_seen" + OF_CALLER + " AND reference = :reference AND sending_bank = :bank"
                                + locking)
                .bind("reference", transfer.reference())
                .bind("bank", bank)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return new Seen(
                            caller,
                            transfer.reference(),
                            bank,
                            row.number("times"),
                            row.instant("first_at"),
                            row.instant("last_at"));
                });
    }

    static void keep(Session session, Caller caller, byte[] hash, SlipOutcome.Facts transfer, Instant now) {
        var verified =
                new Verified(caller, hash, transfer, Party.of(transfer.sender()), Party.of(transfer.receiver()), now);
        VERIFICATIONS.upsert(session, List.of(verified)).run();
    }

    static long forget(Session session, Instant before, int rowsMax) {
        var old = session.sql("SELECT * FROM slip_verification WHERE verified_at <= :before LIMIT :rows")
                .bind("before", before)
                .bind("rows", rowsMax);
        return VERIFICATIONS.readingProof(session).forget(session, old);
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
