package io.tical.server.rail;

import io.tical.common.BankCode;
import io.tical.common.CurrencyProfile;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The placeholders of requests, and their texts for an order.
 *
 * @param banks the rail's codes by the service's; empty for the same ones
 * @param at the time of the request
 * @param signature of the request; empty until it is signed
 * @param token with which it is authorized; empty if it needs none
 */
record OrderTexts(
        TransferOrder order,
        CurrencyProfile currency,
        Map<String, String> banks,
        Instant at,
        String signature,
        String token) {
    /** The placeholder of the signature, where requests are signed. */
    static final String SIGNATURE = "signature";

    /** Placeholders of the time, in seconds and in milliseconds since 1970. */
    static final Set<String> TIMES = Set.of("timestamp", "timestamp:ms");

    /** Placeholders of plain ASCII letters, digits and dashes. */
    static final Set<String> PLAIN =
            Set.of("attempt", "attempt:compact", "transaction", "currency", "timestamp", "timestamp:ms");

    /** All others of an order. */
    static final Set<String> OTHERS = Set.of(
            "minor", "decimal", "decimal:short", "bank", "bank_number", "account", "holder", "merchant_reference");

    /** Those that can also be written as JSON numbers. */
    static final Set<String> NUMBERS = Set.of("minor", "decimal");

    String text(String placeholder) {
        return switch (placeholder) {
            case "attempt" -> order.attemptId().toString();
            case "attempt:compact" -> compact();
            case "transaction" -> order.transactionId().toString();
            case "currency" -> order.currency();
            case "timestamp" -> Long.toString(at.getEpochSecond());
            case "timestamp:ms" -> Long.toString(at.toEpochMilli());
            case SIGNATURE -> signature;
            case TokenLogin.PLACEHOLDER -> token;
            case "decimal:short" -> shortest(number("decimal")).toPlainString();
            case "minor", "decimal" -> number(placeholder).toPlainString();
            case "bank" -> banks.getOrDefault(order.bankCode(), order.bankCode());
            case "bank_number" -> BankCode.number(order.bankCode()).orElse(order.bankCode());
            case "account" -> order.accountNo();
            case "holder" -> order.holderName();
            case "merchant_reference" -> Objects.requireNonNullElse(order.merchantReference(), "");
            default -> throw new IllegalArgumentException("no placeholder: " + placeholder);
        };
    }

    BigDecimal number(String placeholder) {
        return placeholder.equals("minor")
                ? BigDecimal.valueOf(order.amount())
                : BigDecimal.valueOf(order.amount(), currency.scale());
    }

    OrderTexts withSignature(String signature) {
        return new OrderTexts(order, currency, banks, at, signature, token);
    }

    /** Without zeros at the end of its decimals. */
    static BigDecimal shortest(BigDecimal number) {
        var stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private String compact() {
        return order.attemptId().toString().replace("-", "");
    }

    /** Whether a text is the reference of this order in one of its forms. */
    boolean isReference(String text) {
        return text.equalsIgnoreCase(order.attemptId().toString()) || text.equalsIgnoreCase(compact());
    }
}
