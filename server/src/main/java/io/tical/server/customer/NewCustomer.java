package io.tical.server.customer;

import io.tical.server.input.JsonBody;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to register a bank account.
 *
 * @param customerId the existing customer, whose details do not change; null creates a customer
 * @param name the customer's name; null uses the holder's name
 * @param accountNo 6 to 20 digits
 * @param currency ISO 4217; null uses the organization's default
 * @param metadata the merchant's own pairs, at most 20
 */
record NewCustomer(
        @Nullable UUID customerId,
        @Nullable String name,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String currency,
        @Nullable String email,
        @Nullable String phone,
        Map<String, String> metadata) {
    private static final int TEXT_MAX = 255;
    private static final int BANK_CODE_MAX = 11;
    private static final int METADATA_PAIRS_MAX = 20;
    private static final Pattern ACCOUNT_NO = Pattern.compile("[0-9]{6,20}");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
    private static final Pattern PHONE = Pattern.compile("[0-9+(). -]{3,32}");

    public static NewCustomer parse(JsonBody body) {
        var asked = new NewCustomer(
                body.has("customer_id") ? body.id("customer_id") : null,
                blankIsAbsent(body.textOrNull("name", TEXT_MAX)),
                body.text("bank_code", BANK_CODE_MAX),
                accountNo(body),
                body.text("holder_name", TEXT_MAX),
                body.textOrNull("currency", TEXT_MAX),
                matching(body, "email", EMAIL, "must be an e-mail address"),
                matching(body, "phone", PHONE, "must be a telephone number of at most 32 characters"),
                body.pairs("metadata", METADATA_PAIRS_MAX, TEXT_MAX));
        body.check();
        return asked;
    }

    private static String accountNo(JsonBody body) {
        var accountNo = body.text("account_no", TEXT_MAX);
        if (!accountNo.isEmpty() && !ACCOUNT_NO.matcher(accountNo).matches()) {
            body.wrong("account_no", "format", "must have 6 to 20 digits");
        }
        return accountNo;
    }

    private static @Nullable String matching(JsonBody body, String field, Pattern pattern, String message) {
        var text = blankIsAbsent(body.textOrNull(field, TEXT_MAX));
        if (text != null && !pattern.matcher(text).matches()) {
            body.wrong(field, "format", message);
        }
        return text;
    }

    private static @Nullable String blankIsAbsent(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
