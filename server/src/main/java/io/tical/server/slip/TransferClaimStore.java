package io.tical.server.slip;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.rail.BankTransfer;
import io.tical.server.slip.TransferClaims.Claim;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of claims on transfers, across organizations but within one environment. */
final class TransferClaimStore {
    /** A stored reference as {@link BankTransfer#compared}; an index has this expression. */
    private static final String COMPARED = "upper(regexp_replace(reference, '\\s', '', 'g'))";

    static final BulkWrite<Claim> REFERENCES = BulkWrite.<Claim>of("slip_reference")
            .key("reference", "text", claim -> claim.transfer().reference())
            .key("sending_bank", "text", claim -> claim.transfer().bank())
            .key("livemode", "boolean", claim -> claim.payin().livemode())
            .column("organization_id", "uuid", claim -> claim.payin().organizationId())
            .column("payin_id", "uuid", claim -> claim.payin().id())
            .column("slip_id", "uuid", Claim::slipId)
            .authenticated()
            .journaled()
            .computed("taken_at", "clock_timestamp()");

    static final BulkWrite<Claim> FIRST_USES = BulkWrite.<Claim>of("slip_first_use")
            .key("reference", "text", claim -> claim.transfer().reference())
            .key("livemode", "boolean", claim -> claim.payin().livemode())
            .column("organization_id", "uuid", claim -> claim.payin().organizationId())
            .column("payin_id", "uuid", claim -> claim.payin().id())
            .column("slip_id", "uuid", Claim::slipId)
            .authenticated()
            .journaled();

    private TransferClaimStore() {}

    /** The claims on transfers with this reference, of any bank. */
    static List<Claim> on(Session session, boolean livemode, String reference) {
        var proof = REFERENCES.readingProof(session);
        return statement(session, REFERENCES, livemode, reference).list(row -> {
            proof.requireUnaltered(row);
            return new Claim(
                    new BankTransfer(row.text("sending_bank"), row.text("reference")),
                    TransactionKey.of(row, "payin_id"),
                    row.uuidOrNull("slip_id"));
        });
    }

    private static Session.Statement statement(
            Session session, BulkWrite<Claim> table, boolean livemode, String reference) {
        return session.sql("SELECT * FROM " + table.table() + " WHERE " + COMPARED
                        + " = :reference AND livemode = :livemode")
                .bind("reference", BankTransfer.compared(reference))
                .bind("livemode", livemode);
    }

    /** The claims on this reference, after every other transaction that claims it has ended. */
    static List<Claim> settled(Session session, boolean livemode, String reference) {
        session.sql("SELECT pg_advisory_xact_lock(hashtextextended('transfer ' || :livemode || ' ' || :reference, 0))")
                .bind("livemode", String.valueOf(livemode))
                .bind("reference", BankTransfer.compared(reference))
                .list(row -> true);
        return on(session, livemode, reference);
    }

    /** The slips that were the first with this reference; empty for a payment that staff recorded. */
    static List<Optional<UUID>> firstUses(Session session, boolean livemode, String reference) {
        var proof = FIRST_USES.readingProof(session);
        return statement(session, FIRST_USES, livemode, reference).list(row -> {
            proof.requireUnaltered(row);
            return Optional.ofNullable(row.uuidOrNull("slip_id"));
        });
    }

    /** The payments with this reference that staff recorded, oldest first. */
    static List<EarlierUse> foundByStaff(Session session, boolean livemode, String reference) {
        return session.sql(
                        "SELECT p.merchant_ref, r.* FROM slip_reference r JOIN payin p USING (organization_id, livemode, payin_id) WHERE "
                                + COMPARED.replace("reference", "r.reference")
                                + " = :reference AND r.livemode = :livemode AND r.slip_id IS NULL ORDER BY r.taken_at")
                .bind("reference", BankTransfer.compared(reference))
                .bind("livemode", livemode)
                .list(row -> EarlierUse.foundByStaff(
                        TransactionKey.of(row, "payin_id"), row.text("merchant_ref"), row.instant("taken_at")));
    }

    /** Releases the claims of a slip on its transfer. */
    static void release(Session session, Slip slip) {
        for (var table : List.of(FIRST_USES, REFERENCES)) {
            table.proof(session)
                    .delete(slip.key()
                            .bind(session.sql("DELETE FROM " + table.table() + """
                             WHERE reference = :reference AND livemode = :livemode
                              AND organization_id = cast(:organization AS uuid) AND slip_id = cast(:slip AS uuid)
                            RETURNING *
                            """), "slip")
                            .bind("reference", slip.receiptReference()));
        }
    }
}
