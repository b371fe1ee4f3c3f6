package io.tical.console.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Every text of the console is there in every language. */
class TextsTest {
    /** The name of an input; the second input of a pick fills other fields. */
    private static final Pattern FIELD = Pattern.compile(
            "new Input\\.(?:Text|Amount|Sum|Ranges|Percent|Secret|Choice|Decimal|SendingBank)\\(\\s*(?:[A-Z]+ \\+ )?\"([a-z_.]+)\"");

    /** The messages about decisions after which a callback or a transfer is to leave. */
    private static final List<String> QUEUED = List.of(
            "payins.resend.done",
            "payouts.approve.done",
            "payouts.retry.done",
            "settlements.retry.done",
            "webhooks.all.done",
            "webhooks.merchant.done",
            "webhooks.redeliver.done");

    private static final Pattern KEY = Pattern.compile("\"([a-z][a-z-]*(?:\\.[a-zA-Z_-]+)+)\"");

    @ParameterizedTest
    @FieldSource("io.tical.console.text.Texts#PARTS")
    void everyLanguageHasTheSameKeysWithTheSameValues(String part) {
        var english = Texts.read(part, Language.ENGLISH);
        var thai = Texts.read(part, Language.THAI);
        assertThat(thai.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        for (var key : english.stringPropertyNames()) {
            assertThat(values(thai.getProperty(key))).as(key).isEqualTo(values(english.getProperty(key)));
        }
    }

    /** The places of values in a text. */
    private static TreeSet<String> values(String text) {
        var found = new TreeSet<String>();
        Pattern.compile("\\{[0-9]}").matcher(text).results().forEach(match -> found.add(match.group()));
        if (!found.isEmpty()) {
            assertThat(new MessageFormat(text, Locale.ROOT).getFormatsByArgumentIndex())
                    .as(text)
                    .hasSizeGreaterThanOrEqualTo(found.size());
        }
        return found;
    }

    @Test
    void aNameThatEndsInAPeriodEndsItsSentence() {
        var texts = new Texts(Language.ENGLISH);
        assertThat(texts.get("settlements.arrived.consequence", "5 THB", "A", "Siam Gadget Co., Ltd.", "6 THB"))
                .isEqualTo(
                        "Records that 5 THB reached A, and completes the settlement of Siam Gadget Co., Ltd. 6 THB with the fee"
                                + " are spent.");
    }

    @Test
    void everyKeyInTheCodeHasAText() throws IOException {
        var texts = new Texts(Language.ENGLISH);
        var missing = new TreeSet<String>();
        try (var sources = Files.walk(Path.of("src/main/java"))) {
            for (var source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                KEY.matcher(Files.readString(source))
                        .results()
                        .map(match -> match.group(1))
                        .filter(key -> Texts.PARTS.contains(key.substring(0, key.indexOf('.'))))
                        .filter(key -> !texts.has(key) && !isKind(key))
                        .forEach(missing::add);
            }
        }
        assertThat(missing).isEmpty();
    }

    /** The refusal of a field names it, so it must not be the name of the API. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void everyFieldOfAFormHasAName(Language language) throws IOException {
        var texts = new Texts(language);
        var names = new TreeSet<String>();
        try (var sources = Files.walk(Path.of("src/main/java"))) {
            for (var source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                FIELD.matcher(Files.readString(source))
                        .results()
                        .map(match -> match.group(1).substring(match.group(1).lastIndexOf('.') + 1))
                        .filter(name -> !name.isEmpty())
                        .forEach(names::add);
            }
        }
        assertThat(names)
                .contains("per_mille", "review", "paid_amount")
                .allSatisfy(
                        name -> assertThat(texts.has("field." + name)).as(name).isTrue());
    }

    /** Whether a text is the beginning of keys, such as {@code slips.reason} of {@code slips.reason.other}. */
    private static boolean isKind(String key) {
        return Texts.PARTS.stream()
                .flatMap(part -> Texts.read(part, Language.ENGLISH).stringPropertyNames().stream())
                .anyMatch(known -> known.startsWith(key + "."));
    }

    /** Callbacks and transfers leave later, so a message about a decision only says that they are queued. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void aMessageAboutADecisionClaimsNothingThatIsOnlyQueued(Language language) {
        var claims = Pattern.compile(
                language == Language.ENGLISH
                        ? "(?i)\\b(?:notified|told|informed|sending|sent|delivered)\\b"
                        : "แจ้ง|กำลังส่ง|ส่งแล้ว|ส่งถึง");
        var queued = language == Language.ENGLISH ? "queued" : "เข้าคิว";
        var messages = new TreeMap<String, String>();
        for (var part : Texts.PARTS) {
            var texts = Texts.read(part, language);
            texts.stringPropertyNames().stream()
                    .filter(key -> key.matches(".*\\.done(?:\\..*)?|queue\\.(?:undone|waiting.*|answered\\..*)"))
                    .forEach(key -> messages.put(key, texts.getProperty(key)));
        }
        for (var key : QUEUED) {
            assertThat(messages.remove(key)).as(key).containsIgnoringCase(queued);
        }
        assertThat(messages.remove("payouts.reject.done")).isNotNull(); // says that nothing was sent
        assertThat(messages)
                .hasSizeGreaterThan(60)
                .allSatisfy((key, text) -> assertThat(text).as(key).doesNotContainPattern(claims));
    }

    @Test
    void aKeyWithoutATextIsADefect() {
        assertThatThrownBy(() -> new Texts(Language.THAI).get("slips.nothing"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aWordThatTheConsoleDoesNotKnowIsShownAsTheServiceSaysIt() {
        assertThat(new Texts(Language.ENGLISH).word("status", "brand_new")).isEqualTo("brand new");
    }
}
