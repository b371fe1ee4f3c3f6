package io.tical.server.crypto;

import io.tical.db.Session;
import io.tical.server.crypto.DepositStore.Given;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
    private final Map<String, Long> next;
    private final List<Given> given = new ArrayList<>();

    /** A network that needs an address. */
    public record Use(Network network, boolean livemode) {}

    DepositAddresses(Session session, Networks networks, Collection<Use> uses) {
        this.session = session;
        this.networks = networks;
        var sources = new TreeSet<String>();
        uses.forEach(use ->
                sources.add(networks.source(use.network(), use.livemode()).name()));
        next = sources.isEmpty() ? Map.of() : DepositStore.lock(session, sources);
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
        var address = source.addresses().apply(index);
        next.put(source.name(), index + 1);
        var deposit = new Deposit(
                key,
                network,
                address,
                amount,
                networks.confirmations(network),
                openedAt,
                expiresAt,
                Deposit.Progress.NOTHING);
        given.add(new Given(deposit, source.name(), index));
        return deposit;
    }

    /** Inserts the deposits, when the session sends. */
    public void write() {
        if (!given.isEmpty()) {
            DepositStore.insertLater(session, List.copyOf(given), next);
            given.clear();
        }
    }
}
