package io.tical.server.bankfile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.tical.common.Json;
import io.tical.server.bankfile.BankEntry.Counterparty;
import io.tical.server.bankfile.BankEntry.References;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.BankStatement.Proof;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries that a bank or an aggregator notifies one by one, as JSON: {@code {"account": …, "bank": …, "currency": …, "entries": [{"booked":
 * "2026-11-20", "time": "10:03:02", "amount": 50000, "reference": …, "end_to_end": …, "code": …, "text": …, "party": {"name": …, "account":
 * …, "bank": …}}]}}. Amounts are signed minor units. An entry has a {@code reference} of its own, so that it counts once however often it is
 * notified; all else but {@code booked} and {@code amount} may be missing.
 */
public final class NotifiedEntries implements StatementReader {
    private static final String FORMAT = "tical.entries";

    /** Reads one entry, after which the others follow. */
    private static final ObjectReader ENTRY =
            Json.mapper().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @Override
    public void read(Source source, Context context, Sink sink) throws BankFileException, IOException {
        var head = head(source, context);
        sink.begin(head);
        var scale = context.scales().of(String.valueOf(head.currency())).orElse(0);
        var sums = new Sums(scale);
        try (var in = source.open();
                var json = Json.mapper().getFactory().createParser(in)) {
            toEntries(json);
            var position = 0;
            for (var token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
                var at = json.currentTokenLocation();
                var place = new Place(at.getLineNr(), at.getColumnNr());
                if (token != JsonToken.START_OBJECT) {
                    throw new BankFileException(Fault.FIELD_INVALID, place, "An entry", String.valueOf(token));
                }
                if (++position > context.limits().entriesMax()) {
                    throw new BankFileException(
                            Fault.TOO_MANY_ENTRIES,
                            place,
                            String.valueOf(context.limits().entriesMax()));
                }
                var entry = new Fields(ENTRY.readTree(json), place, context).entry(position);
                sums.add(entry);
                sink.entry(entry);
            }
        } catch (JsonProcessingException e) {
            throw malformed(e);
        }
        sink.end(sums.foot(null, null, Proof.NONE, List.of()));
    }

    private static BankFileException malformed(JsonProcessingException e) {
        var at = e.getLocation();
        return new BankFileException(
                Fault.FIELD_INVALID,
                at == null ? Place.FILE : new Place(Math.max(at.getLineNr(), 0), Math.max(at.getColumnNr(), 0)),
                "JSON",
                e.getOriginalMessage());
    }

    /** Reads what is said once for all entries, wherever it stands. */
    private static Head head(Source source, Context context) throws BankFileException, IOException {
        @Nullable String account = null;
        @Nullable String bank = null;
        @Nullable String currency = null;
        try (InputStream in = source.open();
                var json = Json.mapper().getFactory().createParser(in)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BankFileException(Fault.NOT_A_STATEMENT, Place.FILE);
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                var name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "account" -> account = json.getValueAsString();
                    case "bank" -> bank = json.getValueAsString();
                    case "currency" -> currency = json.getValueAsString();
                    default -> json.skipChildren();
                }
            }
        } catch (JsonProcessingException e) {
            throw malformed(e);
        }
        if (currency != null && context.scales().of(currency).isEmpty()) {
            throw new BankFileException(Fault.CURRENCY_UNKNOWN, Place.FILE, currency);
        }
        return new Head(
                BankStatement.Kind.NOTIFICATION, FORMAT, account, bank, currency, null, null, 1, 1, true, null, null);
    }

    private static void toEntries(JsonParser json) throws BankFileException, IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var entries = json.currentName().equals("entries");
            if (json.nextToken() == JsonToken.START_ARRAY && entries) {
                return;
            }
            json.skipChildren();
        }
        throw new BankFileException(Fault.FIELD_MISSING, Place.FILE, "entries");
    }

    /** The fields of one entry. */
    private record Fields(JsonNode json, Place place, Context context) {
        BankEntry entry(int position) throws BankFileException {
            var amount = json.path("amount");
            if (!amount.isIntegralNumber() || !amount.canConvertToLong() || amount.longValue() == 0) {
                throw new BankFileException(Fault.AMOUNT, place, amount.asText());
            }
            var booked = day("booked");
            if (booked == null) {
                throw new BankFileException(Fault.FIELD_MISSING, place, "booked");
            }
            if (booked.isAfter(context.today().plusDays(context.limits().daysAheadMax()))) {
                throw new BankFileException(Fault.DATE_IN_FUTURE, place, booked.toString());
            }
            var reference = text(json, "reference");
            if (reference == null) {
                throw new BankFileException(Fault.FIELD_MISSING, place, "reference");
            }
            var text = text(json, "text");
            var reversal = json.path("reversal").asBoolean(false);
            return new BankEntry(
                    position,
                    place,
                    booked,
                    time(),
                    day("value"),
                    amount.longValue(),
                    BankEntry.Status.BOOKED,
                    reversal,
                    new References(
                            reference,
                            text(json, "end_to_end"),
                            text(json, "customer_reference"),
                            null,
                            null,
                            null,
                            List.of()),
                    party(),
                    text(json, "code"),
                    text == null ? List.of() : List.of(text),
                    null,
                    null,
                    List.of(),
                    text(json, "return_reason"),
                    0,
                    reversal ? BankEntry.Hint.RETURN : BankEntry.Hint.NONE,
                    null);
        }

        private @Nullable Counterparty party() throws BankFileException {
            var party = json.path("party");
            return party.isObject()
                    ? new Counterparty(text(party, "name"), text(party, "account"), text(party, "bank"), null, false)
                    : null;
        }

        private @Nullable String text(JsonNode of, String name) throws BankFileException {
            var value = of.path(name);
            if (value.isMissingNode() || value.isNull()) {
                return null;
            }
            var text = value.asText().strip();
            if (!value.isTextual()) {
                throw new BankFileException(Fault.FIELD_INVALID, place, name, "it must be a text");
            }
            if (text.length() > context.limits().textMax()) {
                throw new BankFileException(
                        Fault.FIELD_TOO_LONG,
                        place,
                        name,
                        String.valueOf(context.limits().textMax()));
            }
            return text.isEmpty() ? null : text;
        }

        private @Nullable LocalDate day(String name) throws BankFileException {
            var text = text(json, name);
            try {
                return text == null ? null : LocalDate.parse(text);
            } catch (DateTimeException e) {
                throw new BankFileException(Fault.DATE, place, String.valueOf(text));
            }
        }

        private @Nullable LocalTime time() throws BankFileException {
            var text = text(json, "time");
            try {
                return text == null ? null : LocalTime.parse(text);
            } catch (DateTimeException e) {
                throw new BankFileException(Fault.DATE, place, String.valueOf(text));
            }
        }
    }
}
