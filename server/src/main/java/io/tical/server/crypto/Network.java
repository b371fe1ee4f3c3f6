package io.tical.server.crypto;

import io.tical.server.rail.EvmAddress;
import io.tical.server.rail.TronAddress;
import java.util.Arrays;
import java.util.Optional;

/** The networks of USDT deposits, with their constants. */
public enum Network {
    /** TRON. */
    TRC20(Form.TRON, 6, 20, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
    /** Ethereum. */
    ERC20(Form.EVM, 6, 12, "0xdAC17F958D2ee523a2206206994597C13D831ec7"),
    /** BNB Smart Chain; its USDT has 18 decimals. */
    BEP20(Form.EVM, 18, 15, "0x55d398326f99059fF775485246999027B3197955");

    /** The address format of a network. */
    private enum Form {
        TRON,
        EVM
    }

    private final Form form;
    private final int decimals;
    private final int confirmations;
    private final String contract;

    Network(Form form, int decimals, int confirmations, String contract) {
        this.form = form;
        this.decimals = decimals;
        this.confirmations = confirmations;
        this.contract = contract;
    }

    /** The decimals of the token. */
    public int decimals() {
        return decimals;
    }

    /** The default number of required confirmations. */
    public int confirmations() {
        return confirmations;
    }

    /** The address of USDT on the main network. */
    public String contract() {
        return contract;
    }

    /**
     * The address of a key.
     *
     * @param publicKey 64 bytes
     */
    String address(byte[] publicKey) {
        var account = EvmAddress.accountOf(publicKey);
        return switch (form) {
            case TRON -> TronAddress.of(account);
            case EVM -> EvmAddress.of(account);
        };
    }

    /** The address of the first deposit, for the operator to compare with the wallet. */
    public String firstAddress(AccountKey key) {
        return address(key.publicKey(0));
    }

    /** Whether this is an address of the network with a valid checksum. */
    public boolean isAddress(String text) {
        return switch (form) {
            case TRON -> TronAddress.account(text).isPresent();
            case EVM -> EvmAddress.account(text).isPresent();
        };
    }

    /** The network of this uppercase name. */
    public static Optional<Network> of(String word) {
        return Arrays.stream(values())
                .filter(network -> network.name().equals(word))
                .findFirst();
    }
}
