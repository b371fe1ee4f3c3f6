package io.tical.server.statement;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.access.Scope;
import io.tical.server.currency.Currencies;
import io.tical.server.http.Call;
import io.tical.server.http.Content;
import io.tical.server.http.CsvWriter;
import io.tical.server.http.Endpoint;
import io.tical.server.http.StreamedContent;
import io.tical.server.input.Query;
import io.tical.server.key.WalletKey;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;

/**
 * {@code GET /v1/statements}: the movements of a wallet, as JSON or CSV. {@code GET /v1/statements/daily}: the sealed statement of a day.
 *
 * @param zone returns the time zone of an organization, for dates
 */
record StatementRoutes(
        Statements statements, DailyStatements dailyStatements, Currencies currencies, Function<UUID, ZoneId> zone) {
    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/v1/statements", Scope.BALANCE_READ, this::statement)
                        .taking("currency", "from", "to", "format"),
                Endpoint.get("/v1/statements/daily", Scope.BALANCE_READ, this::daily)
                        .taking("currency", "date"));
    }

    private Content statement(Call call) {
        return statement(call.caller().organizationId(), call.caller().livemode(), call.query());
    }

    /** The statement of a wallet that a query asks for, as {@code GET /v1/statements}. */
    public Content statement(UUID organizationId, boolean livemode, Query query) {
        var currency = currency(query, currencies);
        var format = query.text("format").map(StatementRoutes::format).orElse(StatementFormat.JSON);
        var days = zone.apply(organizationId);
        var from = query.time("from", days)
                .orElseThrow(() -> new Problem.Invalid("from", "required", "is required: the first second"));
        var to = query.time("to", days).orElseGet(statements::now);
        var wallet = new WalletKey(organizationId, livemode, currency.code());
        var statement = statements.open(wallet, from, to);
        return switch (format) {
            case JSON ->
                StreamedContent.json(client ->
                        statements.read(statement, reader -> new StatementJsonView(statement).write(reader, client)));
            case CSV ->
                StreamedContent.file(
                        CsvWriter.TYPE,
                        name(statement, days),
                        client -> statements.read(
                                statement,
                                reader ->
                                        new StatementCsvView(statement, currency.scale(), days).write(reader, client)));
        };
    }

    private Content daily(Call call) {
        var caller = call.caller();
        var currency = currency(call.query(), currencies);
        var day = call.query()
                .day("date")
                .orElseThrow(() -> new Problem.Invalid("date", "required", "is required: a day in UTC"));
        var wallet = new WalletKey(caller.organizationId(), caller.livemode(), currency.code());
        var document = dailyStatements.find(wallet, day);
        var name = "daily-" + environment(wallet) + "-" + currency.code() + "-" + day + ".txt";
        return StreamedContent.file(
                "text/plain; charset=us-ascii", name, client -> dailyStatements.write(document, client::write));
    }

    private static String name(Statement statement, ZoneId days) {
        var wallet = statement.wallet();
        return "statement-" + environment(wallet) + "-" + wallet.currency() + "-" + text(statement.from(), days) + "-"
                + text(statement.to(), days) + ".csv";
    }

    static String environment(WalletKey wallet) {
        return wallet.livemode() ? "live" : "test";
    }

    /** A time as text; the beginning of a day is written as its date. */
    private static String text(Instant at, ZoneId days) {
        var day = at.atZone(days).toLocalDate();
        return at.equals(day.atStartOfDay(days).toInstant()) ? day.toString() : Long.toString(at.getEpochSecond());
    }

    private static StatementFormat format(String word) {
        return Word.find(StatementFormat.class, word)
                .orElseThrow(() -> new Problem.Invalid("format", "unknown", "must be json or csv"));
    }

    /** The currency of the query, in upper or lower case. It must be one that merchants can hold. */
    static CurrencyProfile currency(Query query, Currencies currencies) {
        var code = query.text("currency")
                .orElseThrow(() -> new Problem.Invalid("currency", "required", "is required: an ISO 4217 code"))
                .toUpperCase(Locale.ROOT);
        return currencies.requireHeld(code);
    }
}
