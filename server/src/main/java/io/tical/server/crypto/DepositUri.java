package io.tical.server.crypto;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The text of a deposit's QR code.
 *
 * @param contracts the address of the token on each network
 */
public record DepositUri(Map<Network, String> contracts) {
    /**
     * The text that a wallet scans to pay an amount to a live deposit.
     *
     * <p>On Ethereum and BNB Smart Chain it is the transfer of the token (EIP-681), which wallets open with network, address and
     * amount. On TRON it is only the address: no standard form contains an amount, and wallets and exchanges read only addresses. A wallet
     * that does not know a form would use the whole text as an address.
     *
     * @param micro micro-USDT, positive
     */
    public String of(Network network, String address, long micro) {
        return switch (network) {
            case TRC20 -> address;
            case ERC20 -> transfer(network, CryptoModule.ETHEREUM, address, micro);
            case BEP20 -> transfer(network, CryptoModule.BNB_SMART_CHAIN, address, micro);
        };
    }

    private String transfer(Network network, long chainId, String address, long micro) {
        var contract = Objects.requireNonNull(contracts.get(network), network.name());
        var units = BigInteger.valueOf(micro).multiply(MicroUsdt.unitsPerMicro(network));
        return String.format(
                Locale.ROOT, "ethereum:%s@%d/transfer?address=%s&uint256=%s", contract, chainId, address, units);
    }
}
