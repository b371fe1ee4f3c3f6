package io.tical.server.merchant;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tical.server.crypto.Network;
import org.jspecify.annotations.Nullable;

/** On which networks an organization takes deposits of USDT. One that the service does not serve stays shut. */
public record NetworkSwitches(
        @JsonProperty("TRC20") boolean trc20,
        @JsonProperty("ERC20") boolean erc20,
        @JsonProperty("BEP20") boolean bep20) {
    /** What a new organization has: all of them. */
    public static final NetworkSwitches STANDARD = new NetworkSwitches(true, true, true);

    /** Which of them to turn; null leaves one as it is. */
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
