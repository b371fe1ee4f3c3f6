package io.tical.server.slip;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.TransferName;
import io.tical.server.rail.TransferNameTable;
import io.tical.server.slip.TransferClaims.Claim;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The SQL of claims on transfers, across organizations but within one environment. */
final class TransferClaimStore {
    /** A stored reference as {@link BankTransfer#compared}; an index has this expression. */
    private static final String COMPARED = "upper(regexp_replace(reference, '\\s', '', 'g'))";

    /** Claims as {@code t} on the transfers of {@link TransferNameTable#NAMES}. */
    private static final String NAMED = " FROM slip_reference t JOIN " + TransferNameTable.NAMES + " ON "
            + COMPARED.replace("reference", "t.reference") + " = n.reference AND t.livemode = n.livemode";

    static final Table<Claim> REFERENCES =
            Table.of("slip_reference", TransferClaimStore::columns).computed("taken_at", "clock_timestamp()");

    private TransferClaimStore() {}

    /** The claims on transfers with this reference, of any bank. */
    static List<Claim> on(Session session, boolean livemode, String reference) {
        return session.sql("SELECT * FROM slip_reference WHERE " + COMPARED + " = :reference AND livemode = :livemode")
                .bind("reference", BankTransfer.compared(reference))
                .bind("livemode", livemode)
                .list(REFERENCES.proved(session));
    }

    /** The claims on transfers with these names, of any bank. */
    static List<Claim> on(Session session, Collection<TransferName> names) {
        return TransferNameTable.bind(session.sql("SELECT t.*" + NAMED), names).list(REFERENCES.proved(session));
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

    private static Function<Row, Claim> columns(TableColumns<Claim> t) {
        var transfer = t.part(Claim::transfer);
        var payin = t.part(Claim::payin);
        var reference = transfer.key("reference", TEXT, BankTransfer::reference);
        var bank = transfer.key("sending_bank", TEXT, BankTransfer::bank);
        var livemode = payin.key("livemode", FLAG, TransactionKey::livemode);
        var organizationId = payin.column("organization_id", ID, TransactionKey::organizationId);
        var payinId = payin.column("payin_id", ID, TransactionKey::id);
        var slipId = t.column("slip_id", ID.orNull(), Claim::slipId);
        return row -> new Claim(
                new BankTransfer(bank.of(row), reference.of(row)),
                new TransactionKey(organizationId.of(row), livemode.of(row), payinId.of(row)),
                slipId.of(row));
    }
}
