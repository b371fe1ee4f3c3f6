package io.tical.server.crypto;

import io.tical.db.Session;
import io.tical.server.crypto.DepositStore.Count;
import io.tical.server.crypto.DepositStore.Given;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Assigns addresses to new deposits within one transaction, with consecutive indexes. Wallets stop scanning after a gap
 * of twenty indexes, so a skipped index could hide later deposits.
 *
 * <p>Locks the sources until the transaction ends.
 */
public final class DepositAddresses {
    private final Session session;
    private final Networks networks;
    private final Map<String, Long> next = new HashMap<>();
    private final List<Given> given = new ArrayList<>();
    private final List<Deposit> deposits = new ArrayList<>();

    /** A network that needs an address. */
    public record Use(Network network, boolean livemode) {}

    private DepositAddresses(Session session, Networks networks) {
        this.session = session;
        this.networks = networks;
    }

    static DepositAddresses begin(Session session, Networks networks, Collection<Use> uses) {
        var addresses = new DepositAddresses(session, networks);
        var sources = new TreeSet<String>();
        uses.forEach(use ->
                sources.add(networks.source(use.network(), use.livemode()).name()));
        if (!sources.isEmpty()) {
            DepositStore.lock(session, sources).forEach(count -> addresses.next.put(count.source(), count.nextIndex()));
        }
        return addresses;
    }

    /**
     * Assigns an address; {@code write} inserts the deposit.
     *
     * @param amount micro-USDT, positive
     * @throws IllegalStateException when its source is not locked
     */
    public Deposit open(TransactionKey key, Network network, long amount, Instant openedAt, Instant expiresAt) {
        var source = networks.source(network, key.livemode());
        var index = next.get(source.name());
        if (index == null) {
            throw new IllegalStateException("addresses of " + network + " were not asked for");
        }
        var address = source.address(index);
        next.put(source.name(), index + 1);
        given.add(new Given(key, source.name(), index, address));
        var deposit = new Deposit(
                key,
                network,
                address,
                amount,
                networks.confirmations(network),
                openedAt,
                expiresAt,
                Deposit.Progress.NOTHING);
        deposits.add(deposit);
        return deposit;
    }

    /** Inserts the deposits. */
    public void write() {
        if (deposits.isEmpty()) {
            return;
        }
        var used = given.stream()
                .map(Given::source)
                .distinct()
                .map(source -> new Count(source, Objects.requireNonNull(next.get(source))))
                .toList();
        DepositStore.save(session, used);
        DepositStore.insert(session, given, deposits, deposits.getFirst().openedAt());
        given.clear();
        deposits.clear();
    }
}
