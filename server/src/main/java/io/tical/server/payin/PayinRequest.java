package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.currency.Amounts;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.MerchantReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for a payin.
 *
 * @param amount minor units of the currency, or micro-USDT of a crypto deposit
 * @param currency null for a crypto deposit without a currency
 * @param payer only in the guide's vocabulary
 * @param actor who requests it
 */
public record PayinRequest(
        UUID organizationId,
        boolean livemode,
        Dialect dialect,
        String merchantRef,
        long amount,
        @Nullable String currency,
        Intake intake,
        @Nullable String provider,
        Theme theme,
        @Nullable String redirectUrl,
        @Nullable String notes,
        @Nullable PayerKey payer,
        Actor actor) {
    private static final List<String> V1_FIELDS = List.of("order_ref", "amount", "currency", "pay_theme");
    private static final List<String> GUIDE_FIELDS = List.of(
            "merchant_ref_id",
            "request_amount",
            "currency_code",
            "customer_id",
            "customer_account_id",
            "payment_theme");
    private static final int REFERENCE_LENGTH_MAX = 255;
    private static final int NOTES_LENGTH_MAX = 255;
    private static final int THEME_LENGTH_MAX = 32;
    private static final int REDIRECT_LENGTH_MAX = 2048;
    private static final int WORD_LENGTH_MAX = 32;
    private static final int CURRENCY_LENGTH_MAX = 8;

    /** How a request asks for the payment to be received. {@link PayinCreation} chooses the receiving account. */
    public sealed interface Intake {
        /** Into one of the operator's accounts, by a bank transfer or a QR code. */
        record Pooled(Channel channel) implements Intake {}

        /** Directly into the account of a payee, with a fallback when no payout matches. */
        record Matched() implements Intake {}

        /** @param network null for the operator's default */
        record Crypto(@Nullable String network) implements Intake {}
    }

    /**
     * Who requests a payin.
     *
     * @param actor an API key or a user of the merchant
     */
    public record Merchant(UUID organizationId, boolean livemode, Actor actor) {}

    /** The expected payer and account. */
    public record PayerKey(UUID customerId, UUID accountId) {}

    String requestId() {
        return Objects.requireNonNull(actor.requestId(), "a person or an API key requests a payin");
    }

    @Nullable
    TransactionKey payerCustomer() {
        return payer == null ? null : new TransactionKey(organizationId, livemode, payer.customerId());
    }

    @Nullable
    TransactionKey payerAccount() {
        return payer == null ? null : new TransactionKey(organizationId, livemode, payer.accountId());
    }

    MerchantReference reference() {
        return new MerchantReference(organizationId, livemode, merchantRef);
    }

    /**
     * Parses a body of {@code POST /v1/payins} in either vocabulary, or of {@code POST /v2/payins} in the guide's; refuses
     * a mix of both.
     */
    public static PayinRequest parse(Merchant merchant, JsonBody json, boolean v2) {
        if (Dialect.of(json, V1_FIELDS, GUIDE_FIELDS) == Dialect.V1 && !v2) {
            var provider = json.textOrNull("provider", WORD_LENGTH_MAX);
            return parsed(merchant, json, Dialect.V1, intake(json, provider), provider);
        }
        // At /v1 a body in the guide's vocabulary may request a direct match; /v2 has no such field.
        var channel = channel(json);
        var receivingType = v2 ? null : json.textOrNull("receiving_type", WORD_LENGTH_MAX);
        var intake = channel == null && "p2p".equalsIgnoreCase(receivingType)
                ? new Intake.Matched()
                : intake(json, channel == null ? Channel.BANK : channel);
        return parsed(merchant, json, Dialect.GUIDE, intake, null);
    }

    private static PayinRequest parsed(
            Merchant merchant, JsonBody json, Dialect dialect, Intake intake, @Nullable String provider) {
        var guide = dialect == Dialect.GUIDE;
        var request = new PayinRequest(
                merchant.organizationId(),
                merchant.livemode(),
                dialect,
                json.text(guide ? "merchant_ref_id" : "order_ref", REFERENCE_LENGTH_MAX),
                json.amount(guide ? "request_amount" : "amount"),
                // Crypto ignores the currency, so v1 does not require it.
                !guide && intake instanceof Intake.Crypto
                        ? json.textOrNull("currency", CURRENCY_LENGTH_MAX)
                        : json.text(guide ? "currency_code" : "currency", CURRENCY_LENGTH_MAX),
                intake,
                provider,
                Theme.of(json.textOrNull(guide ? "payment_theme" : "pay_theme", THEME_LENGTH_MAX)),
                redirectUrl(json),
                json.textOrNull("notes", NOTES_LENGTH_MAX),
                guide ? new PayerKey(json.id("customer_id"), json.id("customer_account_id")) : null,
                merchant.actor());
        json.check();
        Amounts.requirePositive(request.amount());
        return request;
    }

    /** The channel takes precedence over the older fields. */
    private static Intake intake(JsonBody json, @Nullable String provider) {
        var receivingType = json.textOrNull("receiving_type", WORD_LENGTH_MAX);
        var channel = channel(json);
        if (channel != null) {
            return intake(json, channel);
        }
        if (receivingType == null || receivingType.isBlank()) {
            return providedBy(json, provider == null ? "" : provider);
        }
        return switch (receivingType.toLowerCase(Locale.ROOT)) {
            case "p2p" -> new Intake.Matched();
            case "bank", "bank_transfer" -> new Intake.Pooled(Channel.BANK);
            case "qr", "qrcode", "promptpay" -> new Intake.Pooled(Channel.QRCODE);
            case "crypto" -> intake(json, Channel.CRYPTO);
            default -> {
                json.wrong("receiving_type", "unknown", "must be p2p, bank_transfer, qrcode or crypto");
                yield new Intake.Pooled(Channel.BANK);
            }
        };
    }

    private static Intake intake(JsonBody json, Channel channel) {
        return switch (channel) {
            case BANK, QRCODE -> new Intake.Pooled(channel);
            case CRYPTO -> new Intake.Crypto(json.textOrNull("network", WORD_LENGTH_MAX));
        };
    }

    private static @Nullable Channel channel(JsonBody json) {
        var word = json.textOrNull("channel", WORD_LENGTH_MAX);
        if (word == null) {
            return null;
        }
        var channel = Word.find(Channel.class, word);
        if (channel.isEmpty()) {
            json.wrong("channel", "unknown", "must be bank, qrcode or crypto");
        }
        return channel.orElse(Channel.BANK);
    }

    /** A provider that is an alias of a channel chooses it; any other is only recorded. */
    private static Intake providedBy(JsonBody json, String provider) {
        return switch (provider.toLowerCase(Locale.ROOT)) {
            case "p2p" -> new Intake.Matched();
            case "qr", "qrcode", "promptpay" -> new Intake.Pooled(Channel.QRCODE);
            case "crypto", "usdt" -> intake(json, Channel.CRYPTO);
            default -> new Intake.Pooled(Channel.BANK);
        };
    }

    /** The payer's browser follows the URL, so it must be absolute, have a host, and contain no credentials. */
    private static @Nullable String redirectUrl(JsonBody json) {
        var text = json.textOrNull("redirect_url", REDIRECT_LENGTH_MAX);
        if (text != null && !isHttps(text)) {
            json.wrong("redirect_url", "https_url", "must be an absolute https:// address with a host");
        }
        return text;
    }

    private static boolean isHttps(String text) {
        try {
            var uri = new URI(text);
            return "https".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null && uri.getRawUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
