package io.tical.server.rail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A text with placeholders in braces: those of an order, and {@code {secret:name}} and {@code {basic:name}}. */
record TextTemplate(List<Part> parts) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+(?::[a-z0-9_-]+)?)}");

    TextTemplate {
        parts = List.copyOf(parts);
    }

    sealed interface Part {
        record Fixed(String text) implements Part {}

        record OfOrder(String placeholder) implements Part {}

        /** @param basic as the credentials of HTTP's basic authentication */
        record OfSecret(Secret secret, boolean basic) implements Part {}
    }

    /**
     * Parses what is written at a place.
     *
     * @param allowed the placeholders of orders
     * @param secrets that may be used, by name
     */
    static TextTemplate parse(ConfigPlace place, Set<String> allowed, Map<String, Secret> secrets) {
        return parse(place, place.node().asText(), allowed, secrets);
    }

    private static TextTemplate parse(
            ConfigPlace place, String text, Set<String> allowed, Map<String, Secret> secrets) {
        var parts = new ArrayList<Part>();
        var matcher = PLACEHOLDER.matcher(text);
        var end = 0;
        while (matcher.find()) {
            fixed(place, text.substring(end, matcher.start()), parts);
            end = matcher.end();
            parts.add(part(place, matcher.group(1), allowed, secrets));
        }
        fixed(place, text.substring(end), parts);
        return new TextTemplate(parts);
    }

    private static void fixed(ConfigPlace place, String text, List<Part> parts) {
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw place.invalid("has a brace that is no placeholder");
        }
        if (!text.isEmpty()) {
            parts.add(new Part.Fixed(text));
        }
    }

    private static Part part(ConfigPlace place, String name, Set<String> allowed, Map<String, Secret> secrets) {
        var basic = name.startsWith("basic:");
        if (basic || name.startsWith("secret:")) {
            var secret = secrets.get(name.substring(name.indexOf(':') + 1));
            if (secret == null) {
                throw place.invalid("uses {" + name + "}, which is none of the secrets that may be used there");
            }
            return new Part.OfSecret(secret, basic);
        }
        if (!allowed.contains(name)) {
            throw place.invalid("uses {" + name + "}; it takes "
                    + String.join(
                            ", ",
                            allowed.stream()
                                    .sorted()
                                    .map(one -> "{" + one + "}")
                                    .toList()));
        }
        return new Part.OfOrder(name);
    }

    /**
     * The text.
     *
     * @param texts of placeholders
     * @param encoding of each text of a placeholder
     * @param secrets shows a secret, or hides it
     */
    String of(UnaryOperator<String> texts, UnaryOperator<String> encoding, Function<Secret, String> secrets) {
        var text = new StringBuilder();
        for (var part : parts) {
            switch (part) {
                case Part.Fixed(var fixed) -> text.append(fixed);
                case Part.OfOrder(var placeholder) -> text.append(encoding.apply(texts.apply(placeholder)));
                case Part.OfSecret(var secret, var basic) -> {
                    var shown = secrets.apply(secret);
                    text.append(basic && shown.equals(secret.value()) ? secret.basic() : shown);
                }
            }
        }
        return text.toString();
    }

    boolean usesSecrets() {
        return parts.stream().anyMatch(Part.OfSecret.class::isInstance);
    }

    boolean uses(String placeholder) {
        return parts.contains(new Part.OfOrder(placeholder));
    }
}
