package io.tical.server.paypage;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
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

    /** The key prefix of the names of banks. */
    static final String BANK = "bank.";

    /** The key prefix of the texts of deposits, which replace those without it. */
    static final String DEPOSIT = "deposit.";

    private static final List<String> OF_SCRIPTS = List.of(SAID, "rejected.", "doubt.", "sent.", "title.");

    private static final List<String> OF_DEPOSIT_SCRIPTS = List.of(
            "said.copied",
            "said.copyFailed",
            "said.offline",
            "said.oneMinute",
            "said.returning",
            "said.timeUp",
            "said.trouble",
            "said.twoMinutes",
            "title.");

    private static final Pattern FACT = Pattern.compile("\\{([a-z]+)}");

    private static final Map<Language, Words> SHIPPED = shipped();

    private final Map<String, String> words;
    private final Map<String, TextWithPlaceholders> sentences = new HashMap<>();
    private final TextWithPlaceholders scriptTexts;
    private final TextWithPlaceholders depositScriptTexts;

    private Words(Map<String, String> words) {
        this.words = words;
        words.forEach((key, text) -> sentences.put(key, TextWithPlaceholders.of(FACT, text)));
        scriptTexts = TextWithPlaceholders.of(FACT, json(ofScripts(words, OF_SCRIPTS)));
        var ofDeposits = new HashMap<>(words);
        words.forEach((key, text) -> {
            if (key.startsWith(DEPOSIT)) {
                ofDeposits.put(key.substring(DEPOSIT.length()), text);
            }
        });
        depositScriptTexts = TextWithPlaceholders.of(FACT, json(ofScripts(ofDeposits, OF_DEPOSIT_SCRIPTS)));
    }

    /** The texts of a language. Banks without a name in it have their English name. */
    static Words of(Language language) {
        return Objects.requireNonNull(SHIPPED.get(language));
    }

    private static Map<Language, Words> shipped() {
        var english = read(Language.EN);
        var shipped = new EnumMap<Language, Words>(Language.class);
        for (var language : Language.values()) {
            var words = read(language);
            english.forEach((key, text) -> {
                if (key.startsWith(BANK)) {
                    words.putIfAbsent(key, text);
                }
            });
            shipped.put(language, new Words(words));
        }
        return shipped;
    }

    private static Map<String, String> read(Language language) {
        var name = "words/" + language.word() + ".json";
        try (var in = Objects.requireNonNull(Words.class.getResourceAsStream(name), name)) {
            return Json.mapper().readValue(in, new TypeReference<TreeMap<String, String>>() {});
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
        return filled(Objects.requireNonNull(sentences.get(key), key), facts);
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
    String scriptTexts(Map<String, String> facts) {
        return filledJson(scriptTexts, facts);
    }

    /** The texts of scripts for the page of a deposit. */
    String depositScriptTexts(Map<String, String> facts) {
        return filledJson(depositScriptTexts, facts);
    }

    private static String filledJson(TextWithPlaceholders texts, Map<String, String> facts) {
        var quoted = new HashMap<String, String>();
        facts.forEach((name, fact) -> {
            var json = json(fact);
            quoted.put(name, json.substring(1, json.length() - 1));
        });
        return filled(texts, quoted);
    }

    private static String filled(TextWithPlaceholders sentence, Map<String, String> facts) {
        return sentence.filled((text, number) -> {
            var name = sentence.names().get(number);
            var fact = facts.get(name);
            text.append(fact == null ? "{" + name + "}" : fact);
        });
    }

    private static Map<String, String> ofScripts(Map<String, String> words, List<String> prefixes) {
        var said = new TreeMap<String, String>();
        words.forEach((key, text) -> {
            if (prefixes.stream().anyMatch(key::startsWith)) {
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
}
