package io.tical.server;

import io.tical.server.config.CryptoSettings;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import io.tical.server.crypto.AccountKey;
import io.tical.server.crypto.Network;
import io.tical.server.crypto.Networks;
import io.tical.server.rail.ChainWatcher;
import io.tical.server.rail.EvmWatcher;
import io.tical.server.rail.TronGridWatcher;
import io.tical.server.rail.Upstream;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The networks of crypto deposits as the settings want them, and the ways to the services that see what arrives. */
final class DepositNetworks implements AutoCloseable {
    /** A hundred times what a look usually brings; a larger answer is asked for in parts. */
    private static final int ANSWER_BYTES_MAX = 4 * 1024 * 1024;
    /** Numbers that wallets show as the id of a chain (EIP-155). */
    private static final long ETHEREUM = 1;

    private static final long BNB_SMART_CHAIN = 56;
    /** Blocks that the nodes of one provider may be apart: a few minutes. */
    private static final int ETHEREUM_OVERLAP = 25;

    private static final int BNB_SMART_CHAIN_OVERLAP = 400;

    private static final Logger LOG = LoggerFactory.getLogger(DepositNetworks.class);

    private final Settings settings;
    private final List<Upstream> upstreams = new ArrayList<>();
    private final Networks networks;

    DepositNetworks(Settings settings) {
        this.settings = settings;
        var confirmations = new EnumMap<Network, Integer>(Network.class);
        var live = new EnumMap<Network, Networks.Live>(Network.class);
        for (var network : Network.values()) {
            confirmations.put(
                    network,
                    Integer.valueOf(settings.text(CryptoSettings.of(network).confirmations())));
            live(network).ifPresent(served -> live.put(network, served));
        }
        var usual = Network.valueOf(settings.text(Setting.CRYPTO_NETWORK));
        networks = new Networks(usual, confirmations, live, Clock.systemUTC());
    }

    Networks networks() {
        return networks;
    }

    private Optional<Networks.Live> live(Network network) {
        var of = CryptoSettings.of(network);
        var xpub = settings.text(of.xpub());
        if (xpub.isEmpty()) {
            LOG.info("Crypto deposits on {}: test ones are simulated, live ones are off", network);
            return Optional.empty();
        }
        var key = AccountKey.parse(xpub);
        // So that the operator can compare: what goes to another wallet's address is gone.
        LOG.info(
                "Crypto deposits on {}: test ones are simulated, live ones go to addresses of key {}, the first of which is {}",
                network,
                key.fingerprint(),
                network.firstAddress(key));
        return Optional.of(new Networks.Live(key, watcher(network, of)));
    }

    private ChainWatcher watcher(Network network, CryptoSettings of) {
        var key = settings.text(of.key());
        var contract = settings.text(of.contract());
        return switch (network) {
            case TRC20 -> new TronGridWatcher(upstream("TronGrid", settings.text(of.url())), key, contract);
            case ERC20 -> evm("the Ethereum node", of, new EvmWatcher.Chain(ETHEREUM, contract, ETHEREUM_OVERLAP));
            case BEP20 ->
                evm(
                        "the BNB Smart Chain node",
                        of,
                        new EvmWatcher.Chain(BNB_SMART_CHAIN, contract, BNB_SMART_CHAIN_OVERLAP));
        };
    }

    private EvmWatcher evm(String name, CryptoSettings of, EvmWatcher.Chain chain) {
        var url = settings.text(of.url());
        var key = settings.text(of.key());
        return url.contains("{key}")
                ? new EvmWatcher(upstream(name, url.replace("{key}", key)), "", chain)
                : new EvmWatcher(upstream(name, url), key, chain);
    }

    private Upstream upstream(String name, String url) {
        var upstream = new Upstream(name, URI.create(url), Upstream.Limits.USUAL.answering(ANSWER_BYTES_MAX));
        upstreams.add(upstream);
        return upstream;
    }

    /** Breaks off what is under way. */
    @Override
    public void close() {
        upstreams.forEach(Upstream::close);
    }
}
