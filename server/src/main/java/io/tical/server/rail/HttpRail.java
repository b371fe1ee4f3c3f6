package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import io.tical.common.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A bank or a provider with an HTTP API, connected by configuration. */
final class HttpRail implements PayoutRail, AutoCloseable {
    /** An attempt that another node may have asked for and not found is sent no more: {@code not_found_after_seconds} is at least 60. */
    static final Duration SENT_WITHIN = Duration.ofSeconds(30);

    private final Config config;
    private final Upstream upstream;
    private final Clock clock;
    private final @Nullable TokenLogin login;

    /**
     * What is configured.
     *
     * @param url without a trailing slash
     * @param currencies those of its terms
     * @param poll null if the rail cannot be asked
     * @param login null if requests need no token
     * @param callback the secret with which it signs what it reports; null if it reports nothing
     * @param connection as {@link PayoutRail#connection}
     */
    record Config(
            String name,
            URI url,
            RailTerms terms,
            Map<String, CurrencyProfile> currencies,
            TokenLogin.@Nullable Config login,
            Operation send,
            @Nullable Operation poll,
            @Nullable Secret callback,
            String connection) {
        Config {
            currencies = Map.copyOf(currencies);
        }

        OrderTexts texts(TransferOrder order, Instant at, String token) {
            var currency = Objects.requireNonNull(currencies.get(order.currency()), "a currency of the rail");
            return new OrderTexts(
                    order,
                    currency,
                    Objects.requireNonNull(terms.currencies().get(order.currency()))
                            .banks(),
                    at,
                    "",
                    token);
        }
    }

    /** A request and how its answers are read. */
    record Operation(RequestTemplate request, AnswerReading answer) {}

    /** @param limits of its exchanges */
    HttpRail(Config config, Upstream.Limits limits, Clock clock) {
        this.config = config;
        this.upstream = new Upstream("the rail " + config.name(), config.url(), limits);
        this.clock = clock;
        var configured = config.login();
        login = configured == null ? null : new TokenLogin(config.name(), configured, limits, clock);
    }

    /** What is sent, for people: one line each for the request and its headers, and the body. Secrets are hidden. */
    static String shown(Config config, Operation operation, TransferOrder order, Instant at) {
        var texts = config.texts(order, at, "(token)").withSignature("SIGNATURE");
        Function<Secret, String> hidden = secret -> "(secret " + secret.name() + ")";
        var text = new StringBuilder(operation.request().method())
                .append(' ')
                .append(config.url())
                .append(operation.request().path(texts));
        operation
                .request()
                .headers(texts, hidden)
                .forEach((name, value) ->
                        text.append('\n').append(name).append(": ").append(value));
        var body = operation.request().body(texts, hidden);
        if (body != null) {
            text.append("\nContent-Type: application/json\n\n").append(new String(body, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public String connection() {
        return config.connection();
    }

    @Override
    public long transferMax(CurrencyProfile currency) {
        return Optional.ofNullable(config.terms().currencies().get(currency.code()))
                .map(RailTerms.Payable::max)
                .orElse(0L);
    }

    RailTerms terms() {
        return config.terms();
    }

    /** Whether it failed so often that it is not called now. */
    boolean isInterrupted() {
        return upstream.isOpen();
    }

    @Override
    public PayoutOutcome dispatch(TransferOrder order) {
        if (!config.currencies().containsKey(order.currency())) {
            return new PayoutOutcome.NeverSent();
        }
        try {
            var token = token();
            if (!clock.instant().isBefore(order.attemptAt().plus(SENT_WITHIN))) {
                return new PayoutOutcome.NeverSent();
            }
            // After 401, another attempt has another token: a request that may move money is made once.
            return ask(config.send(), order, false, false, token).orElseThrow();
        } catch (UpstreamFailure.NotSent notSent) {
            return new PayoutOutcome.NeverSent();
        } catch (UpstreamFailure failure) {
            return new PayoutOutcome.Unknown(failure.why());
        }
    }

    @Override
    public PayoutOutcome poll(TransferOrder order) {
        var poll = config.poll();
        if (poll == null || !config.currencies().containsKey(order.currency())) {
            return new PayoutOutcome.Unknown("the rail cannot be asked for the outcome");
        }
        try {
            var outcome = ask(poll, order, true, true, token())
                    .or(() -> ask(poll, order, true, false, token()))
                    .orElseThrow();
            return outcome instanceof PayoutOutcome.NeverSent
                            && !config.connection().equals(order.connection())
                    ? new PayoutOutcome.Unknown(
                            "the attempt was sent before the address or the credentials of its rail changed")
                    : outcome;
        } catch (UpstreamFailure failure) {
            return new PayoutOutcome.Unknown(failure.why());
        }
    }

    private String token() {
        return login == null ? "" : login.token();
    }

    /** @param again whether nothing is returned after 401, so that it is asked again with another token */
    private Optional<PayoutOutcome> ask(
            Operation operation, TransferOrder order, boolean poll, boolean again, String token) {
        var texts = operation.request().signed(config.texts(order, clock.instant(), token));
        var request = upstream.request(operation.request().path(texts))
                .method(operation.request().method(), operation.request().body(texts, Secret::value));
        operation.request().headers(texts, Secret::value).forEach(request::header);
        return upstream.askRaw(request, (status, body) -> {
            if (status == 401 && login != null) {
                login.reject(token);
                if (again) {
                    return Optional.empty();
                }
            }
            var outcome = operation.answer().outcome(status, body, texts, poll, clock.instant());
            if (outcome != null) {
                return Optional.of(outcome);
            }
            if (status >= 200 && status < 300 && isJson(body)) {
                return Optional.of(new PayoutOutcome.Unknown("the rail names no outcome yet"));
            }
            throw status == 401 || status == 403
                    ? upstream.misconfigured("answers " + status + "; check its credentials")
                    : upstream.failure("answers " + status + ", which its configuration does not name");
        });
    }

    private static boolean isJson(byte[] body) {
        try {
            var json = Json.mapper().readTree(body);
            return json != null && json.isContainerNode();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        upstream.close();
        if (login != null) {
            login.close();
        }
    }
}
