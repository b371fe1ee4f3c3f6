package io.tical.server.rail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tical.common.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request of a rail, written for an order.
 *
 * @param path below the rail's URL, with a query
 * @param body the JSON in which texts have placeholders; null for none
 * @param signing null if it is not signed
 */
record RequestTemplate(
        String method,
        TextTemplate path,
        Map<String, TextTemplate> headers,
        @Nullable JsonNode body,
        Bodies bodies,
        @Nullable RequestSigning signing) {
    private static final Map<String, String> METHODS = Map.of("GET", "GET", "POST", "POST", "PUT", "PUT");
    static final Pattern PATH = Pattern.compile("(/[!-~]*)?");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
    private static final Pattern HEADER_TEXT = Pattern.compile("[ -~]{1,1000}");
    private static final Set<String> RESERVED =
            Set.of("host", "content-length", "content-type", "connection", "transfer-encoding", "upgrade", "expect");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectWriter WRITER =
            Json.mapper().writer().with(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN);
    private static final String NUMBER = ":number}";

    /** The templates of the texts of a body. */
    record Bodies(Set<String> allowed, Map<String, Secret> secrets) {}

    /** @param login whether headers may have a token */
    static RequestTemplate read(
            ConfigPlace place, Map<String, Secret> secrets, @Nullable RequestSigning signing, boolean login) {
        var method = place.required("method").oneOf(METHODS);
        var path = place.required("path");
        if (!path.node().isTextual() || !PATH.matcher(path.node().textValue()).matches()) {
            throw path.invalid("takes a path that begins with /, without spaces");
        }
        var plain = new HashSet<>(OrderTexts.PLAIN);
        if (signing != null) {
            plain.add(OrderTexts.SIGNATURE);
        }
        var inHeaders = new HashSet<>(plain);
        if (login) {
            inHeaders.add(TokenLogin.PLACEHOLDER);
        }
        var headers = headers(place, inHeaders, secrets);
        var placeholders = new HashSet<>(plain);
        placeholders.addAll(OrderTexts.OTHERS);
        var bodies = new Bodies(Set.copyOf(placeholders), Map.copyOf(secrets));
        var body = place.optional("body").orElse(null);
        if (body != null) {
            if (method.equals("GET")) {
                throw body.invalid("is not possible with GET");
            }
            body.object(fieldNames(body));
            check(body, bodies);
        }
        var template = new RequestTemplate(
                method,
                // Addresses are logged by servers and proxies.
                TextTemplate.parse(path, plain, Map.of()),
                headers,
                body == null ? null : body.node(),
                bodies,
                signing);
        if (signing != null) {
            template.requireSignable(place, signing);
        }
        return template;
    }

    /** @param allowed placeholders */
    static Map<String, TextTemplate> headers(ConfigPlace place, Set<String> allowed, Map<String, Secret> secrets) {
        var headers = new LinkedHashMap<String, TextTemplate>();
        place.optional("headers")
                .ifPresent(written -> written.entries().forEach((name, text) -> {
                    if (!HEADER.matcher(name).matches() || RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
                        throw text.invalid("is no header that can be set");
                    }
                    if (!HEADER_TEXT.matcher(text.text()).matches()) {
                        throw text.invalid("takes visible ASCII characters only");
                    }
                    headers.put(name, TextTemplate.parse(text, allowed, secrets));
                }));
        return headers;
    }

    private static String[] fieldNames(ConfigPlace body) {
        return body.entries().keySet().toArray(String[]::new);
    }

    private static void check(ConfigPlace place, Bodies bodies) {
        var node = place.node();
        if (node.isObject()) {
            place.entries().values().forEach(value -> check(value, bodies));
        } else if (node.isArray()) {
            if (!node.isEmpty()) {
                place.items().forEach(value -> check(value, bodies));
            }
        } else if (node.isTextual() && number(node.textValue()) == null) {
            TextTemplate.parse(place, bodies.allowed(), bodies.secrets());
        }
    }

    /** The placeholder that is written as a number, as in {@code {minor:number}}; null for any other text. */
    private static @Nullable String number(String text) {
        if (!text.startsWith("{") || !text.endsWith(NUMBER)) {
            return null;
        }
        var name = text.substring(1, text.length() - NUMBER.length());
        return OrderTexts.NUMBERS.contains(name) ? name : null;
    }

    /** Whether some part of it has this placeholder. */
    boolean uses(String placeholder) {
        return path.uses(placeholder)
                || headers.values().stream().anyMatch(header -> header.uses(placeholder))
                || (body != null
                        && (body.toString().contains("{" + placeholder + "}")
                                || body.toString().contains("{" + placeholder + NUMBER)));
    }

    /** A signature cannot be in what it signs. */
    private void requireSignable(ConfigPlace place, RequestSigning signing) {
        if (signing.uses("path") && path.uses(OrderTexts.SIGNATURE)) {
            throw place.required("path").invalid("has the signature, which signs the path");
        }
        if (signing.uses("body") && body != null && body.toString().contains("{" + OrderTexts.SIGNATURE + "}")) {
            throw place.required("body").invalid("has the signature, which signs the body; sign {sorted}");
        }
    }

    /** With the signature, if requests are signed. */
    OrderTexts signed(OrderTexts order) {
        if (signing == null) {
            return order;
        }
        var unsigned = order.withSignature("");
        return order.withSignature(signing.of(
                method,
                path(unsigned),
                body == null ? null : filled(new ConfigPlace(body, ""), unsigned, Secret::value),
                body(unsigned, Secret::value),
                unsigned));
    }

    String path(OrderTexts order) {
        return path.of(
                order::text,
                text -> URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20"),
                Secret::value);
    }

    Map<String, String> headers(OrderTexts order, Function<Secret, String> secrets) {
        var written = new LinkedHashMap<String, String>();
        headers.forEach((name, text) -> written.put(name, text.of(order::text, one -> one, secrets)));
        return written;
    }

    byte @Nullable [] body(OrderTexts order, Function<Secret, String> secrets) {
        if (body == null) {
            return null;
        }
        try {
            return WRITER.writeValueAsBytes(filled(new ConfigPlace(body, ""), order, secrets));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a body cannot be written", e);
        }
    }

    private JsonNode filled(ConfigPlace place, OrderTexts order, Function<Secret, String> secrets) {
        var node = place.node();
        if (node.isObject()) {
            var object = JSON.objectNode();
            place.entries().forEach((name, value) -> object.set(name, filled(value, order, secrets)));
            return object;
        }
        if (node.isArray()) {
            var array = JSON.arrayNode();
            node.forEach(value -> array.add(filled(new ConfigPlace(value, ""), order, secrets)));
            return array;
        }
        if (!node.isTextual()) {
            return node;
        }
        var number = number(node.textValue());
        return number != null
                ? JSON.numberNode(OrderTexts.shortest(order.number(number)))
                : JSON.textNode(TextTemplate.parse(place, bodies.allowed(), bodies.secrets())
                        .of(order::text, one -> one, secrets));
    }
}
