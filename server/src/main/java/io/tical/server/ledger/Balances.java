package io.tical.server.ledger;

import io.tical.db.Database;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A merchant's balances: one item for each active currency with a wallet, now or at the end of a past second.
 *
 * @param defaultCurrency the currency of the zero balance that an organization without a wallet gets
 * @param active which currencies are shown
 */
public record Balances(Database database, Function<UUID, String> defaultCurrency, Predicate<String> active) {
    /** The balances now, in the order of their currencies. */
    public List<BalanceItem> now(UUID organizationId, boolean livemode) {
        var items = database.run(session -> LedgerStore.wallets(session, organizationId, livemode)).stream()
                .filter(wallet -> active.test(wallet.key().currency()))
                .map(BalanceItem::of)
                .toList();
        return orDefault(items, organizationId, livemode);
    }

    /**
     * The balances after the last transfer up to the end of that second; zero before the first.
     *
     * @param second only its whole seconds count
     */
    public List<BalanceItem> at(UUID organizationId, boolean livemode, Instant second) {
        // No wallet is older than 1970, and PostgreSQL's calendar is shorter than Java's.
        var before = Instant.ofEpochSecond(Math.max(0, second.getEpochSecond()) + 1);
        var items = database.snapshot(session -> {
            var last = LedgerStore.lastBefore(session, organizationId, livemode, before).stream()
                    .collect(Collectors.toMap(transfer -> transfer.wallet().currency(), BalanceItem::after));
            return LedgerStore.wallets(session, organizationId, livemode).stream()
                    .map(wallet -> wallet.key().currency())
                    .filter(active)
                    .map(currency -> last.getOrDefault(currency, BalanceItem.zero(currency, livemode)))
                    .toList();
        });
        return orDefault(items, organizationId, livemode);
    }

    private List<BalanceItem> orDefault(List<BalanceItem> items, UUID organizationId, boolean livemode) {
        return items.isEmpty() ? List.of(BalanceItem.zero(defaultCurrency.apply(organizationId), livemode)) : items;
    }
}
