package io.tical.server.crypto;

import io.tical.server.problem.Problem;
import java.time.Clock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The enabled networks of deposits. Test deposits are simulated on every network. */
public final class Networks implements AutoCloseable {
    private final Network usual;
    private final Map<Network, Integer> confirmations;
    private final Map<Network, Live> live;
    private final Map<Network, ChainWatcher> simulated = new EnumMap<>(Network.class);

    /** A network with live deposits: the source of its addresses and the watcher of their transfers. */
    public record Live(AccountKey key, ChainWatcher watcher) {}

    /**
     * Derives the addresses of a network, one for each index from 0 to {@link AccountKey#INDEX_MAX}.
     *
     * @param name the name of the index counter; networks with the same source share it, so that they never share an address
     */
    record AddressSource(String name, LongFunction<String> addresses) {}

    /**
     * The networks of a service.
     *
     * @param usual the default network
     * @param confirmations the required confirmations, of every network
     * @param live the networks with live deposits
     * @param clock the clock of the simulated chains
     */
    public Networks(Network usual, Map<Network, Integer> confirmations, Map<Network, Live> live, Clock clock) {
        this.usual = usual;
        this.confirmations = Map.copyOf(confirmations);
        this.live = Map.copyOf(live);
        for (var network : Network.values()) {
            simulated.put(network, new SimulatorChain(clock, MicroUsdt.unitsPerMicro(network)));
        }
    }

    /**
     * The network of a request.
     *
     * @param word the text of the request; null for the default network
     * @throws Problem.Invalid when there is no such network
     */
    public Network named(@Nullable String word) {
        if (word == null) {
            return usual;
        }
        var names = Arrays.stream(Network.values()).map(Network::name).toList();
        if (!names.contains(word)) {
            throw new Problem.Invalid("network", "unknown", "must be one of " + String.join(", ", names));
        }
        return Network.valueOf(word);
    }

    /** @throws Problem.Refused {@code NETWORK_DISABLED} when it takes no deposits */
    public void requireOpen(Network network, boolean livemode) {
        if (!isOpen(network, livemode)) {
            throw new Problem.Refused(
                    "NETWORK_DISABLED", "Deposits on " + network.name() + " are disabled; use another network");
        }
    }

    /** Whether a network accepts deposits. */
    public boolean isOpen(Network network, boolean livemode) {
        return !livemode || live.containsKey(network);
    }

    /** The confirmations that a new deposit requires. */
    public int confirmations(Network network) {
        return Objects.requireNonNull(confirmations.get(network));
    }

    /** The watcher of transfers; empty when live deposits are disabled. */
    Optional<ChainWatcher> watcher(Network network, boolean livemode) {
        return livemode
                ? Optional.ofNullable(live.get(network)).map(Live::watcher)
                : Optional.ofNullable(simulated.get(network));
    }

    /** @throws Problem.Refused {@code NETWORK_DISABLED} when it takes no deposits */
    AddressSource source(Network network, boolean livemode) {
        requireOpen(network, livemode);
        if (!livemode) {
            // Names that no wallet accepts as an address, so that no money can be sent to them.
            return new AddressSource(
                    "simulator:" + network.name(),
                    index -> String.format(Locale.ROOT, "TEST-%s-%012d", network.name(), index));
        }
        var key = Objects.requireNonNull(live.get(network)).key();
        return new AddressSource("xpub:" + key.fingerprint(), index -> network.address(key.publicKey(index)));
    }

    /** Closes the watchers of live deposits. */
    @Override
    public void close() {
        live.values().forEach(served -> served.watcher().close());
    }
}
