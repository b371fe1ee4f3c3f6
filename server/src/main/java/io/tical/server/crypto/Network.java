package io.tical.server.crypto;

import java.util.Optional;
import java.util.function.Function;

/** The networks of USDT deposits, with their constants. */
public enum Network {
    /** TRON. */
    TRC20("TRON", TronAddress::of, TronAddress::account, 6),
    /** Ethereum. */
    ERC20("Ethereum", EvmAddress::of, EvmAddress::account, 6),
    /** BNB Smart Chain; its USDT has 18 decimals. */
    BEP20("BNB Smart Chain", EvmAddress::of, EvmAddress::account, 18);

    private final String chain;
    private final Function<byte[], String> address;
    private final Function<String, Optional<byte[]>> account;
    private final int decimals;

    Network(String chain, Function<byte[], String> address, Function<String, Optional<byte[]>> account, int decimals) {
        this.chain = chain;
        this.address = address;
        this.account = account;
        this.decimals = decimals;
    }

    /** The common name of the chain. */
    public String chain() {
        return chain;
    }

    /** The decimals of the token. */
    public int decimals() {
        return decimals;
    }

    /**
     * The address of a key.
     *
     * @param publicKey 64 bytes
     */
    String address(byte[] publicKey) {
        return address.apply(EvmAddress.accountOf(publicKey));
    }

    /** Whether this is an address of the network with a valid checksum. */
    public boolean isAddress(String text) {
        return account.apply(text).isPresent();
    }
}
