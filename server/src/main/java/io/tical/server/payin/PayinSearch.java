package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.db.Database;
import io.tical.server.currency.Currencies;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Found;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/** The search for payins by people. */
public record PayinSearch(Database database, Currencies currencies) {
    /**
     * The filters of a query, including those that only people use: {@link Narrowing} and {@code channel}.
     *
     * @param zone in which days begin
     */
    public ListFilter filter(Query query, ZoneId zone) {
        var narrowing = Narrowing.of(query, zone);
        return Payins.filter(query)
                .with(query.text("channel")
                        .map(word -> Word.find(Channel.class, word)
                                .orElseThrow(
                                        () -> new Problem.Invalid("channel", "unknown", "is not a channel of payins")))
                        .map(channel -> narrowing.of(channel.word(), currencies(channel)))
                        .orElse(narrowing));
    }

    /** The currencies of a channel. Crypto deposits are in USDT, and only they are. */
    private List<String> currencies(Channel channel) {
        var usdt = currencies.usdt().code();
        return channel == Channel.CRYPTO
                ? List.of(usdt)
                : currencies.all().stream()
                        .map(CurrencyProfile::code)
                        .filter(code -> !code.equals(usdt))
                        .toList();
    }

    /** A step of a search for the filter's text in any part: {@link PartSearch}. */
    public Found<Payin> find(UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        return database.run(
                session -> PayinStore.SEARCH.find(session, currencies, organizationId, livemode, filter, page));
    }
}
