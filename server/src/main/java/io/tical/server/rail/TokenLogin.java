package io.tical.server.rail;

import io.tical.common.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gets the token with which the requests of a rail are authorized, and keeps it until it expires. Whatever goes wrong here, nothing was sent.
 *
 * <p>Thread-safe.
 */
final class TokenLogin implements AutoCloseable {
    /** The placeholder of the token, in headers. */
    static final String PLACEHOLDER = "token";

    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,8192}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
    /** A token is used no longer than this before its end, so that it does not end on the way. */
    private static final Duration MARGIN = Duration.ofSeconds(60);

    private static final Duration KEPT_MAX = Duration.ofHours(12);
    /** Of a token without a time. */
    private static final Duration KEPT_USUALLY = Duration.ofMinutes(5);

    private final Config config;
    private final Upstream upstream;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Token kept;

    private record Token(String text, Instant until) {}

    /**
     * What is configured.
     *
     * @param url without a trailing slash
     * @param form the fields of the request
     * @param token where the answer has it
     * @param expiresIn where the answer has its seconds; null for none
     */
    record Config(
            URI url,
            TextTemplate path,
            Map<String, TextTemplate> headers,
            Map<String, TextTemplate> form,
            AnswerField token,
            @Nullable AnswerField expiresIn) {
        Config {
            headers = Map.copyOf(headers);
        }

        /** @param rail the address of the rail */
        static Config read(ConfigPlace place, URI rail, Pattern urls, Map<String, Secret> secrets) {
            place.object("url", "path", "headers", "form", "token", "expires_in");
            var path = place.required("path");
            path.text(RequestTemplate.PATH, "a path that begins with /, without spaces");
            var form = new LinkedHashMap<String, TextTemplate>();
            place.required("form")
                    .entries()
                    .forEach((name, text) -> form.put(name, TextTemplate.parse(text, Set.of(), secrets)));
            return new Config(
                    place.optional("url")
                            .map(url -> URI.create(url.text(urls, "an https address, without query and final slash")))
                            .orElse(rail),
                    TextTemplate.parse(path, Set.of(), Map.of()),
                    RequestTemplate.headers(place, Set.of(), secrets),
                    form,
                    AnswerField.read(place.required("token")),
                    place.optional("expires_in").map(AnswerField::read).orElse(null));
        }
    }

    TokenLogin(String name, Config config, Upstream.Limits limits, Clock clock) {
        this.config = config;
        this.clock = clock;
        upstream = new Upstream("the login of the rail " + name, config.url(), limits);
    }

    /** @throws UpstreamFailure.NotSent if there is none */
    String token() {
        lock.lock();
        try {
            var token = kept;
            if (token == null || !clock.instant().isBefore(token.until())) {
                token = fetched();
                kept = token;
            }
            return token.text();
        } catch (UpstreamFailure failure) {
            throw new UpstreamFailure.NotSent(failure.why(), failure.retryAfter());
        } finally {
            lock.unlock();
        }
    }

    /** The next request gets another token than this one. */
    void reject(String token) {
        lock.lock();
        try {
            if (kept != null && kept.text().equals(token)) {
                kept = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private Token fetched() {
        var request = upstream.request(text(config.path()));
        config.headers().forEach((name, text) -> request.header(name, text(text)));
        var form = config.form().entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(text(field.getValue())))
                .collect(Collectors.joining("&"));
        request.post("application/x-www-form-urlencoded", form.getBytes(StandardCharsets.UTF_8));
        return upstream.askRaw(request, (status, body) -> {
            if (status < 200 || status > 299) {
                throw status >= 400 && status < 500
                        ? upstream.misconfigured("answers " + status + "; check its credentials")
                        : upstream.failure("answers " + status);
            }
            return read(body);
        });
    }

    private Token read(byte[] body) {
        try {
            var json = Json.mapper().readTree(body);
            var token = json == null ? null : config.token().text(json);
            if (token != null && TOKEN.matcher(token).matches()) {
                var seconds =
                        config.expiresIn() == null ? null : config.expiresIn().text(json);
                return new Token(token, clock.instant().plus(kept(seconds)));
            }
        } catch (IOException e) {
            throw upstream.failure("answers without JSON");
        }
        throw upstream.failure("answers without a token");
    }

    private static Duration kept(@Nullable String seconds) {
        if (seconds == null || !SECONDS.matcher(seconds).matches()) {
            return KEPT_USUALLY;
        }
        var kept = Duration.ofSeconds(Long.parseLong(seconds)).minus(MARGIN);
        return kept.isNegative() ? Duration.ZERO : kept.compareTo(KEPT_MAX) > 0 ? KEPT_MAX : kept;
    }

    private static String text(TextTemplate template) {
        return template.of(
                placeholder -> {
                    throw new IllegalArgumentException("no placeholder: " + placeholder);
                },
                one -> one,
                Secret::value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        upstream.close();
    }
}
