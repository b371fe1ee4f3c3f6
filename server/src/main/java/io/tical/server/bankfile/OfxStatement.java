package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import java.io.IOException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A statement of one account in an OFX file, while it is read. */
final class OfxStatement {
    private final OfxCursor cursor;
    private final String format;
    private final Target target;
    private final Place place;
    private final Notices notices = new Notices();
    private int position;
    private boolean begun;

    @Nullable
    private AccountMoney money;

    @Nullable
    private Sums sums;

    @Nullable
    private String bank;

    @Nullable
    private String account;

    @Nullable
    private LocalDate from;

    @Nullable
    private LocalDate to;

    @Nullable
    private DecimalAmount ledger;

    @Nullable
    private LocalDate ledgerDate;

    OfxStatement(OfxCursor cursor, String format, Target target) {
        this.cursor = cursor;
        this.format = format;
        this.target = target;
        this.place = cursor.place();
    }

    /** Reads the current group. */
    void read() throws BankFileException, IOException {
        target.count(1, place);
        cursor.children(this::part);
        begin();
        target.end(foot());
    }

    private void part(String name) throws BankFileException, IOException {
        switch (name) {
            case "CURDEF" -> currency(cursor.value());
            case "BANKACCTFROM", "CCACCTFROM" -> cursor.children(this::accountPart);
            case "BANKTRANLIST", "BANKTRANLISTP" -> cursor.children(this::listPart);
            case "LEDGERBAL" -> cursor.children(this::ledgerPart);
            default -> {}
        }
    }

    private void currency(@Nullable String code) throws BankFileException {
        if (code != null && money == null) {
            var scale = target.scale(code, cursor.place());
            money = new AccountMoney(code, scale);
            sums = new Sums(scale);
        }
    }

    private void accountPart(String name) throws BankFileException {
        switch (name) {
            case "BANKID" -> bank = cursor.code();
            case "ACCTID" -> account = cursor.code();
            default -> {}
        }
    }

    private void listPart(String name) throws BankFileException, IOException {
        switch (name) {
            case "DTSTART" -> from = date();
            case "DTEND" -> to = date();
            case "STMTTRN" -> entry(Status.BOOKED);
            case "STMTTRNP" -> entry(Status.PENDING);
            default -> {}
        }
    }

    private void ledgerPart(String name) throws BankFileException {
        var value = cursor.value();
        if (value != null && name.equals("BALAMT")) {
            ledger = DecimalAmount.signed(value, cursor.place());
        } else if (name.equals("DTASOF")) {
            ledgerDate = date();
        }
    }

    private @Nullable LocalDate date() throws BankFileException {
        var value = cursor.value();
        if (value == null) {
            return null;
        }
        var date = OfxDate.of(value, cursor.place());
        if (date.hour24()) {
            notices.add(Notice.Kind.HOUR_24, cursor.place());
        }
        return date.date();
    }

    private void entry(Status status) throws BankFileException, IOException {
        target.count(1, cursor.place());
        begin();
        var read = OfxEntry.read(cursor, notices);
        var entry = read.entry(++position, present(money, "CURDEF"), status);
        present(sums, "CURDEF").add(entry);
        target.entry(entry);
    }

    private void begin() throws BankFileException {
        if (begun) {
            return;
        }
        begun = true;
        var currency = present(money, "CURDEF").currency();
        var number = present(account, "ACCTID");
        target.begin(new Head(Kind.FINAL, format, number, bank, currency, null, null, 1, 1, true, from, to));
    }

    private Foot foot() throws BankFileException {
        var ofAccount = present(money, "CURDEF");
        var booked = present(sums, "CURDEF");
        if (ledger == null) {
            return new Foot(null, null, Proof.NONE, notices.list());
        }
        notices.add(Notice.Kind.BALANCE_DERIVED, place);
        var closing =
                new Balance(ledger.minor(ofAccount.currency(), ofAccount.scale()), ledgerDate, false, "LEDGERBAL");
        return booked.foot(null, closing, ledger.place(), Proof.NONE, notices.list());
    }

    private <T> T present(@Nullable T field, String name) throws BankFileException {
        if (field == null) {
            throw new BankFileException(Fault.FIELD_MISSING, place, name);
        }
        return field;
    }
}
