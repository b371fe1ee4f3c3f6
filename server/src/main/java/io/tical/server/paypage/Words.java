package io.tical.server.paypage;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** All texts of the page in one language. A name in braces is a placeholder for data of the payment. */
final class Words {
    /** The key prefix of the texts of scripts. */
    private static final String SAID = "said.";

    private static final Pattern FACT = Pattern.compile("\\{([a-z]+)}");

    private final Map<String, String> words;
    private final Map<String, Sentence> sentences = new HashMap<>();
    private final Sentence said;

    private Words(Map<String, String> words) {
        this.words = words;
        words.forEach((key, text) -> sentences.put(key, Sentence.of(text)));
        said = Sentence.of(json(ofScripts(words)));
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
        return sentences.containsKey(key);
    }

    /** @param facts the values of the placeholders; an unknown placeholder stays, for a script to fill in */
    String say(String key, Map<String, String> facts) {
        return Objects.requireNonNull(sentences.get(key), key).filled(facts);
    }

    /** The words whose key begins with a prefix, under the keys that they replace. */
    Map<String, String> replacing(String prefix, Map<String, String> facts) {
        var replacing = new TreeMap<String, String>();
        words.keySet().forEach(key -> {
            if (key.startsWith(prefix)) {
                replacing.put(key.substring(prefix.length()), say(key, facts));
            }
        });
        return replacing;
    }

    /** The texts of scripts, as a JSON object that can be embedded in a page. */
    String said(Map<String, String> facts) {
        var quoted = new HashMap<String, String>();
        facts.forEach((name, fact) -> {
            var json = json(fact);
            quoted.put(name, json.substring(1, json.length() - 1));
        });
        return said.filled(quoted);
    }

    private static Map<String, String> ofScripts(Map<String, String> words) {
        var said = new TreeMap<String, String>();
        words.forEach((key, text) -> {
            if (key.startsWith(SAID) || key.startsWith("rejected.") || key.startsWith("title.")) {
                said.put(key.startsWith(SAID) ? key.substring(SAID.length()) : key, text);
            }
        });
        return said;
    }

    /** A browser reads the block up to the next "</script", whatever JSON says. */
    private static String json(Object value) {
        return new String(Json.bytes(value), StandardCharsets.UTF_8)
                .replace("<", "\\u003c")
                .replace("&", "\\u0026");
    }

    /**
     * A text with placeholders.
     *
     * @param texts the texts before, between and after the placeholders
     * @param names of the placeholders, one fewer
     */
    private record Sentence(List<String> texts, List<String> names) {
        static Sentence of(String text) {
            var texts = new ArrayList<String>();
            var names = new ArrayList<String>();
            var fact = FACT.matcher(text);
            var at = 0;
            while (fact.find()) {
                texts.add(text.substring(at, fact.start()));
                names.add(fact.group(1));
                at = fact.end();
            }
            texts.add(text.substring(at));
            return new Sentence(List.copyOf(texts), List.copyOf(names));
        }

        String filled(Map<String, String> facts) {
            var filled = new StringBuilder(texts.getFirst());
            for (int place = 0; place < names.size(); place++) {
                var fact = facts.get(names.get(place));
                if (fact == null) {
                    filled.append('{').append(names.get(place)).append('}');
                } else {
                    filled.append(fact);
                }
                filled.append(texts.get(place + 1));
            }
            return filled.toString();
        }
    }
}
