package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.MtReader.Outcome;
import io.tical.server.bankfile.MtTokens.End;
import io.tical.server.bankfile.MtTokens.Field;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Sink;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the fields of messages together to statements: a message is a page of one. */
final class MtMessages {
    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,5})(?:/([0-9]{1,5}))?");
    private static final Pattern BALANCE = Pattern.compile("([CD])([0-9]{6})([A-Z]{3})([0-9]{1,15},[0-9]{0,15})\\s*");
    private static final Pattern FLOOR = Pattern.compile("([A-Z]{3})[CD]?([0-9]{1,15},[0-9]{0,15})\\s*");
    private static final Pattern SUM = Pattern.compile("([0-9]{1,5})([A-Z]{3})([0-9]{1,15},[0-9]{0,15})\\s*");

    private final Context context;
    private final Sink sink;
    private final List<Outcome> known;
    private final Consumer<Outcome> outcomes;
    private final BankCalendar calendar;
    private int begun;
    private int entries;
    private Message message = new Message();
    private @Nullable MtStatement statement;
    private @Nullable Field entry;
    private @Nullable Field text;

    /** What a message says before its entries. */
    private static final class Message {
        private @Nullable String id;
        private @Nullable String account;
        private @Nullable String bank;
        private @Nullable String sequence;
        private int page = 1;
        private boolean intraday;
        private @Nullable String currency;
        private boolean floor;
        /** Whether its page of the statement was begun. */
        private boolean begun;
        /** Whether its balance or sum at the end came. */
        private boolean closed;
    }

    /** @param known what came out when the file was read before; empty if it was not */
    MtMessages(Context context, Sink sink, List<Outcome> known, Consumer<Outcome> outcomes) {
        this.context = context;
        this.sink = sink;
        this.known = known;
        this.outcomes = outcomes;
        calendar = new BankCalendar(context);
    }

    void add(MtTokens.Token token) throws BankFileException {
        switch (token) {
            case End end -> endMessage(end.place());
            case Field field -> {
                if (field.tag().equals("86") && entry != null && !message.closed) {
                    textOfEntry(field);
                } else {
                    flush();
                    field(field);
                }
            }
        }
    }

    private void textOfEntry(Field field) {
        if (text == null) {
            text = field;
        } else {
            text.lines().addAll(field.lines());
        }
    }

    private void field(Field field) throws BankFileException {
        switch (field.tag()) {
            case "20" -> message.id = MtEntryLine.reference(String.join("", field.lines()));
            case "25", "25P" -> account(field);
            case "28", "28C" -> number(field);
            case "34F" -> floor(field);
            case "13", "13D" -> message.intraday = true;
            case "60F", "60M" -> opening(field);
            case "61" -> {
                if (message.closed) {
                    throw invalid(field);
                }
                begunPage(field);
                entry = field;
            }
            case "62F", "62M" -> closing(field);
            case "64", "65" -> {
                var unused = balance(field);
            }
            case "90C", "90D" -> sum(field);
            case "86" -> begunPage(field).text(field);
            default -> {}
        }
    }

    private static BankFileException invalid(Field field) {
        return invalid(field, field.line());
    }

    private static BankFileException invalid(Field field, String text) {
        return new BankFileException(
                Fault.FIELD_INVALID,
                field.place(),
                ":" + field.tag() + ":",
                text.length() > 80 ? text.substring(0, 80) : text);
    }

    private void account(Field field) throws BankFileException {
        var text = field.line().strip();
        if (text.isEmpty()) {
            throw invalid(field);
        }
        message.account = text;
        message.bank = field.lines().size() > 1 ? field.lines().get(1).strip() : null;
    }

    private void number(Field field) throws BankFileException {
        var form = NUMBER.matcher(field.line().strip());
        if (!form.matches()) {
            throw invalid(field);
        }
        message.sequence = Integer.toString(Integer.parseInt(form.group(1)));
        message.page = form.group(2) == null ? 1 : Math.max(1, Integer.parseInt(form.group(2)));
    }

    private void floor(Field field) throws BankFileException {
        var form = FLOOR.matcher(field.line());
        if (!form.matches()) {
            throw invalid(field);
        }
        message.intraday = true;
        currency(form.group(1), field);
        message.floor |= MtEntryLine.number(form.group(2)).signum() > 0;
    }

    private void currency(String currency, Field field) throws BankFileException {
        if (message.currency != null && !message.currency.equals(currency)) {
            throw new BankFileException(Fault.CURRENCY, field.place(), currency, message.currency);
        }
        message.currency = currency;
    }

    /** A balance in minor units, with its day. */
    private BankStatement.Balance balance(Field field) throws BankFileException {
        var form = BALANCE.matcher(field.line());
        if (!form.matches()) {
            throw invalid(field);
        }
        currency(form.group(3), field);
        var amount = new DecimalAmount(MtEntryLine.number(form.group(4)), field.place())
                .minor(form.group(3), scale(form.group(3), field));
        return new BankStatement.Balance(
                form.group(1).equals("C") ? amount : -amount, MtEntryLine.date(form.group(2), field.place()), false);
    }

    private int scale(String currency, Field field) throws BankFileException {
        return context.scales()
                .of(currency)
                .orElseThrow(() -> new BankFileException(Fault.CURRENCY_UNKNOWN, field.place(), currency));
    }

    private void opening(Field field) throws BankFileException {
        if (message.begun) {
            throw invalid(field);
        }
        var balance = balance(field);
        if (statement != null && field.tag().equals("60M") && statement.continues(account(), currency(field))) {
            statement.page(balance, field.place());
            message.begun = true;
            return;
        }
        begin(field, balance);
    }

    private String currency(Field field) throws BankFileException {
        if (message.currency == null) {
            throw new BankFileException(
                    Fault.FIELD_MISSING, field.place(), message.intraday ? "Field :34F:" : "Field :60F:");
        }
        return message.currency;
    }

    /** The number of the account without the currency that some banks write behind it. */
    private @Nullable String account() {
        var account = message.account;
        if (account == null || message.currency == null || !account.endsWith(message.currency)) {
            return account;
        }
        var number = account.substring(0, account.length() - message.currency.length());
        var last = number.isEmpty() ? 'A' : number.charAt(number.length() - 1);
        return last == ' ' || (last >= '0' && last <= '9') ? number.strip() : account;
    }

    private MtStatement begin(Field field, BankStatement.@Nullable Balance opening) throws BankFileException {
        finish();
        if (message.account == null) {
            throw new BankFileException(Fault.FIELD_MISSING, field.place(), "Field :25:");
        }
        if (begun >= context.limits().entriesMax()) {
            throw tooMany(field);
        }
        var currency = currency(field);
        var outcome = begun < known.size() ? known.get(begun) : Outcome.of(true, false, 1);
        begun++;
        var head = new BankStatement.Head(
                message.intraday ? BankStatement.Kind.INTRADAY : BankStatement.Kind.FINAL,
                message.intraday ? "MT942" : "MT940",
                account(),
                message.bank,
                currency,
                message.id,
                message.sequence,
                message.page,
                Math.max(message.page, outcome.until()),
                outcome.last(),
                null,
                null);
        statement = new MtStatement(
                head, opening, scale(currency, field), known.isEmpty(), outcome.reversalsTurned(), calendar, sink);
        message.begun = true;
        return statement;
    }

    private BankFileException tooMany(Field field) {
        return new BankFileException(
                Fault.TOO_MANY_ENTRIES,
                field.place(),
                Integer.toString(context.limits().entriesMax()));
    }

    /** The statement of this message; a report within a day begins without a balance. */
    private MtStatement begunPage(Field field) throws BankFileException {
        if (message.begun) {
            return Objects.requireNonNull(statement);
        }
        if (!message.intraday) {
            throw new BankFileException(Fault.FIELD_MISSING, field.place(), "Field :60F:");
        }
        if (statement != null && statement.isPageBefore(account(), currency(field), message.sequence, message.page)) {
            statement.page(message.page);
            message.begun = true;
            return statement;
        }
        return begin(field, null);
    }

    private void closing(Field field) throws BankFileException {
        if (!message.begun || message.closed) {
            throw invalid(field);
        }
        begunPage(field).closing(balance(field), field.tag().equals("62F"));
        message.closed = true;
    }

    private void sum(Field field) throws BankFileException {
        var form = SUM.matcher(field.line());
        if (!form.matches()) {
            throw invalid(field);
        }
        message.intraday = true;
        currency(form.group(2), field);
        var amount = new DecimalAmount(MtEntryLine.number(form.group(3)), field.place())
                .minor(form.group(2), scale(form.group(2), field));
        begunPage(field)
                .sum(
                        field.tag().equals("90C"),
                        new MtStatement.Sum(Integer.parseInt(form.group(1)), amount, field.place()),
                        message.floor);
        message.closed = true;
    }

    private void flush() throws BankFileException {
        if (entry == null) {
            return;
        }
        if (++entries > context.limits().entriesMax()) {
            throw tooMany(entry);
        }
        begunPage(entry).entry(entry, text == null ? List.of() : text.lines());
        entry = null;
        text = null;
    }

    private void endMessage(Place place) throws BankFileException {
        flush();
        if (message.intraday && !message.begun) {
            var unused = begunPage(new Field("34F", List.of(""), place));
        }
        if (!message.intraday && !message.closed) {
            throw new BankFileException(Fault.TRUNCATED, place, "a statement without :62F:");
        }
        message = new Message();
    }

    private void finish() throws BankFileException {
        if (statement != null) {
            outcomes.accept(statement.end());
        }
        statement = null;
    }

    void end() throws BankFileException {
        finish();
    }
}
