package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.CamtFile.Header;
import io.tical.server.bankfile.CamtParties.Owner;
import io.tical.server.bankfile.CamtReversals.Reading;
import java.io.IOException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A statement, report or notification of one account, while it is read. */
final class CamtStatement {
    private final XmlCursor cursor;
    private final Header header;
    private final Target target;
    private final Reading reversals;
    private final Place place;
    private final Notices notices;
    private final CamtBalances balances = new CamtBalances();
    private final CamtSummary summary = new CamtSummary();
    private CamtPage page;
    private int position;
    private boolean begun;

    @Nullable
    private AccountMoney money;

    @Nullable
    private Sums sums;

    @Nullable
    private String id;

    @Nullable
    private String sequence;

    @Nullable
    private LocalDate created;

    @Nullable
    private LocalDate from;

    @Nullable
    private LocalDate to;

    @Nullable
    private XmlLeaves account;

    /**
     * @param reversals how they are to be read
     * @param notices what was noticed before the statement
     */
    CamtStatement(XmlCursor cursor, Header header, Reading reversals, Target target, Notices notices) {
        this.cursor = cursor;
        this.header = header;
        this.target = target;
        this.page = header.page();
        this.reversals = reversals;
        this.place = cursor.place();
        this.notices = notices;
    }

    /** Reads the current element. */
    void read() throws BankFileException, IOException {
        target.count(1, place);
        cursor.children(this::child);
        begin();
        target.end(foot());
    }

    private void child(String name) throws BankFileException, IOException {
        switch (name) {
            case "Id" -> id = cursor.code();
            case "StmtPgntn", "RptPgntn", "NtfctnPgntn" -> page = CamtPage.read(cursor);
            case "ElctrncSeqNb" -> sequence = cursor.code();
            case "LglSeqNb" -> sequence = sequence == null ? cursor.code() : sequence;
            case "CreDtTm" -> created = date();
            case "FrToDt" -> period();
            case "CpyDplctInd" -> copy();
            case "Acct" -> account(cursor.codes());
            case "Bal" -> balance();
            case "TxsSummry" -> summary.read(cursor);
            case "Ntry" -> entry();
            default -> {}
        }
    }

    private LocalDate date() throws BankFileException, IOException {
        var at = cursor.place();
        var read = XmlDate.read(cursor);
        if (read.hour24()) {
            notices.add(Notice.Kind.HOUR_24, at);
        }
        return read.date();
    }

    private void period() throws BankFileException, IOException {
        cursor.children(name -> {
            switch (name) {
                case "FrDtTm" -> from = date();
                case "ToDtTm" -> to = date();
                default -> {}
            }
        });
    }

    private void copy() throws BankFileException, IOException {
        var at = cursor.place();
        var mark = cursor.code();
        if (mark != null) {
            notices.add(Notice.Kind.COPY, at, mark);
        }
    }

    private void account(XmlLeaves leaves) throws BankFileException {
        account = leaves;
        var currency = leaves.first("Ccy");
        if (currency != null) {
            money(currency, cursor.place());
        }
    }

    private void balance() throws BankFileException, IOException {
        var said = balances.read(cursor);
        if (said != null) {
            money(said.currency(), said.place());
        }
    }

    /** The account's money, which is that of the first amount if the account does not say it. */
    private AccountMoney money(@Nullable String currency, Place at) throws BankFileException {
        if (money == null) {
            if (currency == null) {
                throw new BankFileException(Fault.FIELD_MISSING, at, "Amt/@Ccy");
            }
            var scale = target.scale(currency, at);
            money = new AccountMoney(currency, scale);
            sums = new Sums(scale);
        } else if (currency != null && !currency.equals(money.currency())) {
            throw new BankFileException(Fault.CURRENCY, at, currency, money.currency());
        }
        return money;
    }

    private void entry() throws BankFileException, IOException {
        var at = cursor.place();
        target.count(1, at);
        var read = CamtEntry.read(cursor, target.context().limits().textMax(), notices);
        var amount = read.amount();
        var ofAccount = money(amount.currency(), amount.amount().place());
        target.count(read.detailCount(), at);
        begin();
        if (header.kind() == Kind.FINAL) {
            read.requireDayIfBooked();
        }
        var entry = read.entry(++position, ofAccount, owner(), reversals == Reading.OF_ORIGINAL, day());
        if (sums != null) {
            sums.add(entry);
        }
        summary.add(entry);
        target.entry(entry);
    }

    /** The day on which the bank wrote the message. */
    private LocalDate day() {
        return created == null ? target.context().today() : created;
    }

    private Owner owner() {
        var leaves = account == null ? XmlLeaves.NONE : account;
        return new Owner(leaves.reference("Id/IBAN", "Id/Othr/Id"), leaves.first("Ownr/Nm"), leaves.first("Nm"));
    }

    private void begin() throws BankFileException {
        if (begun) {
            return;
        }
        begun = true;
        var number = owner().account();
        if (account == null || number == null) {
            throw new BankFileException(Fault.FIELD_MISSING, place, "Acct/Id");
        }
        target.begin(new Head(
                header.kind(),
                header.format(),
                number,
                account.reference("Svcr/FinInstnId/BICFI", "Svcr/FinInstnId/BIC", "Svcr/FinInstnId/ClrSysMmbId/MmbId"),
                money == null ? null : money.currency(),
                id,
                sequence,
                page.number(),
                page.number(),
                page.last(),
                from,
                to));
    }

    private Foot foot() throws BankFileException {
        if (money == null || sums == null) {
            return new Foot(null, null, Proof.NONE, notices.list());
        }
        var later = page.number() > 1;
        var opening = balances.opening(later);
        var closing = balances.closing();
        var proof = proof(money.scale());
        noticeReversals();
        if (opening == null && closing != null) {
            notices.add(Notice.Kind.BALANCE_DERIVED, place);
        }
        var at = closing == null ? place : closing.place();
        return foot(balance(opening, money), balance(closing, money), at, proof, money, sums);
    }

    private Proof proof(int scale) {
        if (!summary.isPresent()) {
            return Proof.NONE;
        }
        if (summary.fits(scale)) {
            return Proof.SUMS;
        }
        summary.notice(notices, scale);
        return Proof.NONE;
    }

    private void noticeReversals() {
        switch (reversals) {
            case OF_ORIGINAL -> notices.add(Notice.Kind.REVERSAL_READ_AS_ORIGINAL, place);
            case UNPROVED -> notices.add(Notice.Kind.REVERSAL_UNPROVED, place);
            case NONE, OWN -> {}
        }
    }

    private static @Nullable Balance balance(CamtBalances.@Nullable Said said, AccountMoney money)
            throws BankFileException {
        return said == null
                ? null
                : new Balance(said.amount().minor(money.currency(), money.scale()), said.date(), false, said.code());
    }

    /** A report of the day may hold only what came since the report before, so its balances need not fit. */
    private Foot foot(
            @Nullable Balance opening,
            @Nullable Balance closing,
            Place at,
            Proof proof,
            AccountMoney ofAccount,
            Sums booked)
            throws BankFileException {
        if (header.kind() == Kind.INTRADAY && opening != null && closing != null) {
            var between = ofAccount.sum(closing.amount(), -opening.amount(), at);
            if (between != booked.sum()) {
                notices.add(Notice.Kind.INTRADAY_PART, at, ofAccount.decimal(booked.sum()), ofAccount.decimal(between));
                return new Foot(opening, closing, proof, notices.list());
            }
        }
        return booked.foot(opening, closing, at, proof, notices.list());
    }
}
