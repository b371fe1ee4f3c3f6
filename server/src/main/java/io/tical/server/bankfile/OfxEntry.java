package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Counterparty;
import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankEntry.References;
import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transaction of an OFX file: its fields by their names, those of its groups with the group's name before them. */
final class OfxEntry {
    /** The longest name of the standard: one of this length may have been cut. */
    private static final int NAME_MAX = 32;

    private static final Set<String> WANTED = Set.of(
            "TRNTYPE",
            "DTPOSTED",
            "DTTRAN",
            "DTAVAIL",
            "TRNAMT",
            "FITID",
            "CORRECTFITID",
            "CORRECTACTION",
            "SRVRTID",
            "CHECKNUM",
            "REFNUM",
            "NAME",
            "PAYEE/NAME",
            "EXTDPAYEE/NAME",
            "BANKACCTTO/BANKID",
            "BANKACCTTO/ACCTID",
            "CCACCTTO/ACCTID",
            "MEMO",
            "CURRENCY/CURSYM");

    /** The others are identifiers, codes, dates and amounts. */
    private static final Set<String> TEXTS = Set.of("NAME", "PAYEE/NAME", "EXTDPAYEE/NAME", "MEMO");

    private final Place place;
    private final Notices notices;
    private final Map<String, String> fields = new HashMap<>();
    private final Map<String, Place> places = new HashMap<>();

    private OfxEntry(Place place, Notices notices) {
        this.place = place;
        this.notices = notices;
    }

    /** Reads the current group. */
    static OfxEntry read(OfxCursor cursor, Notices notices) throws BankFileException, IOException {
        var entry = new OfxEntry(cursor.place(), notices);
        cursor.children(name -> entry.part(cursor, "", name));
        return entry;
    }

    private void part(OfxCursor cursor, String within, String name) throws BankFileException, IOException {
        var field = within + name;
        if (cursor.isGroup()) {
            cursor.children(child -> part(cursor, name + "/", child));
        } else if (WANTED.contains(field) && !fields.containsKey(field)) {
            var value = TEXTS.contains(field) ? cursor.value() : cursor.code();
            if (value != null) {
                fields.put(field, value);
                places.put(field, cursor.place());
            }
        }
    }

    /** @param position in the statement */
    BankEntry entry(int position, AccountMoney money, Status status) throws BankFileException {
        checkCurrency(money);
        var type = fields.get("TRNTYPE");
        var booked = date("DTPOSTED", "DTTRAN");
        if (booked == null) {
            throw new BankFileException(Fault.FIELD_MISSING, place, "DTPOSTED");
        }
        var value = date("DTAVAIL");
        var memo = fields.get("MEMO");
        return new BankEntry(
                position,
                place,
                booked.date(),
                booked.time(),
                value == null ? null : value.date(),
                amount(money),
                corrects() ? Status.INFORMATION : status,
                false,
                references(),
                counterparty(),
                type,
                memo == null ? List.of() : List.of(memo),
                null,
                null,
                List.of(),
                null,
                0,
                hint(type),
                null);
    }

    private static Hint hint(@Nullable String type) {
        return switch (type == null ? "" : type) {
            case "FEE", "SRVCHG" -> Hint.FEE;
            case "INT" -> Hint.INTEREST;
            default -> Hint.NONE;
        };
    }

    private long amount(AccountMoney money) throws BankFileException {
        var text = fields.get("TRNAMT");
        if (text == null) {
            throw new BankFileException(Fault.FIELD_MISSING, place, "TRNAMT");
        }
        return DecimalAmount.signed(text, at("TRNAMT")).minor(money.currency(), money.scale());
    }

    /** An amount in another currency than the account's is no amount of the account. */
    private void checkCurrency(AccountMoney money) throws BankFileException {
        var currency = fields.get("CURRENCY/CURSYM");
        if (currency != null && !currency.equals(money.currency())) {
            throw new BankFileException(Fault.CURRENCY, at("CURRENCY/CURSYM"), currency, money.currency());
        }
    }

    /** Whether it is not new money but another version of an earlier entry, or its removal. */
    private boolean corrects() {
        var corrected = fields.get("CORRECTFITID");
        if (corrected == null) {
            return false;
        }
        notices.add(Notice.Kind.CORRECTION, place, corrected, fields.getOrDefault("CORRECTACTION", "?"));
        return true;
    }

    private @Nullable OfxDate date(String... names) throws BankFileException {
        for (var name : names) {
            var text = fields.get(name);
            if (text != null) {
                var date = OfxDate.of(text, at(name));
                if (date.hour24()) {
                    notices.add(Notice.Kind.HOUR_24, at(name));
                }
                return date;
            }
        }
        return null;
    }

    private References references() {
        var server = PlainText.reference(fields.get("SRVRTID"));
        return new References(
                PlainText.reference(fields.get("FITID")),
                null,
                PlainText.reference(fields.get("REFNUM")),
                null,
                null,
                PlainText.reference(fields.get("CHECKNUM")),
                server == null ? List.of() : List.of(server));
    }

    private @Nullable Counterparty counterparty() {
        var name = first("NAME", "EXTDPAYEE/NAME", "PAYEE/NAME");
        var account = first("BANKACCTTO/ACCTID", "CCACCTTO/ACCTID");
        if (name == null && account == null) {
            return null;
        }
        var cut = PlainText.cut(name) || (name != null && name.length() == NAME_MAX);
        return new Counterparty(name, account, fields.get("BANKACCTTO/BANKID"), null, cut);
    }

    private @Nullable String first(String... names) {
        for (var name : names) {
            if (fields.containsKey(name)) {
                return fields.get(name);
            }
        }
        return null;
    }

    private Place at(String field) {
        return places.getOrDefault(field, place);
    }
}
