package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Batch;
import io.tical.server.bankfile.BankEntry.Counterparty;
import io.tical.server.bankfile.BankEntry.Detail;
import io.tical.server.bankfile.BankEntry.References;
import io.tical.server.bankfile.CamtParties.Owner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One payment of an entry, while it is read. */
final class CamtDetail {
    private final CamtParties parties = new CamtParties();
    private final CamtAmountDetails amounts = new CamtAmountDetails();
    private final CamtCharges charges = new CamtCharges();
    private final CamtTexts texts;
    private XmlLeaves references = XmlLeaves.NONE;

    @Nullable
    private XmlAmount amount;

    @Nullable
    private Boolean credit;

    @Nullable
    private String code;

    @Nullable
    private String returnReason;

    private boolean returned;

    CamtDetail(int textMax) {
        this.texts = new CamtTexts(textMax);
    }

    /** Reads the current element. */
    static CamtDetail read(XmlCursor cursor, int textMax) throws BankFileException, IOException {
        var detail = new CamtDetail(textMax);
        cursor.children(name -> detail.child(cursor, name));
        return detail;
    }

    private void child(XmlCursor cursor, String name) throws BankFileException, IOException {
        switch (name) {
            case "Refs" -> references = cursor.codes();
            case "Amt" -> amount = XmlAmount.read(cursor);
            case "CdtDbtInd" -> credit = XmlAmount.credit(cursor);
            case "AmtDtls" -> amounts.read(cursor);
            case "BkTxCd" -> code = CamtCode.of(cursor.codes());
            case "Chrgs" -> charges.read(cursor);
            case "RltdPties" -> parties.read(cursor);
            case "RltdAgts" -> parties.readBanks(cursor);
            case "RmtInf" -> texts.remittance(cursor);
            case "RtrInf" -> returnInformation(cursor.leaves(), cursor.place());
            case "AddtlTxInf" -> texts.add(cursor.place(), cursor.text());
            default -> {}
        }
    }

    private void returnInformation(XmlLeaves leaves, Place place) throws BankFileException {
        returned = true;
        returnReason = leaves.first("Rsn/Cd", "Rsn/Prtry");
        texts.add(place, leaves.first("AddtlInf"));
    }

    CamtCharges charges() {
        return charges;
    }

    List<String> texts() {
        return texts.list();
    }

    @Nullable
    String code() {
        return code;
    }

    @Nullable
    String returnReason() {
        return returnReason;
    }

    boolean returned() {
        return returned;
    }

    /** The amount that was ordered, without a direction. */
    @Nullable
    XmlAmount ordered() {
        return amounts.instructed();
    }

    /** Signed minor units; null if the file does not say it in the account's currency. */
    @Nullable
    Long amount(AccountMoney money, CamtDirection entry) throws BankFileException {
        for (var said : new @Nullable XmlAmount[] {amount, amounts.transferred(), amounts.instructed()}) {
            if (said != null && money.isOf(said)) {
                return money.signed(said, entry.ofPart(credit));
            }
        }
        return null;
    }

    /** The other side. */
    @Nullable
    Counterparty counterparty(CamtDirection entry, Owner owner) {
        return parties.counterparty(entry.ofPart(credit), returned || entry.returned(), owner);
    }

    Detail detail(AccountMoney money, CamtDirection entry, @Nullable Batch batch, Owner owner)
            throws BankFileException {
        return new Detail(
                amount(money, entry),
                references(null, null, batch),
                counterparty(entry, owner),
                texts.list(),
                returnReason);
    }

    /**
     * @param bank the reference of the entry
     * @param entry the number of the entry
     * @param batch whose ids are none of the payment's own
     */
    References references(@Nullable String bank, @Nullable String entry, @Nullable Batch batch) {
        var others = new ArrayList<String>();
        for (var path : List.of(
                "TxId", "ClrSysRef", "AcctOwnrTxId", "AcctSvcrTxId", "MndtId", "PmtInfId", "MsgId", "Prtry/Ref")) {
            var reference = references.reference(path);
            var known = batch != null && (same(reference, batch.paymentId()) || same(reference, batch.messageId()));
            if (reference != null && !known && !others.contains(reference)) {
                others.add(reference);
            }
        }
        return new References(
                bank == null ? references.reference("AcctSvcrRef") : bank,
                references.reference("EndToEndId"),
                references.reference("InstrId"),
                references.reference("UETR"),
                entry,
                references.reference("ChqNb"),
                List.copyOf(others));
    }

    private static boolean same(@Nullable String one, @Nullable String other) {
        return one != null && one.equals(other);
    }
}
