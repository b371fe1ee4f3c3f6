package io.tical.server.merchant;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tical.server.crypto.Network;
import org.jspecify.annotations.Nullable;

/** The networks on which an organization accepts USDT deposits. Networks that the service does not support stay off. */
public record NetworkSwitches(
        @JsonProperty("TRC20") boolean trc20,
        @JsonProperty("ERC20") boolean erc20,
        @JsonProperty("BEP20") boolean bep20) {
    /** The default of a new organization: all networks. */
    public static final NetworkSwitches STANDARD = new NetworkSwitches(true, true, true);

    /** The networks to change; null keeps the current value. */
    public record Change(
            @JsonProperty("TRC20") @Nullable Boolean trc20,
            @JsonProperty("ERC20") @Nullable Boolean erc20,
            @JsonProperty("BEP20") @Nullable Boolean bep20) {
        NetworkSwitches of(NetworkSwitches old) {
            return new NetworkSwitches(
                    ChannelSwitches.turned(old.trc20, trc20),
                    ChannelSwitches.turned(old.erc20, erc20),
                    ChannelSwitches.turned(old.bep20, bep20));
        }
    }

    boolean open(Network network) {
        return switch (network) {
            case TRC20 -> trc20;
            case ERC20 -> erc20;
            case BEP20 -> bep20;
        };
    }
}
