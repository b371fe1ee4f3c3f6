package io.tical.server.rail;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a bank's slip QR names: who sent the money, under which reference. Only as much of it is read as it takes to ask for
 * the transfer; whether it is a genuine code is for the upstream to say.
 *
 * @param sendingBank the bank's number, three digits
 */
record SlipQr(String sendingBank, String reference) {
    private static final Pattern BANK = Pattern.compile("[0-9]{3}");
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9]{1,25}");

    static Optional<SlipQr> read(String qrData) {
        var slip = field(qrData, "00");
        if (slip == null) {
            return Optional.empty();
        }
        var bank = field(slip, "01");
        var reference = field(slip, "02");
        return bank != null
                        && reference != null
                        && BANK.matcher(bank).matches()
                        && REFERENCE.matcher(reference).matches()
                ? Optional.of(new SlipQr(bank, reference))
                : Optional.empty();
    }

    /** The value of a two-digit tag among tags, lengths of two digits and values; null where there is none. */
    private static @Nullable String field(String text, String tag) {
        var at = 0;
        while (at + 4 <= text.length()) {
            var tens = Character.digit(text.charAt(at + 2), 10);
            var ones = Character.digit(text.charAt(at + 3), 10);
            var end = at + 4 + tens * 10 + ones;
            if (tens < 0 || ones < 0 || end > text.length()) {
                return null;
            }
            if (text.startsWith(tag, at)) {
                return text.substring(at + 4, end);
            }
            at = end;
        }
        return null;
    }
}
