package io.tical.server.slip;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.slip.SlipVerification.Party;
import io.tical.server.slip.SlipVerification.Transfer;
import java.time.Instant;
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

    private SlipVerificationStore() {}

    /**
     * A transfer that was verified.
     *
     * @param times the number of verifications
     */
    record Kept(Transfer transfer, Instant verifiedAt, long times) {}

    static Optional<Kept> byQr(Session session, Caller caller, byte[] hash, Instant since) {
        return session.sql(SELECT + " AND v.qr_hash = :hash ORDER BY v.verified_at DESC LIMIT 1")
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("since", since)
                .bind("hash", hash)
                .first(SlipVerificationStore::kept);
    }

    static Optional<Kept> byReference(Session session, Caller caller, String reference, Instant since) {
        return session.sql(SELECT + " AND v.reference = :reference ORDER BY v.verified_at DESC LIMIT 1")
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("since", since)
                .bind("reference", reference)
                .first(SlipVerificationStore::kept);
    }

    private static Kept kept(Row row) {
        var bank = row.text("sending_bank");
        return new Kept(
                new Transfer(
                        row.text("reference"),
                        row.number("amount"),
                        row.text("currency"),
                        row.instantOrNull("transferred_at"),
                        new Party(
                                bank.isEmpty() ? null : bank,
                                row.textOrNull("sender_account"),
                                row.textOrNull("sender_name")),
                        new Party(
                                row.textOrNull("receiver_bank"),
                                row.textOrNull("receiver_account"),
                                row.textOrNull("receiver_name"))),
                row.instant("verified_at"),
                row.number("times"));
    }

    /** Counts a verification of a transfer; returns the new count. */
    static long saw(Session session, Caller caller, Transfer transfer, Instant now) {
        return session.sql("""
                        INSERT INTO slip_seen AS s (organization_id, livemode, reference, sending_bank, times, first_at, last_at)
                        VALUES (cast(:organization AS uuid), :livemode, :reference, :bank, 1, :now, :now)
                        ON CONFLICT (organization_id, livemode, reference, sending_bank)
                        DO UPDATE SET times = s.times + 1, last_at = excluded.last_at
                        RETURNING times
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("reference", transfer.reference())
                .bind("bank", bank(transfer))
                .bind("now", now)
                .one(row -> row.number("times"));
    }

    static void keep(Session session, Caller caller, byte[] hash, Transfer transfer, Instant now) {
        session.sql("""
                        INSERT INTO slip_verification (organization_id, livemode, reference, sending_bank, qr_hash, amount, currency,
                            transferred_at, sender_account, sender_name, receiver_bank, receiver_account, receiver_name, verified_at)
                        VALUES (cast(:organization AS uuid), :livemode, :reference, :bank, :hash, :amount, :currency,
                            cast(:transferred AS timestamptz), cast(:senderAccount AS text), cast(:senderName AS text),
                            cast(:receiverBank AS text), cast(:receiverAccount AS text), cast(:receiverName AS text), :now)
                        ON CONFLICT (organization_id, livemode, reference, sending_bank) DO UPDATE SET
                            qr_hash = excluded.qr_hash, amount = excluded.amount, currency = excluded.currency,
                            transferred_at = excluded.transferred_at, sender_account = excluded.sender_account,
                            sender_name = excluded.sender_name, receiver_bank = excluded.receiver_bank,
                            receiver_account = excluded.receiver_account, receiver_name = excluded.receiver_name,
                            verified_at = excluded.verified_at
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("reference", transfer.reference())
                .bind("bank", bank(transfer))
                .bind("hash", hash)
                .bind("amount", transfer.amount())
                .bind("currency", transfer.currency())
                .bind("transferred", transfer.transferredAt())
                .bind("senderAccount", transfer.sender().accountNo())
                .bind("senderName", transfer.sender().name())
                .bind("receiverBank", transfer.receiver().bankCode())
                .bind("receiverAccount", transfer.receiver().accountNo())
                .bind("receiverName", transfer.receiver().name())
                .bind("now", now)
                .run();
    }

    static long forget(Session session, Instant before, int rowsMax) {
        return session.sql("""
                        DELETE FROM slip_verification WHERE (organization_id, livemode, reference, sending_bank) IN (
                            SELECT organization_id, livemode, reference, sending_bank FROM slip_verification
                            WHERE verified_at <= :before LIMIT :rows)
                        """).bind("before", before).bind("rows", rowsMax).run();
    }

    /** A reference is unique within a bank; unknown banks count as one. */
    private static String bank(Transfer transfer) {
        @Nullable String bank = transfer.sender().bankCode();
        return bank == null ? "" : bank;
    }
}
