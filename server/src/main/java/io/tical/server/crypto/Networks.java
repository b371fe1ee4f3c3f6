package io.tical.server.crypto;

import io.tical.server.problem.Problem;
import io.tical.server.rail.ChainWatcher;
import io.tical.server.rail.SimulatorChain;
import java.time.Clock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which networks deposits may come by, and how each is served. Test deposits are always simulated, on every network. */
public final class Networks implements AutoCloseable {
    private final Network usual;
    private final Map<Network, Integer> confirmations;
    private final Map<Network, Live> live;
    private final Map<Network, ChainWatcher> simulated = new EnumMap<>(Network.class);

    /** A network with live deposits: whose addresses, and who sees what they receive. */
    public record Live(AccountKey key, ChainWatcher watcher) {}

    /**
     * The networks of a service.
     *
     * @param usual which is meant when a request names none
     * @param confirmations how many each needs; the network's own number for those left out
     * @param live those with live deposits
     * @param clock of the simulated chains
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
     * The network that a request means.
     *
     * @param word as the request has it; null means the usual one
     * @throws Problem.Invalid when there is no such network
     */
    public Network named(@Nullable String word) {
        if (word == null) {
            return usual;
        }
        return Network.of(word)
                .orElseThrow(() -> new Problem.Invalid(
                        "network",
                        "unknown",
                        "must be one of "
                                + Arrays.stream(Network.values())
                                        .map(Network::name)
                                        .collect(Collectors.joining(", "))));
    }

    /** @throws Problem.Refused {@code NETWORK_DISABLED} when it takes no deposits */
    public void requireOpen(Network network, boolean livemode) {
        if (!open(network, livemode)) {
            throw new Problem.Refused(
                    "NETWORK_DISABLED", "Deposits on " + network.name() + " are not open; use another network");
        }
    }

    public boolean open(Network network, boolean livemode) {
        return !livemode || live.containsKey(network);
    }

    /** How many confirmations a payment needs from now on. */
    public int confirmations(Network network) {
        return confirmations.getOrDefault(network, network.confirmations());
    }

    /** Who sees what arrives; empty where no live deposits are taken. */
    Optional<ChainWatcher> watcher(Network network, boolean livemode) {
        return livemode
                ? Optional.ofNullable(live.get(network)).map(Live::watcher)
                : Optional.ofNullable(simulated.get(network));
    }

    /** @throws Problem.Refused {@code NETWORK_DISABLED} when it takes no deposits */
    AddressSource source(Network network, boolean livemode) {
        requireOpen(network, livemode);
        return livemode
                ? new AddressSource.Derived(
                        network, Objects.requireNonNull(live.get(network)).key())
                : new AddressSource.Simulated(network);
    }

    /** Closes the watchers of live deposits. */
    @Override
    public void close() {
        live.values().forEach(served -> served.watcher().close());
    }
}
