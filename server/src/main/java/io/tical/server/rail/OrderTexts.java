package io.tical.server.rail;

import io.tical.common.BankCode;
import io.tical.common.CurrencyProfile;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The placeholders of requests, and their texts for an order.
 *
 * @param banks the rail's codes by the service's; empty for the same ones
 */
record OrderTexts(TransferOrder order, CurrencyProfile currency, Map<String, String> banks) {
    /** Placeholders of plain ASCII letters, digits and dashes. */
    static final Set<String> PLAIN = Set.of("attempt", "attempt:compact", "transaction", "currency");

    /** All others of an order. */
    static final Set<String> OTHERS =
            Set.of("minor", "decimal", "bank", "bank_number", "account", "holder", "merchant_reference");

    /** Those that can also be written as JSON numbers. */
    static final Set<String> NUMBERS = Set.of("minor", "decimal");

    String text(String placeholder) {
        return switch (placeholder) {
            case "attempt" -> order.attemptId().toString();
            case "attempt:compact" -> compact();
            case "transaction" -> order.transactionId().toString();
            case "currency" -> order.currency();
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

    private String compact() {
        return order.attemptId().toString().replace("-", "");
    }

    /** Whether a text is the reference of this order in one of its forms. */
    boolean isReference(String text) {
        return text.equalsIgnoreCase(order.attemptId().toString()) || text.equalsIgnoreCase(compact());
    }
}
