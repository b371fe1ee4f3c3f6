package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tical.server.secret.Hashes;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the requests of a rail are signed.
 *
 * @param key of the HMAC with SHA-256; null for the SHA-256 of a text that has a secret in it
 * @param base64 instead of hexadecimal digits in lower case
 * @param text what is signed
 */
record RequestSigning(@Nullable Secret key, boolean base64, TextTemplate text) {
    private static final Set<String> PARTS = Set.of("method", "path", "body", "sorted");

    static RequestSigning read(ConfigPlace place, Map<String, Secret> secrets) {
        place.object("algorithm", "secret", "encoding", "text");
        var hmac = place.required("algorithm").oneOf(Map.of("hmac-sha256", true, "sha256", false));
        var base64 = place.optional("encoding")
                .map(written -> written.oneOf(Map.of("hex", false, "base64", true)))
                .orElse(false);
        var allowed = new HashSet<>(PARTS);
        allowed.addAll(OrderTexts.TIMES);
        var written = place.required("text");
        written.text();
        var text = TextTemplate.parse(written, allowed, secrets);
        if (!text.uses("body") && !text.uses("sorted")) {
            throw written.invalid("needs {body} or {sorted}, or the account and the amount are not signed");
        }
        Secret key = null;
        if (hmac) {
            var named = place.required("secret");
            key = secrets.get(named.text());
            if (key == null) {
                throw named.invalid("is none of the rail's secrets");
            }
        } else if (!text.usesSecrets()) {
            throw written.invalid("needs a secret, or anybody can sign");
        } else if (place.optional("secret").isPresent()) {
            throw place.required("secret").invalid("is for hmac-sha256; write {secret:name} in the text");
        }
        return new RequestSigning(key, base64, text);
    }

    boolean uses(String part) {
        return text.uses(part);
    }

    /**
     * The signature of a request.
     *
     * @param fields of the body; null for none
     * @param body as it is sent
     * @param order without a signature
     */
    String of(String method, String path, @Nullable JsonNode fields, byte @Nullable [] body, OrderTexts order) {
        var signed = text.of(
                        placeholder -> switch (placeholder) {
                            case "method" -> method;
                            case "path" -> path;
                            case "body" -> body == null ? "" : new String(body, StandardCharsets.UTF_8);
                            case "sorted" -> sorted(fields == null ? query(path) : fields);
                            default -> order.text(placeholder);
                        },
                        one -> one,
                        Secret::value)
                .getBytes(StandardCharsets.UTF_8);
        var signature =
                key == null ? Hashes.sha256(signed) : Hashes.hmac(key.value().getBytes(StandardCharsets.UTF_8), signed);
        return base64
                ? Base64.getEncoder().encodeToString(signature)
                : HexFormat.of().formatHex(signature);
    }

    /** The fields with a value as {@code name=value}, in the order of their names, also within objects. */
    private static String sorted(JsonNode value) {
        if (!value.isObject()) {
            return value.isValueNode() ? value.asText() : value.toString();
        }
        var fields = new TreeMap<String, String>();
        value.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                fields.put(field.getKey(), sorted(field.getValue()));
            }
        });
        return fields.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
    }

    private static JsonNode query(String path) {
        var query = JsonNodeFactory.instance.objectNode();
        var written = URI.create(path).getRawQuery();
        if (written != null) {
            for (var field : written.split("&", -1)) {
                var name = field.split("=", 2);
                query.put(name[0], name.length == 1 ? "" : URLDecoder.decode(name[1], StandardCharsets.UTF_8));
            }
        }
        return query;
    }
}
