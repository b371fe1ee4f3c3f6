package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Batch;
import io.tical.server.bankfile.BankEntry.Detail;
import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankEntry.References;
import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.CamtParties.Owner;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An entry of a camt message, while it is read. */
final class CamtEntry {
    /** More than any bank books as one sum. */
    private static final int DETAILS_MAX = 100_000;

    private final Place place;
    private final int textMax;
    private final Notices notices;
    private final CamtTexts texts;
    private final CamtAmountDetails amounts = new CamtAmountDetails();
    private final CamtCharges charges = new CamtCharges();
    private final CamtBatch batch = new CamtBatch();
    private final List<CamtDetail> details = new ArrayList<>();

    @Nullable
    private XmlAmount amount;

    @Nullable
    private Boolean credit;

    @Nullable
    private Status status;

    @Nullable
    private XmlDate booked;

    @Nullable
    private XmlDate value;

    @Nullable
    private String number;

    @Nullable
    private String bankReference;

    @Nullable
    private String code;

    private boolean reversal;

    private CamtEntry(Place place, int textMax, Notices notices) {
        this.place = place;
        this.textMax = textMax;
        this.notices = notices;
        this.texts = new CamtTexts(textMax);
    }

    /** Reads the current element. */
    static CamtEntry read(XmlCursor cursor, int textMax, Notices notices) throws BankFileException, IOException {
        var entry = new CamtEntry(cursor.place(), textMax, notices);
        cursor.children(name -> entry.child(cursor, name));
        return entry;
    }

    private void child(XmlCursor cursor, String name) throws BankFileException, IOException {
        switch (name) {
            case "NtryRef" -> number = PlainText.reference(cursor.code());
            case "Amt" -> amount = XmlAmount.read(cursor);
            case "CdtDbtInd" -> credit = XmlAmount.credit(cursor);
            case "RvslInd" -> reversal = XmlAmount.flag(cursor);
            case "Sts" -> status = CamtStatus.read(cursor, notices);
            case "BookgDt" -> booked = date(cursor);
            case "ValDt" -> value = date(cursor);
            case "AcctSvcrRef" -> bankReference = PlainText.reference(cursor.code());
            case "BkTxCd" -> code = CamtCode.of(cursor.codes());
            case "AmtDtls" -> amounts.read(cursor);
            case "Chrgs" -> charges.read(cursor);
            case "NtryDtls" -> cursor.children(part -> detail(cursor, part));
            case "AddtlNtryInf" -> texts.add(cursor.place(), cursor.text());
            default -> {}
        }
    }

    private void detail(XmlCursor cursor, String name) throws BankFileException, IOException {
        if (name.equals("Btch")) {
            batch.read(cursor);
        } else if (name.equals("TxDtls")) {
            if (details.size() == DETAILS_MAX) {
                throw new BankFileException(Fault.TOO_MANY_ENTRIES, cursor.place(), String.valueOf(DETAILS_MAX));
            }
            details.add(CamtDetail.read(cursor, textMax));
        }
    }

    /** Reads a date or a date with a time, in the current element. */
    private @Nullable XmlDate date(XmlCursor cursor) throws BankFileException, IOException {
        var dates = new ArrayList<XmlDate>();
        cursor.children(choice -> {
            var at = cursor.place();
            var read = XmlDate.read(cursor);
            if (read.hour24()) {
                notices.add(Notice.Kind.HOUR_24, at);
            }
            dates.add(read);
        });
        return dates.isEmpty() ? null : dates.getFirst();
    }

    XmlAmount amount() throws BankFileException {
        return present(amount, "Ntry/Amt");
    }

    int detailCount() {
        return details.size();
    }

    /** @throws BankFileException if it is booked and the file does not say on which day */
    void requireDayIfBooked() throws BankFileException {
        if (status == Status.BOOKED) {
            present(booked, "Ntry/BookgDt");
        }
    }

    /**
     * @param position in the statement
     * @param money of the account
     * @param turn whether reversals have the direction of the entry that they undo
     * @param otherwise the booking date of an entry that says no date at all
     */
    BankEntry entry(int position, AccountMoney money, Owner owner, boolean turn, LocalDate otherwise)
            throws BankFileException {
        var single = details.size() == 1 && batch.isOf(1) ? details.getFirst() : null;
        var codeOfIt = code == null && single != null ? single.code() : code;
        var comesBack = single != null && single.returned();
        var hint = comesBack ? Hint.RETURN : CamtCode.hint(codeOfIt);
        var turned = turn && reversal;
        var direction =
                new CamtDirection(present(credit, "Ntry/CdtDbtInd") != turned, turned, reversal || hint == Hint.RETURN);
        var minor = money.signed(amount(), direction.credit());
        var sum = batch.batch(money, direction);
        var parts = new ArrayList<Detail>(details.size());
        for (var detail : details) {
            parts.add(detail.detail(money, direction, sum, owner));
        }
        var allCharges = charges(money);
        explain(parts, minor, allCharges, sum, money);
        return new BankEntry(
                position,
                place,
                booked(otherwise),
                booked == null ? null : booked.time(),
                value == null ? null : value.date(),
                minor,
                status(),
                reversal,
                single == null
                        ? new References(bankReference, null, null, null, number, null, List.of())
                        : single.references(bankReference, number, sum),
                single == null ? null : single.counterparty(direction, owner),
                codeOfIt,
                texts(single),
                null,
                sum,
                single != null && sum == null && saysTheSame(parts.getFirst(), minor) ? List.of() : List.copyOf(parts),
                single == null ? null : single.returnReason(),
                allCharges,
                hint,
                ordered(single, minor, money, direction));
    }

    private Status status() throws BankFileException {
        return present(status, "Ntry/Sts");
    }

    private LocalDate booked(LocalDate otherwise) {
        var said = booked == null ? value : booked;
        return said == null ? otherwise : said.date();
    }

    private static boolean saysTheSame(Detail detail, long amount) {
        return detail.amount() == null || detail.amount() == amount;
    }

    private List<String> texts(@Nullable CamtDetail single) {
        var all = new ArrayList<String>();
        if (single != null) {
            all.addAll(single.texts());
        }
        all.addAll(texts.list());
        return List.copyOf(all);
    }

    /** Those of the entry, or else those of its payments. */
    private long charges(AccountMoney money) throws BankFileException {
        if (!charges.isEmpty()) {
            return charges.minor(money, place);
        }
        var sum = 0L;
        for (var detail : details) {
            sum = money.sum(sum, detail.charges().minor(money, place), place);
        }
        return sum;
    }

    private @Nullable Long ordered(
            @Nullable CamtDetail single, long booked, AccountMoney money, CamtDirection direction)
            throws BankFileException {
        var said = single == null || single.ordered() == null ? amounts.instructed() : single.ordered();
        if (said == null || !money.isOf(said)) {
            return null;
        }
        var minor = money.signed(said, direction.credit());
        return minor == booked ? null : minor;
    }

    /** Notices a rest that neither payments nor charges explain. */
    private void explain(List<Detail> parts, long amount, long charged, @Nullable Batch sum, AccountMoney money)
            throws BankFileException {
        if (parts.isEmpty() || (sum != null && sum.count() != null && sum.count() != parts.size())) {
            return;
        }
        var total = 0L;
        for (var part : parts) {
            if (part.amount() == null) {
                return;
            }
            total = money.sum(total, part.amount(), place);
        }
        if (total != amount && money.sum(total, charged, place) != amount) {
            notices.add(Notice.Kind.DETAILS_DIFFER, place, money.decimal(total), money.decimal(amount));
        }
    }

    private <T> T present(@Nullable T field, String name) throws BankFileException {
        if (field == null) {
            throw new BankFileException(Fault.FIELD_MISSING, place, name);
        }
        return field;
    }
}
