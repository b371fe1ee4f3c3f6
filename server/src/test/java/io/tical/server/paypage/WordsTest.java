package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.slip.Slip;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page says everything in every language. */
class WordsTest {
    /** The beginning of SHA-256 of the conditions in all languages, for each version of them that payers have accepted. */
    private static final Map<String, String> CONDITIONS = Map.of(
            "2026-11-21", "567e7a250d665fd1",
            "2026-11-21.2", "d5c1b396b53b9ddf",
            "2026-11-24", "a087e99b89b3d385",
            "2026-11-24.2", "89153e7a6c662886");

    private static final Pattern CONDITIONS_SECTION =
            Pattern.compile("(?s)<section class=\"card conditions\".*?</section>");

    private static final Pattern IN_BRACES = Pattern.compile("\\{[a-z]+}");
    private static final Pattern PLACE = Pattern.compile("\\{\\{&?([A-Za-z.]+)}}");
    private static final Pattern SAY = Pattern.compile("say\\(\"([A-Za-z]+)\"");

    /** The words of the page of deposits that no place of it has: they replace others, or are said by the service. */
    private static final Pattern DEPOSIT_SAID = Pattern.compile("deposit\\.(title|note|transfer)\\..+");

    private static final List<String> DEPOSIT_IN_PLACE_OF_OTHERS =
            List.of("deposit.amountArrived", "deposit.amountMissing");

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(PayPageSite.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everySentenceIsThereInEveryLanguage(Language language) {
        var english = Words.of(Language.EN).all();
        var words = Words.of(language).all();
        assertThat(words.keySet()).isEqualTo(english.keySet());
        english.forEach((key, text) -> {
            assertThat(facts(words.get(key))).as(key).isEqualTo(facts(text));
            assertThat(words.get(key)).as(key).isNotBlank();
        });
    }

    private static List<String> facts(String text) {
        return IN_BRACES
                .matcher(text)
                .results()
                .map(found -> found.group())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"TH, THAI", "ZH, HAN", "LO, LAO", "MY, MYANMAR", "KM, KHMER"})
    void aLanguageIsWrittenInItsScript(Language language, Character.UnicodeScript script) {
        Words.of(language).all().forEach((key, text) -> {
            if (!key.startsWith(Words.BANK)) {
                assertThat(text.codePoints().anyMatch(c -> Character.UnicodeScript.of(c) == script))
                        .as(key)
                        .isTrue();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Language.class,
            names = {"VI", "ID"})
    void noSentenceIsLeftInEnglish(Language language) {
        var english = Words.of(Language.EN).all();
        Words.of(language).all().forEach((key, text) -> {
            if (!key.startsWith(Words.BANK) && !key.equals("accountBank")) {
                assertThat(text).as(key).isNotEqualTo(english.get(key));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void everyScreenHasATitleAndAPlaceOnThePage(Screen screen) throws IOException {
        assertThat(Words.of(Language.EN).has("title." + screen.word())).isTrue();
        assertThat(Template.source("pay.html")).containsPattern("\\{\\{in [a-z ]*\\b" + screen.word() + "\\b");
    }

    @Test
    void scriptsSayOnlyWhatThereIsAndEverythingIsSaid() throws IOException {
        var words = Words.of(Language.EN);
        var said = new TreeSet<String>();
        for (var script : List.of("app", "clock", "copy", "deposit", "line", "page", "redirect", "slip", "watch")) {
            SAY.matcher(resource("js/" + script + ".js")).results().forEach(call -> said.add(call.group(1)));
        }
        // What a refusal is said with is looked up.
        said.addAll(List.of("tooLarge", "tooLong", "notPicture", "unreadable", "used", "closed", "empty", "trouble"));
        assertThat(words.all().keySet().stream()
                        .filter(key -> key.startsWith("said."))
                        .map(key -> key.substring(5)))
                .containsExactlyInAnyOrderElementsOf(said);
    }

    @Test
    void noSentencePromisesHowLongOthersTake() {
        var advice = List.of("said.oneMinute", "said.twoMinutes", "said.trouble", "troubleText");
        Words.of(Language.EN).all().forEach((key, text) -> {
            if (!advice.contains(key)) {
                assertThat(text)
                        .as(key)
                        .doesNotContainPattern(
                                "(?i)\\b(usually|normally|soon|shortly|minutes?|hours?|days?|within)\\b");
            }
        });
    }

    /** Minutes, hours, days, weeks, and what promises as little as "soon". */
    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "ID = menit|\\bjam\\b|\\bhari\\b|minggu|segera|biasanya|tak lama",
                "KM = (?<!វិ)នាទី|ម៉ោង|ថ្ងៃ|សប្តាហ៍|ជាធម្មតា|ឆាប់ៗ",
                "LO = (?<!ວິ)ນາທີ|ຊົ່ວໂມງ|ມື້|ອາທິດ|ປົກກະຕິ|ໃນໄວໆ",
                "MY = မိနစ်|နာရီ|(?<!ကွန်)ရက်|ရက်သတ္တပတ်|ပုံမှန်|မကြာမီ",
                "TH = (?<!วิ)นาที|ชั่วโมง|วัน|สัปดาห์|ปกติ|เร็ว ๆ นี้",
                "VI = phút|giờ|ngày|tuần|thường|sớm",
                "ZH = 分钟|小时|天|星期|周|通常|一般|很快|尽快"
            })
    void noSentenceOfAnotherLanguagePromisesItEither(Language language, Pattern duration) {
        var advice = List.of("said.oneMinute", "said.twoMinutes", "said.trouble", "troubleText");
        Words.of(language).all().forEach((key, text) -> {
            if (advice.contains(key)) {
                assertThat(text).as(key).containsPattern(duration);
            } else {
                assertThat(text).as(key).doesNotContainPattern(duration);
            }
        });
    }

    @Test
    void everyReasonForWhichASlipIsRejectedHasASentence() {
        for (var reason : Slip.Reason.values()) {
            assertThat(Words.of(Language.EN).has("rejected." + reason.word()))
                    .as(reason.word())
                    .isTrue();
        }
    }

    @Test
    void everyWordIsUsed() throws IOException {
        var places = PLACE.matcher(Template.source("pay.html"))
                .results()
                .map(place -> place.group(1))
                .collect(Collectors.toSet());
        assertThat(Words.of(Language.EN).all().keySet().stream()
                        .filter(key -> !key.contains(".")
                                && !List.of("accountTitleOr", "amountParts").contains(key)))
                .isSubsetOf(places);
    }

    @Test
    void everyWordOfDepositsIsUsed() {
        var places = PLACE.matcher(Template.source("deposit.html"))
                .results()
                .map(place -> Words.DEPOSIT + place.group(1))
                .collect(Collectors.toSet());
        assertThat(Words.of(Language.EN).all().keySet().stream()
                        .filter(key -> key.startsWith(Words.DEPOSIT)
                                && !DEPOSIT_SAID.matcher(key).matches()
                                && !DEPOSIT_IN_PLACE_OF_OTHERS.contains(key)))
                .isNotEmpty()
                .isSubsetOf(places);
        for (var fate : DepositPayment.Fate.values()) {
            assertThat(Words.of(Language.EN).has("deposit.transfer." + fate.word()))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void scriptsOfDepositsHaveAllThatTheySay(Language language) throws IOException {
        var said = Words.of(language).depositScriptTexts(Map.of());
        for (var script : List.of("clock", "copy", "deposit", "page", "watch")) {
            SAY.matcher(resource("js/" + script + ".js"))
                    .results()
                    .forEach(call -> assertThat(said).contains("\"" + call.group(1) + "\":"));
        }
        assertThat(said).contains("\"title.checking\":").doesNotContain("deposit.");
    }

    /** The sentences of the conditions in the order of the page, in every language. */
    private static Stream<String> conditions() throws IOException {
        var section = CONDITIONS_SECTION.matcher(Template.source("pay.html"));
        assertThat(section.find()).isTrue();
        var keys = PLACE.matcher(section.group())
                .results()
                .map(place -> place.group(1))
                .filter(key -> Words.of(Language.EN).has(key))
                .toList();
        return Stream.of(Language.values())
                .map(language -> Words.of(language).all())
                .flatMap(words -> keys.stream().map(words::get));
    }

    @Test
    void theConditionsSayNothingOfWhoseCustomerThePayeeIs() throws IOException {
        // A match is made among the payouts of all merchants.
        assertThat(conditions()).isNotEmpty().noneMatch(sentence -> sentence.contains("owes"));
        assertThat(conditions()).noneMatch(sentence -> sentence.contains("ต้องจ่ายเงินให้"));
    }

    @Test
    void everyWordForAPaymentToAThirdPartyReplacesOneOfThePage() throws IOException {
        var page = Template.source("pay.html");
        var replacing = Words.of(Language.EN).replacing("matched.", Map.of());
        assertThat(replacing.keySet())
                .isNotEmpty()
                .allSatisfy(key -> assertThat(page).contains("{{" + key + "}}"));
    }

    @Test
    void whoeverChangesTheConditionsGivesThemAnotherVersion() throws IOException, NoSuchAlgorithmException {
        var digest = MessageDigest.getInstance("SHA-256");
        digest.update(conditions().collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
        var now = HexFormat.of().formatHex(digest.digest());
        assertThat(now)
                .as("the text of version " + Disclosures.TEXT_VERSION + ", which payers have accepted, has changed")
                .startsWith(Objects.requireNonNull(CONDITIONS.get(Disclosures.TEXT_VERSION)));
    }
}
