package io.tical.server.crypto;

import io.tical.server.http.Observation;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.rail.Upstream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deposits of USDT, on the networks that the settings describe. */
public record CryptoModule(Deposits deposits, DepositUri uri, DepositAlert alert) implements Module {
    /** A hundred times the usual response; larger ones are requested in parts. */
    private static final int ANSWER_BYTES_MAX = 4 * 1024 * 1024;
    /** Chain ids (EIP-155). */
    static final long ETHEREUM = 1;

    static final long BNB_SMART_CHAIN = 56;
    /** The maximum difference in blocks between the nodes of one provider: a few minutes. */
    private static final int ETHEREUM_OVERLAP = 25;

    private static final int BNB_SMART_CHAIN_OVERLAP = 400;

    private static final Logger LOG = LoggerFactory.getLogger(CryptoModule.class);

    /**
     * The settings of deposits.
     *
     * @param watch how long the address of a deposit is polled after its creation
     * @param usual the default network
     */
    public record Options(Duration watch, Network usual, Map<Network, NetworkOptions> networks) {}

    /**
     * The settings of one network.
     *
     * @param xpub the extended public key of the wallet that receives live deposits; empty for no live deposits
     * @param url the address of the node; {@code {key}} in it is replaced by the key
     * @param contract the address of the token
     */
    public record NetworkOptions(String xpub, String url, String key, int confirmations, String contract) {}

    public static CryptoModule of(Modules modules, Options options) {
        var platform = modules.platform();
        return new CryptoModule(
                new Deposits(
                        platform.database(),
                        platform.open(networks(options, platform.clock())),
                        options.watch(),
                        platform.clock()),
                new DepositUri(options.networks().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, network -> network.getValue().contract()))),
                new DepositAlert(platform.database(), platform.clock()));
    }

    private static Networks networks(Options options, Clock clock) {
        var confirmations = new EnumMap<Network, Integer>(Network.class);
        var live = new EnumMap<Network, Networks.Live>(Network.class);
        options.networks().forEach((network, of) -> {
            confirmations.put(network, of.confirmations());
            if (of.xpub().isEmpty()) {
                LOG.info("Crypto deposits on {}: test deposits are simulated, live deposits are disabled", network);
            } else {
                live.put(network, live(network, of));
            }
        });
        return new Networks(options.usual(), confirmations, live, clock);
    }

    private static Networks.Live live(Network network, NetworkOptions of) {
        var key = AccountKey.parse(of.xpub());
        // Lets the operator verify the wallet: money sent to a wrong address is lost.
        LOG.info(
                "Crypto deposits on {}: test deposits are simulated, live deposits use key {} with the first address {}",
                network,
                key.fingerprint(),
                network.address(key.publicKey(0)));
        return new Networks.Live(key, watcher(network, of));
    }

    private static ChainWatcher watcher(Network network, NetworkOptions of) {
        return switch (network) {
            case TRC20 -> new TronGridWatcher(upstream("TronGrid", of.url()), of.key(), of.contract());
            case ERC20 -> evm("the Ethereum node", of, ETHEREUM, ETHEREUM_OVERLAP);
            case BEP20 -> evm("the BNB Smart Chain node", of, BNB_SMART_CHAIN, BNB_SMART_CHAIN_OVERLAP);
        };
    }

    private static EvmWatcher evm(String name, NetworkOptions of, long chainId, int overlap) {
        return new EvmWatcher(
                upstream(name, of.url().replace("{key}", of.key())),
                of.url().contains("{key}") ? "" : of.key(),
                new EvmWatcher.Chain(chainId, of.contract(), overlap));
    }

    private static Upstream upstream(String name, String url) {
        return new Upstream(name, URI.create(url), Upstream.Limits.usual(ANSWER_BYTES_MAX));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.WORK, alert.work(), alert.rescheduling());
        to.add(Kind.QUEUES, DepositOverview.DIFFERING);
        to.add(Kind.CHECKS, Observation.notices("deposits", "degraded", alert::sentences));
        to.add(Kind.METRICS, alert.metrics());
        to.add(
                Kind.AUTHENTICATED_TABLES,
                DepositStore.SOURCES,
                DepositStore.ADDRESSES,
                DepositStore.DEPOSITS,
                TransferStore.TRANSFERS);
    }
}
