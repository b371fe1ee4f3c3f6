package io.tical.server.crypto;

import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.time.Duration;

/** Deposits of USDT. */
public final class CryptoModule implements Module {
    private final Deposits deposits;

    /**
     * The settings of deposits.
     *
     * @param watch how long the address of a deposit is polled after its creation
     */
    public record Options(Duration watch, DepositNetworks.Options networks) {}

    public CryptoModule(Platform platform, Options options) {
        var networks = platform.open(DepositNetworks.of(options.networks(), platform.clock()));
        deposits = new Deposits(platform.database(), networks, options.watch(), platform.clock());
    }

    public Deposits deposits() {
        return deposits;
    }
}
