package io.tical.server.settlement;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.session.Directory.Person;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/rates}: the rates at which settlements are converted. */
record ExchangeRateRoutes(ExchangeRates rates) {
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
        return List.of(
                SessionEndpoint.<Staff>get(PATH, staff -> staff.may(Permission.READ), this::list)
                        .taking("livemode"),
                SessionEndpoint.<Staff>put(PATH, staff -> staff.may(Permission.CONFIGURATION), this::set)
                        .afterStepUp());
    }

    private Answer list(SessionCall<Staff> call) {
        var livemode = Environments.of(call.query()).livemode();
        return Answer.ok(rates.list().stream()
                .filter(rate -> livemode == null || livemode == rate.livemode())
                .map(View::of)
                .toList());
    }

    private Answer set(SessionCall<Staff> call) {
        var body = call.json();
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
        return Answer.ok(
                View.of(rates.set(environment == Environment.LIVE, source, target, rate, Person.author(call))));
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
