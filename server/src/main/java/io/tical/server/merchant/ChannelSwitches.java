package io.tical.server.merchant;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * By what an organization's payins may come in.
 *
 * @param bank bank transfers into the operator's accounts
 * @param qrcode QR codes that mean those accounts
 * @param crypto deposits of USDT
 * @param p2p straight to the account of a waiting payout; the organization's own payouts are offered as well
 */
public record ChannelSwitches(
        boolean bank,
        boolean qrcode,
        boolean crypto,
        @JsonProperty("p2p") boolean p2p) {
    /** What a new organization has: everything but direct matching, which shows payers the account of a stranger. */
    public static final ChannelSwitches STANDARD = new ChannelSwitches(true, true, true, false);

    /** Which of them to turn; null leaves one as it is. */
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
