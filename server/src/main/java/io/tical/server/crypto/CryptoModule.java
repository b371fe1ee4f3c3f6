package io.tical.server.crypto;

import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.time.Duration;

/** Deposits of USDT. */
public record CryptoModule(Deposits deposits) implements Module {
    /**
     * The settings of deposits.
     *
     * @param watch how long the address of a deposit is polled after its creation
     */
    public record Options(Duration watch, DepositNetworks.Options networks) {}

    public CryptoModule(Platform platform, Options options) {
        this(new Deposits(
                platform.database(),
                platform.open(DepositNetworks.of(options.networks(), platform.clock())),
                options.watch(),
                platform.clock()));
    }
}
