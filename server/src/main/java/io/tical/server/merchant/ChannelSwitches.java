package io.tical.server.merchant;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The payin channels of an organization.
 *
 * @param bank bank transfers to the operator's accounts
 * @param qrcode QR codes for those accounts
 * @param crypto USDT deposits
 * @param p2p direct matching with a payout's account; also offers the organization's own payouts
 */
public record ChannelSwitches(
        boolean bank,
        boolean qrcode,
        boolean crypto,
        @JsonProperty("p2p") boolean p2p) {
    /**
     * The default of a new organization: all channels except direct matching, which shows payers a third party's
     * account.
     */
    public static final ChannelSwitches STANDARD = new ChannelSwitches(true, true, true, false);

    /** The channels to change; null keeps the current value. */
    public record Change(
            @Nullable Boolean bank,
            @Nullable Boolean qrcode,
            @Nullable Boolean crypto,
            @Nullable Boolean p2p) {
        ChannelSwitches of(ChannelSwitches old) {
            return new ChannelSwitches(
                    turned(old.bank, bank),
                    turned(old.qrcode, qrcode),
                    turned(old.crypto, crypto),
                    turned(old.p2p, p2p));
        }
    }

    static boolean turned(boolean old, @Nullable Boolean change) {
        return change == null ? old : change;
    }
}
