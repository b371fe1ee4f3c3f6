package io.tical.server.rail;

import io.tical.server.qr.Tlv;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sending bank and the reference in a slip's QR code. Only these fields are parsed; the authenticity of the code is
 * not checked.
 *
 * @param sendingBank the bank's number, three digits; null for a wallet's slip
 */
record SlipQr(@Nullable String sendingBank, String reference) {
    private static final Pattern SLIP = Pattern.compile("00([0-9]{2})(.+)", Pattern.DOTALL);
    private static final Pattern BANK = Pattern.compile("[0-9]{3}");
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9_-]{1,25}");

    static Optional<SlipQr> read(String qrData) {
        var slip = SLIP.matcher(qrData);
        if (!slip.matches()) {
            return Optional.empty();
        }
        var length = Integer.parseInt(slip.group(1));
        return slip.group(2).length() < length
                ? Optional.empty()
                : Tlv.read(slip.group(2).substring(0, length)).flatMap(SlipQr::of);
    }

    private static Optional<SlipQr> of(List<Tlv> fields) {
        return switch (Tlv.value(fields, "00").orElse("")) {
            case "000001" ->
                Tlv.value(fields, "01")
                        .filter(BANK.asMatchPredicate())
                        .flatMap(bank -> reference(fields, "02").map(reference -> new SlipQr(bank, reference)));
            case "01" -> reference(fields, "03").map(reference -> new SlipQr(null, reference));
            default -> Optional.empty();
        };
    }

    private static Optional<String> reference(List<Tlv> fields, String id) {
        return Tlv.value(fields, id).filter(REFERENCE.asMatchPredicate());
    }
}
