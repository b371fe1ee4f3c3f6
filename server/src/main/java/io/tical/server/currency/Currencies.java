package io.tical.server.currency;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.CurrencyProfile;
import io.tical.common.Json;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The catalogue of currencies: their properties and which of them accept payments. It does not change while a node
 * runs.
 */
public final class Currencies {
    private static final String CATALOGUE = "currencies.yaml";

    private final Map<String, Listed> byCode;

    private record Listed(CurrencyProfile profile, boolean active) {}

    private Currencies(Map<String, Listed> byCode) {
        this.byCode = byCode;
    }

    /** The catalogue that ships with the service. */
    public static Currencies shipped() {
        var byCode = new LinkedHashMap<String, Listed>();
        try (var in = Currencies.class.getResourceAsStream(CATALOGUE)) {
            for (var entry : new YAMLMapper().readTree(in)) {
                var currency = Json.mapper().treeToValue(entry, CurrencyProfile.class);
                if (currency.scale() < 0 || currency.scale() > 6 || currency.unitStep() < 1) {
                    throw new IllegalStateException(CATALOGUE + ": " + currency.code()
                            + " needs a scale of 0 to 6 and a unit_step of 1 or more");
                }
                var listed = new Listed(currency, entry.required("active").asBoolean());
                if (byCode.put(currency.code(), listed) != null) {
                    throw new IllegalStateException(CATALOGUE + " lists " + currency.code() + " twice");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(CATALOGUE + " cannot be read: " + e.getMessage(), e);
        }
        return new Currencies(byCode);
    }

    /** Finds a currency, active or not, by its code: uppercase ISO 4217 or {@code USDT}. */
    public Optional<CurrencyProfile> find(String code) {
        return Optional.ofNullable(byCode.get(code)).map(Listed::profile);
    }

    /** The currency of crypto deposits. */
    public CurrencyProfile usdt() {
        return find("USDT").orElseThrow(() -> new IllegalStateException(CATALOGUE + " lists no USDT"));
    }

    /**
     * Whether merchants can hold balances in this currency: active currencies and USDT, the currency of crypto deposits.
     */
    public boolean isHeld(String code) {
        return isActive(code) || code.equals(usdt().code());
    }

    /**
     * Whether payins and payouts accept this currency. USDT is not active, because only crypto deposits credit it. Their refunds and
     * settlements that convert it debit it.
     */
    public boolean isActive(String code) {
        var listed = byCode.get(code);
        return listed != null && listed.active();
    }

    /**
     * The active currency with this code.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     */
    public CurrencyProfile requireActive(String code) {
        return find(code).filter(currency -> isActive(code)).orElseThrow(() -> unsupported(code));
    }

    /**
     * The active currency with this code, in which the amount must be payable.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED} or {@code AMOUNT_NOT_DIVISIBLE}
     */
    public CurrencyProfile requirePayable(String code, long amountMinor) {
        var currency = requireActive(code);
        Amounts.requireDivisible(currency, amountMinor);
        return currency;
    }

    /**
     * The currency with this code, in which merchants can hold balances.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     */
    public CurrencyProfile requireHeld(String code) {
        return find(code).filter(currency -> isHeld(code)).orElseThrow(() -> unsupported(code));
    }

    private static Problem.BadRequest unsupported(String code) {
        return new Problem.BadRequest(
                "CURRENCY_UNSUPPORTED", code + " is not an active currency; GET /v1/currencies lists the active ones");
    }

    /** All currencies, active or not, in the catalogue's order. */
    public List<CurrencyProfile> all() {
        return byCode.values().stream().map(Listed::profile).toList();
    }

    /** The active currencies in the catalogue's order. */
    public List<CurrencyProfile> active() {
        return byCode.values().stream()
                .filter(Listed::active)
                .map(Listed::profile)
                .toList();
    }
}
