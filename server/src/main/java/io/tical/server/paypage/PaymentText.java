package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats the data of a payment as text. */
final class PaymentText {
    /** Characters that change the text direction. In a name they would also change the direction of the surrounding sentence. */
    private static final Pattern TURNING = Pattern.compile("[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\s]+");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern FOUR_FROM_THE_LEFT = Pattern.compile("(?<=\\G.{4})(?=.)");
    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");

    private static final int CRYPTO_DECIMALS_MIN = 2;

    private PaymentText() {}

    /** Minor units as a plain decimal number, as banking apps accept it: {@code 1250.37}. */
    static String plain(long minor, CurrencyProfile currency) {
        return BigDecimal.valueOf(minor, currency.scale()).toPlainString();
    }

    /** Minor units with the currency's sign: {@code ฿1,250.37}. */
    static String money(long minor, CurrencyProfile currency) {
        var number = number(minor, currency);
        var sign = currency.symbol();
        return Character.isLetter(sign.codePointBefore(sign.length())) ? sign + "\u00A0" + number : sign + number;
    }

    /** Minor units as people read them: {@code 1,250.37}. */
    static String number(long minor, CurrencyProfile currency) {
        return String.format(Locale.ROOT, "%,." + currency.scale() + "f", BigDecimal.valueOf(minor, currency.scale()));
    }

    /**
     * Micro-USDT with the name of the asset, without trailing zeros after the second decimal, so that payers can compare the significant
     * digits.
     */
    static String crypto(long micro, CurrencyProfile currency) {
        var whole = BigDecimal.valueOf(micro, currency.scale()).stripTrailingZeros();
        var number = whole.setScale(Math.max(CRYPTO_DECIMALS_MIN, whole.scale()));
        return String.format(Locale.ROOT, "%,." + number.scale() + "f", number) + "\u00A0" + currency.code();
    }

    /** Micro-USDT as wallets accept it. */
    static String cryptoPlain(long micro, CurrencyProfile currency) {
        return BigDecimal.valueOf(micro, currency.scale()).stripTrailingZeros().toPlainString();
    }

    /** A text from others, on one line and without characters that change the text direction. */
    static String name(String text) {
        return UNSEEN.matcher(TURNING.matcher(text).replaceAll(""))
                .replaceAll(" ")
                .strip();
    }

    /** A name within a sentence, isolated from its text direction (Unicode's first strong isolate). */
    static String isolated(String name) {
        return "\u2068" + name + "\u2069";
    }

    /** The first letter or digit of a name, for its monogram. */
    static String monogram(String name) {
        return name.codePoints()
                .filter(Character::isLetterOrDigit)
                .mapToObj(Character::toString)
                .findFirst()
                .map(letter -> letter.toUpperCase(Locale.ROOT))
                .orElse("•");
    }

    /** An account number in the groups in which Thai banks print it. */
    static String account(String number) {
        if (!DIGITS.matcher(number).matches()) {
            return name(number);
        }
        return number.length() == 10
                ? number.replaceFirst("(...)(.)(.....)(.)", "$1-$2-$3-$4")
                : FOUR_FROM_THE_LEFT.matcher(number).replaceAll(" ");
    }

    /** A time of day, for pages without a countdown. */
    static String time(Instant at, CurrencyProfile currency) {
        return time("HH:mm", at, currency);
    }

    /** A time on its day. */
    static String day(Instant at, CurrencyProfile currency) {
        return time("yyyy-MM-dd HH:mm", at, currency);
    }

    private static String time(String pattern, Instant at, CurrencyProfile currency) {
        var thai = currency.code().equals("THB");
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                        .withZone(thai ? BANGKOK : ZoneOffset.UTC)
                        .format(at)
                + (thai ? " (UTC+7)" : " (UTC)");
    }

    /** The redirect URL; empty unless it is an HTTPS URL. */
    static String redirect(@Nullable String url) {
        return host(url).isEmpty() ? "" : String.valueOf(url);
    }

    /** The host of that URL; empty if there is none. */
    static String host(@Nullable String url) {
        if (url == null) {
            return "";
        }
        try {
            var address = URI.create(url);
            var host = address.getHost();
            return "https".equalsIgnoreCase(address.getScheme()) && host != null ? host : "";
        } catch (IllegalArgumentException noAddress) {
            return "";
        }
    }
}
