package io.tical.server.paypage;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Everything that the page says in one language. A name in braces stands for a fact of the payment. */
final class Words {
    /** What scripts say begins so. */
    private static final String SAID = "said.";

    private static final Pattern FACT = Pattern.compile("\\{([a-z]+)}");

    private final Map<String, String> words;

    private Words(Map<String, String> words) {
        this.words = words;
    }

    static Words of(Language language) {
        var name = "words/" + language.tag() + ".json";
        try (var in = Objects.requireNonNull(Words.class.getResourceAsStream(name), name)) {
            return new Words(Json.mapper().readValue(in, new TypeReference<TreeMap<String, String>>() {}));
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    Map<String, String> all() {
        return words;
    }

    boolean has(String key) {
        return words.containsKey(key);
    }

    /** @param facts what the names in braces stand for; a name that is none stays, for a script to fill in */
    String say(String key, Map<String, String> facts) {
        return filled(Objects.requireNonNull(words.get(key), key), facts);
    }

    /** What scripts say, as a JSON object that may stand in a page. */
    String said(Map<String, String> facts) {
        var said = new TreeMap<String, String>();
        words.forEach((key, text) -> {
            if (key.startsWith(SAID) || key.startsWith("rejected.") || key.startsWith("title.")) {
                said.put(key.startsWith(SAID) ? key.substring(SAID.length()) : key, filled(text, facts));
            }
        });
        // A browser reads the block up to the next "</script", whatever JSON says.
        return new String(Json.bytes(said), java.nio.charset.StandardCharsets.UTF_8)
                .replace("<", "\\u003c")
                .replace("&", "\\u0026");
    }

    private static String filled(String text, Map<String, String> facts) {
        UnaryOperator<String> fact = name -> facts.getOrDefault(name, "{" + name + "}");
        return FACT.matcher(text).replaceAll(name -> Matcher.quoteReplacement(fact.apply(name.group(1))));
    }
}
