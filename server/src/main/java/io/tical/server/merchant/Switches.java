package io.tical.server.merchant;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tical.server.crypto.Network;
import org.jspecify.annotations.Nullable;

/** The features that operators turn on and off for an organization, in both environments. */
public record Switches(Channels channels, Networks networks, MatchFallback p2pFallback) {
    /** The default of a new organization. */
    public static final Switches STANDARD =
            new Switches(Channels.STANDARD, Networks.STANDARD, MatchFallback.BANK_THEN_QR);

    /**
     * The payin channels of an organization.
     *
     * @param bank bank transfers to the operator's accounts
     * @param qrcode QR codes for those accounts
     * @param crypto USDT deposits
     * @param p2p direct matching with a payout's account; also offers the organization's own payouts
     */
    public record Channels(
            boolean bank,
            boolean qrcode,
            boolean crypto,
            @JsonProperty("p2p") boolean p2p) {
        /**
         * The default of a new organization: all channels except direct matching, which shows payers a third party's
         * account.
         */
        public static final Channels STANDARD = new Channels(true, true, true, false);

        /** The channels to change; null keeps the current value. */
        public record Change(
                @Nullable Boolean bank,
                @Nullable Boolean qrcode,
                @Nullable Boolean crypto,
                @Nullable Boolean p2p) {
            Channels of(Channels old) {
                return new Channels(
                        requireNonNullElse(bank, old.bank),
                        requireNonNullElse(qrcode, old.qrcode),
                        requireNonNullElse(crypto, old.crypto),
                        requireNonNullElse(p2p, old.p2p));
            }
        }
    }

    /** The networks on which an organization accepts USDT deposits. Networks that the service does not support stay off. */
    public record Networks(
            @JsonProperty("TRC20") boolean trc20,
            @JsonProperty("ERC20") boolean erc20,
            @JsonProperty("BEP20") boolean bep20) {
        /** The default of a new organization: all networks. */
        public static final Networks STANDARD = new Networks(true, true, true);

        /** The networks to change; null keeps the current value. */
        public record Change(
                @JsonProperty("TRC20") @Nullable Boolean trc20,
                @JsonProperty("ERC20") @Nullable Boolean erc20,
                @JsonProperty("BEP20") @Nullable Boolean bep20) {
            Networks of(Networks old) {
                return new Networks(
                        requireNonNullElse(trc20, old.trc20),
                        requireNonNullElse(erc20, old.erc20),
                        requireNonNullElse(bep20, old.bep20));
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
}
