package io.tical.server.qr;

import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The QR code on a transfer slip: fields of {@link Tlv}, then a check value over all before it. It identifies a transfer without
 * amount and receiver, and can be copied into another picture. It proves nothing until a verifier confirms it.
 *
 * @param payload the text of the code, as verifiers expect it
 * @param sendingBank the bank's number, three digits; null for a slip of the TrueMoney wallet
 * @param reference 1 to 25 characters
 */
public record MiniQr(String payload, @Nullable String sendingBank, String reference) {
    private static final int CHARACTERS_MAX = 512;
    private static final String CRC_ID_AND_LENGTH = "9104";
    /** Printable ASCII, as in EMVCo codes; excludes characters that cannot be stored, such as NUL. */
    private static final Pattern TEXT_AND_CRC = Pattern.compile("([ -~]*" + CRC_ID_AND_LENGTH + ")([0-9A-Fa-f]{1,4})");

    private static final Pattern BANK_NUMBER = Pattern.compile("[0-9]{3}");
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9_-]{1,25}");
    private static final Pattern EVENT = Pattern.compile("[A-Za-z0-9_-]{1,32}");
    private static final Pattern DATE = Pattern.compile("([0-9]{2})(0[1-9]|1[0-2])([0-9]{4})");

    /** Parses the text of a code; empty when it is not the intact code of a slip. */
    public static Optional<MiniQr> read(String payload) {
        var parts = TEXT_AND_CRC.matcher(payload);
        if (payload.length() > CHARACTERS_MAX || !parts.matches()) {
            return Optional.empty();
        }
        var text = parts.group(1);
        // Some banks' apps print the check value as a number, without its leading zeros.
        var crc = "0".repeat(4 - parts.group(2).length()) + parts.group(2).toUpperCase(Locale.ROOT);
        if (!Crc16.of(text).equals(crc)) {
            return Optional.empty();
        }
        return Tlv.read(text.substring(0, text.length() - CRC_ID_AND_LENGTH.length()))
                .flatMap(fields -> slip(payload, fields));
    }

    private static Optional<MiniQr> slip(String payload, List<Tlv> fields) {
        // 29 and 30 identify a receiver: this is a payment code and not a slip's.
        if (!fields.getFirst().id().equals("00")
                || Tlv.value(fields, "29").isPresent()
                || Tlv.value(fields, "30").isPresent()) {
            return Optional.empty();
        }
        var country = Tlv.value(fields, "51").orElse("");
        return Tlv.read(fields.getFirst().value())
                .flatMap(slip -> switch (Tlv.value(slip, "00").orElse("")) {
                    case "000001" -> country.equals("TH") ? bankSlip(payload, slip) : Optional.empty();
                    case "01" -> country.isEmpty() ? trueMoneySlip(payload, slip) : Optional.empty();
                    default -> Optional.empty();
                });
    }

    private static Optional<MiniQr> bankSlip(String payload, List<Tlv> slip) {
        var bankNumber = Tlv.value(slip, "01").orElse("");
        var reference = Tlv.value(slip, "02").orElse("");
        if (!BANK_NUMBER.matcher(bankNumber).matches()
                || !REFERENCE.matcher(reference).matches()) {
            return Optional.empty();
        }
        return Optional.of(new MiniQr(payload, bankNumber, reference));
    }

    private static Optional<MiniQr> trueMoneySlip(String payload, List<Tlv> slip) {
        var event = Tlv.value(slip, "02").orElse("");
        var reference = Tlv.value(slip, "03").orElse("");
        var date = DATE.matcher(Tlv.value(slip, "04").orElse(""));
        if (!Tlv.value(slip, "01").orElse("").equals("01")
                || !EVENT.matcher(event).matches()
                || !REFERENCE.matcher(reference).matches()
                || !date.matches()
                || !YearMonth.of(Integer.parseInt(date.group(3)), Integer.parseInt(date.group(2)))
                        .isValidDay(Integer.parseInt(date.group(1)))) {
            return Optional.empty();
        }
        return Optional.of(new MiniQr(payload, null, reference));
    }
}
