package io.tical.console.text;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of the console in one language. A test checks that every key is there in every language. */
public final class Texts {
    /** The files that hold them, one for each part of the console. */
    public static final List<String> PARTS = List.of(
            "common",
            "shell",
            "sign-in",
            "two-step",
            "step-up",
            "overview",
            "queue",
            "timeline",
            "slips",
            "payouts",
            "approvals",
            "notices",
            "settlements",
            "payins",
            "suspense",
            "lost",
            "accounts",
            "export",
            "tickets",
            "webhooks",
            "audit",
            "organizations",
            "collection",
            "operators",
            "simulator",
            "rates",
            "bank-statements",
            "bank-layout",
            "bank-entries",
            "bank-days",
            "payment-files",
            "payment-proofs");

    private static final Pattern NOT_IN_KEYS = Pattern.compile("[^a-z_]+");

    private final Language language;
    private final Properties words = new Properties();

    public Texts(Language language) {
        this.language = language;
        PARTS.forEach(part -> words.putAll(read(part, language)));
    }

    /** The words of one part: texts by their keys. */
    static Properties read(String part, Language language) {
        var name = part + "_" + language.code() + ".properties";
        var read = new Properties();
        try (var in = Objects.requireNonNull(Texts.class.getResourceAsStream(name), name)) {
            read.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    public Language language() {
        return language;
    }

    public boolean has(String key) {
        return words.containsKey(key);
    }

    /** The key of what is said of live or of test data, for sentences that are not true of both. */
    public String keyIn(boolean livemode, String key) {
        var test = key + ".test";
        return !livemode && has(test) ? test : key;
    }

    /** The text of a key, with {@code {0}}, {@code {1}} … replaced. Without values it is taken as it is. */
    public String get(String key, Object... values) {
        var text = words.getProperty(key);
        if (text == null) {
            throw new IllegalArgumentException("no text for " + key);
        }
        return values.length == 0
                ? text
                : new MessageFormat(withoutDoublePeriods(text, values), language.locale()).format(values);
    }

    /** A name such as "Siam Gadget Co., Ltd." at the end of a sentence has its period. */
    private static String withoutDoublePeriods(String text, Object... values) {
        var pattern = text;
        for (int number = 0; number < values.length; number++) {
            if (String.valueOf(values[number]).endsWith(".")) {
                pattern = pattern.replace("{" + number + "}.", "{" + number + "}");
            }
        }
        return pattern;
    }

    /** The word for a value of the API, such as a status; the value itself if the console does not know it. */
    public String word(String kind, String value) {
        var key = kind + "." + value;
        return has(key) ? get(key) : value.replace('_', ' ');
    }

    /** The words for a sentence of the API, such as why a rail does not know an outcome; the sentence itself if the console does not know it. */
    public String sentence(String kind, String sentence) {
        var key = kind + "."
                + NOT_IN_KEYS.matcher(sentence.toLowerCase(Locale.ROOT)).replaceAll("-");
        return has(key) ? get(key) : sentence;
    }

    /** The words for several values that are joined by commas, such as what one decision did. */
    public String words(String kind, String values) {
        return Stream.of(values.split(", ")).map(value -> word(kind, value)).collect(Collectors.joining(", "));
    }
}
