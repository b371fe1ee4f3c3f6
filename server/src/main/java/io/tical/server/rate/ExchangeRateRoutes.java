package io.tical.server.rate;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/rates}: the rates at which settlements are converted. A second person approves a live rate; one person can remove it, so
 * that nothing is converted.
 */
record ExchangeRateRoutes(ExchangeRates rates, WaitingApprovals waiting) {
    private static final String PATH = "/admin/v1/rates";
    private static final int RATE_MAX = 32;

    private enum Environment implements Word {
        TEST,
        LIVE
    }

    /** @param rate an exact decimal; null when there is none */
    private record View(
            Environment environment,
            String sourceCurrencyCode,
            String targetCurrencyCode,
            @Nullable String rate,
            long version,
            Instant updatedAt) {
        static View of(ExchangeRate rate) {
            var decimal = rate.rate();
            return new View(
                    rate.livemode() ? Environment.LIVE : Environment.TEST,
                    rate.source(),
                    rate.target(),
                    decimal == null ? null : decimal.toPlainString(),
                    rate.version(),
                    rate.updatedAt());
        }
    }

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.<Staff>get(PATH, staff -> staff.may(Permission.READ), this::list)
                .taking("livemode"));
    }

    private Answer list(SessionCall<Staff> call) {
        var livemode = Environments.livemode(call.query()).orElse(null);
        var shown = rates.list().stream()
                .filter(rate -> livemode == null || livemode == rate.livemode())
                .toList();
        return Answer.ok(waiting.shown(shown, ExchangeRateRoutes::key, View::of));
    }

    StaffAction change() {
        return StaffAction.change("PUT", PATH, Permission.CONFIGURATION, (path, body) -> set(body));
    }

    /** A rate has no id. */
    private static TransactionKey key(ExchangeRate rate) {
        var pair = rate.source() + " " + rate.target();
        return TransactionKey.ofService(rate.livemode(), UUID.nameUUIDFromBytes(pair.getBytes(StandardCharsets.UTF_8)));
    }

    private StaffAction.Request set(JsonBody body) {
        var environment = body.word("environment", Environment.class).orElse(Environment.TEST);
        var source = body.text("source_currency_code", CurrencyProfile.CODE_LENGTH_MAX)
                .toUpperCase(Locale.ROOT);
        var target = body.text("target_currency_code", CurrencyProfile.CODE_LENGTH_MAX)
                .toUpperCase(Locale.ROOT);
        var rate = rate(body);
        if (!source.isEmpty() && source.equals(target)) {
            body.wrong("target_currency_code", "same", "must differ from source_currency_code");
        }
        body.check();
        var livemode = environment == Environment.LIVE;
        rates.requireCurrencies(source, target);
        var old = rates.current(livemode, source, target);
        var wanted = new ExchangeRate(livemode, source, target, rate, old.version(), old.updatedAt());
        var request = new StaffAction.Request(
                key(old),
                "exchange_rate",
                old.version(),
                by -> rates.set(livemode, source, target, rate, by),
                () -> view(livemode, source, target));
        return livemode
                ? request.changing(ControlChange.of(
                        source + " → " + target,
                        Shown.of(old),
                        Shown.of(wanted),
                        rate != null && !ExchangeRates.isSame(old.rate(), rate)))
                : request;
    }

    private Object view(boolean livemode, String source, String target) {
        var rate = rates.current(livemode, source, target);
        return waiting.shown(View.of(rate), key(rate));
    }

    /** What a second person compares. */
    private record Shown(@Nullable String rate) {
        static Shown of(ExchangeRate rate) {
            var decimal = rate.rate();
            return new Shown(decimal == null ? null : decimal.toPlainString());
        }
    }

    private static @Nullable BigDecimal rate(JsonBody body) {
        if (!body.names("rate")) {
            body.wrong("rate", "required", "is required; null removes the rate");
        }
        var text = body.textOrNull("rate", RATE_MAX);
        if (text == null) {
            return null;
        }
        if (!text.matches("[0-9]{1,12}(\\.[0-9]{1,12})?")) {
            body.wrong(
                    "rate", "format", "must be a decimal with at most 12 digits before and after the point, as text");
            return null;
        }
        var rate = new BigDecimal(text).stripTrailingZeros();
        if (rate.signum() == 0) {
            body.wrong("rate", "range", "must be greater than zero; null removes the rate");
        }
        return rate.scale() < 0 ? rate.setScale(0) : rate;
    }
}
