package io.tical.server.rate;

import io.tical.db.Database;
import io.tical.server.currency.Currencies;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rates at which settlements are converted. Without a rate there is no conversion. */
public record ExchangeRates(Database database, Currencies currencies, Clock clock) {
    private static final String OBJECT_TYPE = "exchange_rate";

    /** A rate in the audit log. */
    private record Logged(
            String sourceCurrency,
            String targetCurrency,
            @Nullable String rate,
            long version) {
        static Logged of(ExchangeRate rate) {
            var decimal = rate.rate();
            return new Logged(
                    rate.source(), rate.target(), decimal == null ? null : decimal.toPlainString(), rate.version());
        }
    }

    /** All rates of both environments. */
    public List<ExchangeRate> list() {
        return database.run(ExchangeRateStore::list);
    }

    /** The current rate. */
    public Optional<BigDecimal> find(boolean livemode, String source, String target) {
        return database.run(session -> ExchangeRateStore.find(session, livemode, source, target))
                .map(ExchangeRate::rate);
    }

    /** The rate of a pair; one without a rate, of version 0, if none was ever set. */
    ExchangeRate current(boolean livemode, String source, String target) {
        return database.run(session -> ExchangeRateStore.find(session, livemode, source, target))
                .orElseGet(() -> new ExchangeRate(livemode, source, target, null, 0, clock.instant()));
    }

    /** @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED} as {@link #set} */
    void requireCurrencies(String source, String target) {
        currencies.requireHeld(source);
        currencies.requireActive(target);
    }

    static boolean isSame(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null ? other == null : other != null && one.compareTo(other) == 0;
    }

    /**
     * Sets a rate for later quotes, or removes it.
     *
     * @param source a currency in which merchants can hold balances: USDT too, which only a conversion settles
     * @param target an active currency, because accounts are in these only
     * @param rate null removes it
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public ExchangeRate set(
            boolean livemode, String source, String target, @Nullable BigDecimal rate, StaffDecision by) {
        requireCurrencies(source, target);
        return database.transaction(session -> {
            var now = clock.instant();
            ExchangeRateStore.insertIfAbsent(session, new ExchangeRate(livemode, source, target, null, 0, now));
            var old = ExchangeRateStore.lock(session, livemode, source, target).orElseThrow();
            if (by.version() != null && by.version() != old.version()) {
                throw Problem.Conflict.changed(OBJECT_TYPE);
            }
            if (isSame(old.rate(), rate)) {
                return old;
            }
            var changed = new ExchangeRate(livemode, source, target, rate, old.version() + 1, now);
            ExchangeRateStore.update(session, changed);
            var act = Act.change(
                    null,
                    livemode,
                    rate == null ? "remove" : "set",
                    OBJECT_TYPE,
                    null,
                    Logged.of(old),
                    Logged.of(changed));
            AuditEntry.insertLater(
                    session,
                    by.actor(),
                    livemode ? act.ofControl(source + " → " + target, by) : act.noting(by.note()),
                    now);
            return changed;
        });
    }
}
