package io.tical.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Word;
import io.tical.common.admin.Slips;
import io.tical.server.bankfile.PaymentFileException;
import io.tical.server.decision.ApprovalStatus;
import io.tical.server.decision.OverrideReason;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.PostingType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every word that the service writes has a text in every language. The words are read from its sources. */
class ServerWordsTest {
    private static final Path SERVER = Path.of("../server/src/main/java/io/tical/server");

    /** The objects whose decisions the audit log names by their triggers. */
    private static final List<String> DECIDED = List.of(
            "payin/PayinStatus.java",
            "payout/PayoutStatus.java",
            "settlement/SettlementStatus.java",
            "slip/PossibleSlipDecision.java",
            "slip/SlipStage.java",
            "suspense/SuspenseStatus.java",
            "ticket/TicketStatus.java",
            "verification/VerificationStatus.java");

    /** What writes a line of the audit log, or a change that a line is made of; up to the end of the statement. */
    private static final Pattern ACT = Pattern.compile(
            "(?:(?<!Conflict\\.)\\b(?:audit|noted|changed)\\(|new (?:AuditEntry\\.)?Act\\(|Act\\.change\\(| REPORT_LEG = | LATE_DELIVERY = | FAIL_LATE = | FURTHER_TRANSFER = )[^;]*;");

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    private static final Pattern LITERAL = Pattern.compile("\"([a-z]+(?:_[a-z]+)*)\"");

    private static final Pattern TRIGGERS =
            Pattern.compile("enum (?:Trigger|PossibleSlipDecision) implements Word \\{([^;}]*)[;}]");

    private static final Pattern CONSTANT = Pattern.compile("^\\s*([A-Z_]+)[,\\s]*$", Pattern.MULTILINE);

    private static final Pattern RESOURCE = Pattern.compile("String (?:RESOURCE|OBJECT_TYPE) = \"([a-z_]+)\";");

    private static final Pattern REFUSAL = Pattern.compile(
            "Problem\\.(?:Conflict|Forbidden|Refused|OutOfRange|Unavailable|BadRequest|Unauthorized)\\(\\s*\"([A-Z_]+)\"");

    /** Why an outcome is not known, in the code of rails and of what was lost. */
    private static final Pattern UNKNOWN = Pattern.compile(
            "PayoutOutcome\\.Unknown\\(\\s*\"([^\"]*)\"\\s*\\)|\"([^\"]* before the database lost it[^\"]*)\"");

    /** Refusals that only merchants, their users and payers meet. A new code is here, or the console has words for it. */
    private static final Set<String> OF_MERCHANTS = Set.of(
            "ACTOR_INVALID",
            "AMOUNT_RANGE_MAINTENANCE",
            "API_KEY_INVALID",
            "API_KEY_MISSING",
            "API_KEY_REVOKED",
            "BANK_VERIFY_DISABLED",
            "CHANNEL_DISABLED",
            "CHANNEL_UNAVAILABLE",
            "CROSS_SITE_REFUSED",
            "CSRF_TOKEN_INVALID",
            "DAILY_LIMIT_EXCEEDED",
            "IDEMPOTENCY_KEY_INVALID",
            "IDEMPOTENCY_KEY_REQUIRED",
            "IDEMPOTENCY_KEY_REUSED",
            "IDEMPOTENCY_REQUEST_IN_PROGRESS",
            "ISSUE_LIMIT_REACHED",
            "LIVE_KEY_NOT_ALLOWED",
            "LIVE_NOT_ALLOWED",
            "NETWORK_DISABLED",
            "NO_FAILED_DELIVERY",
            "OFFSET_INVALID",
            "PASSKEYS_UNAVAILABLE",
            "PASSKEY_INVALID",
            "PASSKEY_LIMIT_REACHED",
            "QUOTE_ALREADY_USED",
            "QUOTE_EXPIRED",
            "QUOTE_INVALID",
            "REDELIVERY_IN_PROGRESS",
            "SANDBOX_FUNDING_BLOCKED",
            "SCOPE_MISSING",
            "SIGNATURE_INVALID",
            "SIGNATURE_MISSING",
            "SIGNATURE_SECRET_MISSING",
            "SIGNATURE_TIMESTAMP_INVALID",
            "SIGNING_ENABLED",
            "SIGNING_MISSING",
            "SLIP_LIMIT_REACHED",
            "STATEMENT_NOT_SEALED",
            "TEST_KEY_NOT_ALLOWED",
            "TRANSFER_TARGET_OWN",
            "MULTIPART_INVALID",
            "IMAGE_TOO_LARGE",
            "IMAGE_TOO_LONG",
            "IMAGE_UNREADABLE");

    /** The codes of fields that are wrong, of requests of anybody. */
    private static final Pattern FIELD =
            Pattern.compile("(?:FieldError|Invalid|wrong)\\(\\s*\"?[\\w.\\[\\]()]+\"?,\\s*\"([a-z_0-9]+)\"");

    /** Those of fields that no form of the console has: a URL, a passkey, the two forms of requests. */
    private static final Set<String> FIELDS_OF_MERCHANTS = Set.of("address_refused", "invalid", "mixed_vocabulary");

    /** The words that a refusal names because of another object. */
    private static final Pattern ROLE = Pattern.compile("new Problem\\.About\\(\\s*\"([a-z_]+)\"");

    /** Without the commands, whose checks have words of their own. */
    private static List<String> sources() {
        try (var files = Files.walk(SERVER)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.startsWith(SERVER.resolve("command")))
                    .map(ServerWordsTest::text)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return COMMENT.matcher(Files.readString(file)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(match.groupCount()));
    }

    /** The triggers of decisions. */
    private static TreeSet<String> triggers() {
        var triggers = new TreeSet<String>();
        for (var file : DECIDED) {
            var words = found(TRIGGERS, text(SERVER.resolve(file)))
                    .flatMap(constants -> found(CONSTANT, constants))
                    .map(constant -> constant.toLowerCase(Locale.ROOT))
                    .toList();
            assertThat(words).as(file).isNotEmpty();
            triggers.addAll(words);
        }
        return triggers;
    }

    /** The literals of acts are actions and types of objects. */
    private static TreeSet<String> literals() {
        var literals = new TreeSet<String>();
        sources().stream()
                .flatMap(source -> found(ACT, source))
                .flatMap(statement -> found(LITERAL, statement))
                .forEach(literals::add);
        assertThat(literals)
                .contains("create", "sign_in", "use_recovery_code", "redeliver_all", "report_leg", "resend_callback");
        return literals;
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyAnswerOfASecondPersonAndEveryReasonToOverrideIsTranslated(Language language) {
        var texts = new Texts(language);
        assertThat(Stream.of(ApprovalStatus.values()).filter(status -> status != ApprovalStatus.PENDING))
                .allMatch(status -> texts.has("queue.answered." + status.word()));
        assertThat(OverrideReason.values()).allMatch(reason -> texts.has("queue.reason." + reason.word()));
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyActionOfTheAuditLogHasWords(Language language) {
        var texts = new Texts(language);
        var actions = literals();
        actions.removeIf(word -> texts.has("object." + word));
        actions.addAll(triggers());
        actions.add("update");
        // A decision on the payin.
        actions.remove("confirm_payin");
        assertThat(actions)
                .allSatisfy(action ->
                        assertThat(texts.has("action." + action)).as(action).isTrue());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyPhraseOfTheChecksOfSlipsHasWords(Language language) {
        var texts = new Texts(language);
        assertThat(Slips.Phrase.values())
                .allSatisfy(phrase -> assertThat(texts.has("slips.value."
                                + phrase.name().toLowerCase(Locale.ROOT).replace('_', '-')))
                        .isTrue());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyTypeOfObjectHasWords(Language language) {
        var texts = new Texts(language);
        var types = new TreeSet<String>();
        sources().stream().flatMap(source -> found(RESOURCE, source)).forEach(types::add);
        assertThat(types)
                .contains("payout", "api_key", "operator")
                .allSatisfy(
                        type -> assertThat(texts.has("object." + type)).as(type).isTrue());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyPostingAndAccountOfATimelineHasWords(Language language) {
        var texts = new Texts(language);
        Stream.of(PostingType.values())
                .map(Word::word)
                .forEach(word ->
                        assertThat(texts.has("posting." + word)).as(word).isTrue());
        Stream.of(Account.values())
                .map(Word::word)
                .forEach(word ->
                        assertThat(texts.has("account." + word)).as(word).isTrue());
    }

    /** What operators meet: else they would read the words of the API, with ids, names of fields and minor units. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void everyRefusalOfADecisionHasWords(Language language) {
        var texts = new Texts(language);
        var codes = new TreeSet<>(List.of("MATCHED_AMOUNT_DIFFERS", "OPERATION_IN_PROGRESS", "CALLBACK_URL_MISSING"));
        sources().stream().flatMap(source -> found(REFUSAL, source)).forEach(codes::add);
        codes.removeAll(OF_MERCHANTS);
        assertThat(codes)
                .contains("SLIP_ALREADY_USED", "FOUR_EYES_REQUIRED")
                .allSatisfy(code -> assertThat(texts.has("common.problem." + code)
                                || code.endsWith("_STATUS_TRANSITION_INVALID")
                                || code.endsWith("_NOT_FOUND"))
                        .as(code)
                        .isTrue());
    }

    /** Else the console shows the words of the service, with minor units and names of the API. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void everythingWrongWithAFieldHasWords(Language language) {
        var texts = new Texts(language);
        var codes = new TreeSet<String>();
        sources().stream().flatMap(source -> found(FIELD, source)).forEach(codes::add);
        codes.removeAll(FIELDS_OF_MERCHANTS);
        assertThat(codes)
                .contains("step", "promptpay", "range")
                .allSatisfy(code ->
                        assertThat(texts.has("field-problem." + code)).as(code).isTrue());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyReasonThatLeavesAPaymentOutOfAFileHasWords(Language language) {
        var texts = new Texts(language);
        var reasons = Stream.of(PaymentFileException.Fault.values()).map(Enum::name);
        assertThat(Stream.concat(reasons, Stream.of("FULL", "SAME_PAYMENT")))
                .allSatisfy(reason -> assertThat(texts.has("payment-files.left-out." + reason.toLowerCase(Locale.ROOT)))
                        .as(reason)
                        .isTrue());
    }

    /** A decision that waits is shown on its object, so its refusal need not name it. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void everyOtherObjectOfARefusalIsNamed(Language language) {
        var texts = new Texts(language);
        var roles = new TreeSet<String>();
        sources().stream().flatMap(source -> found(ROLE, source)).forEach(roles::add);
        roles.remove("waiting");
        assertThat(roles)
                .contains("match", "existing")
                .allSatisfy(role -> assertThat(texts.has("common.problem.about." + role))
                        .as(role)
                        .isTrue());
    }

    /** Why people must find out what became of an attempt. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void everyReasonOfAnUnknownOutcomeHasWords(Language language) {
        var texts = new Texts(language);
        var reasons = new TreeSet<String>();
        sources().stream()
                .flatMap(source -> UNKNOWN.matcher(source).results())
                .map(match -> Objects.requireNonNullElse(match.group(1), match.group(2)))
                .forEach(reasons::add);
        assertThat(reasons)
                .contains("the rail did not answer in time")
                .anyMatch(reason -> reason.contains("handed to staff before the database lost it"))
                .allSatisfy(reason ->
                        assertThat(texts.sentence("payouts.review", reason)).isNotEqualTo(reason));
    }
}
