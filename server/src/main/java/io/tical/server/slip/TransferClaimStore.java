package io.tical.server.slip;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.TransferName;
import io.tical.server.rail.TransferNameTable;
import io.tical.server.slip.TransferClaims.Claim;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The SQL of claims on transfers, across organizations but within one environment. */
final class TransferClaimStore {
    /** A stored reference as {@link BankTransfer#compared}; an index has this expression. */
    private static final String COMPARED = "upper(regexp_replace(reference, '\\s', '', 'g'))";

    /** Claims as {@code t} on the transfers of {@link TransferNameTable#NAMES}. */
    private static final String NAMED = " FROM slip_reference t JOIN " + TransferNameTable.NAMES + " ON "
            + COMPARED.replace("reference", "t.reference") + " = n.reference AND t.livemode = n.livemode";

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

    private TransferClaimStore() {}

    /** The claims on transfers with this reference, of any bank. */
    static List<Claim> on(Session session, boolean livemode, String reference) {
        var proof = REFERENCES.readingProof(session);
        return session.sql("SELECT * FROM slip_reference WHERE " + COMPARED + " = :reference AND livemode = :livemode")
                .bind("reference", BankTransfer.compared(reference))
                .bind("livemode", livemode)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return claim(row);
                });
    }

    /** The claims on transfers with these names, of any bank. */
    static List<Claim> on(Session session, Collection<TransferName> names) {
        var proof = REFERENCES.readingProof(session);
        return TransferNameTable.bind(session.sql("SELECT t.*" + NAMED), names).list(row -> {
            proof.requireUnaltered(row);
            return claim(row);
        });
    }

    private static Claim claim(Row row) {
        return new Claim(
                new BankTransfer(row.text("sending_bank"), row.text("reference")),
                TransactionKey.of(row, "payin_id"),
                row.uuidOrNull("slip_id"));
    }

    /** Fails when the session sends, if there is a claim on a transfer with one of these names. */
    static void requireNoneLater(
            Session session, Collection<TransferName> names, Supplier<? extends RuntimeException> failure) {
        TransferNameTable.bind(
                        session.sql("SELECT 1 / (CASE WHEN EXISTS (SELECT" + NAMED + ") THEN 0 ELSE 1 END)"), names)
                .onDivisionByZero(failure)
                .runLater();
    }

    /** The claims on this reference, after every other transaction that names it has ended. */
    static List<Claim> settled(Session session, boolean livemode, String reference) {
        TransferNameTable.lock(session, TransferName.of(reference, livemode));
        return on(session, livemode, reference);
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

    /** Releases the claim of a slip on its transfer. */
    static void release(Session session, Slip slip) {
        REFERENCES
                .proof(session)
                .delete(slip.key().bind(session.sql("""
                                DELETE FROM slip_reference
                                WHERE reference = :reference AND livemode = :livemode
                                  AND organization_id = cast(:organization AS uuid) AND slip_id = cast(:slip AS uuid)
                                RETURNING *
                                """), "slip").bind("reference", slip.receiptReference()));
    }
}
