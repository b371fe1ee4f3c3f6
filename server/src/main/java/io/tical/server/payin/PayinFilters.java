package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.currency.Currencies;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import java.time.ZoneId;
import java.util.List;

/** Reads the filters of lists of payins. */
final class PayinFilters {
    private PayinFilters() {}

    /** The filters of the merchants' API. */
    static ListFilter of(Query query) {
        return ListFilter.of(query, "payins", PayinStatus.class);
    }

    /**
     * The filters of the merchants' API together with those that only people use: {@link Narrowing} and {@code channel}.
     *
     * @param zone in which days begin
     */
    public static ListFilter of(Query query, ZoneId zone, Currencies currencies) {
        var narrowing = Narrowing.of(query, zone);
        return of(query)
                .with(query.text("channel")
                        .map(word -> Word.find(Channel.class, word)
                                .orElseThrow(
                                        () -> new Problem.Invalid("channel", "unknown", "is not a channel of payins")))
                        .map(channel -> narrowing.of(channel.word(), of(channel, currencies)))
                        .orElse(narrowing));
    }

    /** The currencies of a channel. Crypto deposits are in USDT, and only they are. */
    private static List<String> of(Channel channel, Currencies currencies) {
        var usdt = currencies.usdt().code();
        return channel == Channel.CRYPTO
                ? List.of(usdt)
                : currencies.all().stream()
                        .map(CurrencyProfile::code)
                        .filter(code -> !code.equals(usdt))
                        .toList();
    }
}
