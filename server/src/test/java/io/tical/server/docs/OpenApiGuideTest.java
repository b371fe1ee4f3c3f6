package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.OpenApiContract;
import io.tical.server.merchant.Fee;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payout.PayoutStatus;
import io.tical.server.settlement.SettlementStatus;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StateTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** What the document's guide says of the service, in tables and an example, is what the code says. */
class OpenApiGuideTest {
    /** Codes of the packages below that no documented operation answers: they are for staff, or of the pay host. */
    private static final Set<String> NOT_ANSWERED = Set.of(
            // Banks get it, which notify entries.
            "SIGNATURE_SECRET_MISSING",
            "MATCH_HELD",
            "VERSION_CONFLICT",
            "PERMISSION_DENIED",
            "TRANSFER_ALREADY_USED",
            "ALREADY_CLAIMED",
            "SLIP_ALREADY_USED",
            "SLIP_STATUS_TRANSITION_INVALID",
            "MATCHED_AMOUNT_DIFFERS",
            "PAYOUT_ATTEMPT_NOT_FOUND",
            "PAYOUT_STEP_NOT_FOUND",
            "PAYMENT_ALREADY_RECORDED",
            "CALLBACK_URL_MISSING",
            "VERIFICATION_INVALID",
            "TOO_MANY_STREAMS",
            "ID_INVALID");
    /** The packages whose refusals merchants read. */
    private static final List<String> PACKAGES = List.of(
            "http",
            "problem",
            "input",
            "access",
            "idempotency",
            "payin",
            "payout",
            "customer",
            "limit",
            "treasury",
            "ticket",
            "interorg",
            "currency",
            "ledger",
            "sandbox",
            "slip",
            "holder");

    private static final Pattern PROMISE =
            Pattern.compile("(?i)\\b(?:usually|normally|typically|generally|soon|shortly|quickly)\\b(?! as\\b)"
                    + "|\\bwithin (?:a few )?(?:seconds|minutes|hours|days)\\b"
                    + "|\\b(?:in|takes?|after) (?:about )?(?:a few|some) (?:minutes|hours|days)\\b");

    private final OpenApi document = OpenApiContract.merchants().document();
    private final String guide = document.root().at("/info/description").asText();

    /** How long a bank, a verifier or staff take is not ours to say. What a client should wait is advice, and what we take has a number. */
    @Test
    void noSentencePromisesHowLongOthersTake() {
        var documents = Stream.concat(Stream.of("/openapi.yaml"), OpenApiContract.operatorsParts().stream());
        assertThat(documents.flatMap(
                        document -> PROMISE.matcher(resource(document).replaceAll("\\s+", " "))
                                .results()
                                .map(found -> document + ": " + found.group())))
                .isEmpty();
    }

    private static String resource(String name) {
        try (var in = OpenApiGuideTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theEventsAreThoseInTheCode() {
        var sent = Stream.of(EventType.values()).map(EventType::word).toList();
        var listed = new ArrayList<String>();
        var statuses = new ArrayList<String>();
        for (var kind : List.of("Payin", "Payout", "Settlement")) {
            document.root()
                    .at("/components/schemas/" + kind + "Event/properties/event/enum")
                    .forEach(event -> listed.add(event.asText()));
            document.root()
                    .at("/components/schemas/" + kind + "Transaction/properties/status/enum")
                    .forEach(status -> statuses.add(status.asText()));
        }
        assertThat(listed).containsExactlyElementsOf(sent);
        assertThat(table("Callbacks").stream().map(List::getFirst)).containsExactlyElementsOf(sent);
        assertThat(table("Callbacks").stream().map(row -> row.get(1))).containsExactlyElementsOf(statuses);
    }

    @Test
    void theTableOfErrorCodesListsThoseThatAnswersHave() {
        var listed = new TreeSet<String>();
        table("Error codes").forEach(row -> listed.add(row.getFirst()));
        var schema = new TreeSet<String>();
        document.root().at("/components/schemas/ErrorCode/enum").forEach(code -> schema.add(code.asText()));
        assertThat(listed).isEqualTo(schema);

        var answered = new TreeSet<>(Set.of("ROUTE_NOT_FOUND", "METHOD_NOT_ALLOWED"));
        for (var response : document.root().at("/components/responses")) {
            response.at("/content/application~1json/schema/allOf/1/properties/code/enum")
                    .forEach(code -> answered.add(code.asText()));
        }
        assertThat(answered).isEqualTo(schema);
    }

    @Test
    void everyStatusOfAnErrorCodeIsInTheTable() {
        var statuses = table("Error codes").stream()
                .collect(Collectors.toMap(
                        List::getFirst, row -> Set.of(row.get(1).split(", "))));
        for (var operation : document.operations()) {
            for (var answer : operation.node().path("responses").properties()) {
                document.resolve(answer.getValue())
                        .at("/content/application~1json/schema/allOf/1/properties/code/enum")
                        .forEach(code -> assertThat(statuses.get(code.asText()))
                                .as(operation.id() + " " + code.asText())
                                .contains(answer.getKey()));
            }
        }
    }

    @Test
    void everyErrorCodeInTheCodeIsInTheDocument() throws IOException {
        var thrown = new TreeSet<String>();
        var code =
                Pattern.compile("(?:Problem\\.\\w+|super|new \\w+)\\(\\s*(?:[0-9]{3},\\s*)?\"([A-Z]+(?:_[A-Z]+)+)\"");
        for (var name : PACKAGES) {
            var folder = Path.of("src/main/java/io/tical/server", name);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    // What people who sign in are answered is in the guides to their APIs.
                    for (var file : files.filter(path -> path.toString().endsWith(".java")
                                    && !path.toString().endsWith("AdminRoutes.java")
                                    && !path.getFileName().toString().startsWith("Session"))
                            .toList()) {
                        code.matcher(Files.readString(file)).results().forEach(match -> thrown.add(match.group(1)));
                    }
                }
            }
        }
        thrown.removeAll(NOT_ANSWERED);
        thrown.removeIf(name -> name.startsWith("TICAL_"));
        var documented = new TreeSet<String>();
        document.root().at("/components/schemas/ErrorCode/enum").forEach(listed -> documented.add(listed.asText()));
        assertThat(thrown).contains("INSUFFICIENT_BALANCE", "RATE_LIMITED");
        assertThat(documented).containsAll(thrown);
    }

    @Test
    void theTableOfTransitionsIsTheOneInTheCode() {
        requireTransitions("Transitions", PayoutStatus.TABLE, OpenApiGuideTest::money);
    }

    @Test
    void theTableOfSettlementTransitionsIsTheOneInTheCode() {
        requireTransitions("Settlement transitions", SettlementStatus.TABLE, row -> switch (row.effect()) {
            case NONE -> "stays in transit";
            case DELIVER -> "in transit → bank and fee";
            case RETURN -> "in transit → available";
            case REVERT -> "bank and fee → available";
        });
    }

    /** The example is half a step, so that it tells the rounding. */
    @Test
    void theExampleOfASettlementFeeIsWhatTheServiceCharges() throws IOException {
        var example =
                Pattern.compile("With a step of (\\d+), (\\d+) % of ([\\d,]+) are ([\\d,]+), so the fee is ([\\d,]+)"
                        .replace(" ", "\\s+"));
        for (var text : List.of(guide, Files.readString(Path.of("../docs/api.md")))) {
            assertThat(text).doesNotContain("fee is rounded down");
            var found = example.matcher(text).results().toList();
            assertThat(found).hasSize(1);
            var numbers = IntStream.rangeClosed(1, 5)
                    .mapToLong(group ->
                            Long.parseLong(found.getFirst().group(group).replace(",", "")))
                    .toArray();
            var step = numbers[0];
            var share = new Fee(numbers[1] * 10, 0);
            assertThat(share.of(numbers[2], stepping(1))).isEqualTo(numbers[3]);
            assertThat(numbers[3] % step).isEqualTo(step / 2);
            assertThat(share.of(numbers[2], stepping(step))).isEqualTo(numbers[4]);
        }
    }

    private static CurrencyProfile stepping(long step) {
        return new CurrencyProfile("XXX", "Example", "x", "en", "", 2, step);
    }

    @Test
    void theTableOfPayinTransitionsIsTheOneInTheCode() {
        requireTransitions("Payin transitions", PayinStatus.TABLE, row -> switch (row.effect()) {
            case NONE -> "none";
            case CREDIT -> "bank → available and fee";
            case HOLD -> "available → held";
            case PAY_BACK -> "held and fee → bank";
        });
    }

    private <S extends Enum<S> & Word, T extends Enum<T> & Word, E> void requireTransitions(
            String heading, StateTable<S, T, E> transitions, Function<StateTable.Row<S, T, E>, String> money) {
        var written = table(heading).stream()
                .map(row -> String.join(" | ", row.subList(0, 4)))
                .toList();
        assertThat(written)
                .containsExactlyElementsOf(transitions.rows().stream()
                        .map(row -> String.join(
                                " | ",
                                row.from().word(),
                                row.trigger().word(),
                                row.to().word(),
                                money.apply(row)))
                        .toList());
    }

    private static String money(StateTable.Row<PayoutStatus, PayoutStatus.Trigger, PayoutStatus.Effect> transition) {
        return switch (transition.effect()) {
            case NONE -> transition.from() == PayoutStatus.PENDING_REVIEW ? "stays held" : "stays in transit";
            case ACTIVATE -> "held → in transit";
            case ACTIVATE_AND_DELIVER -> "held → bank and fee";
            case DELIVER_AND_RETURN ->
                switch (transition.to()) {
                    case FAILED -> "in transit → available";
                    case PARTIAL_SUCCESS -> "in transit → bank and fee, the rest → available";
                    default -> "in transit → bank and fee";
                };
            case RETURN -> "in transit → available";
            case RELEASE -> "held → available";
            case TURN_DOWN -> "in transit → held";
            case RECAPTURE -> "available → in transit";
            case RECAPTURE_AND_DELIVER -> "available → bank and fee";
            case REVERT -> "bank and fee → held";
        };
    }

    @Test
    void thePayinStatusesAreThoseInTheCode() {
        var listed = new ArrayList<String>();
        document.root().at("/components/schemas/PayinStatus/enum").forEach(status -> listed.add(status.asText()));
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(PayinStatus.values()).map(PayinStatus::word).toList());
        assertThat(table("Payin statuses").stream().map(List::getFirst)).containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void theStatusesAndWhetherTheyAreFinalAreThoseInTheCode() {
        var listed = new ArrayList<String>();
        document.root().at("/components/schemas/PayoutStatus/enum").forEach(status -> listed.add(status.asText()));
        var rows = table("Payout statuses");
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(PayoutStatus.values()).map(PayoutStatus::word).toList());
        assertThat(rows.stream().map(List::getFirst)).containsExactlyInAnyOrderElementsOf(listed);
        requireFinal(rows, PayoutStatus.class, PayoutStatus.TABLE);
        requireFinal(table("Payin statuses"), PayinStatus.class, PayinStatus.TABLE);
    }

    /** A status is called final if nothing can change it, and only then. */
    private static <S extends Enum<S> & Word, T extends Enum<T> & Word, E> void requireFinal(
            List<List<String>> rows, Class<S> statuses, StateTable<S, T, E> transitions) {
        for (var row : rows) {
            var status = Word.of(statuses, row.getFirst());
            var changes = transitions.rows().stream().anyMatch(one -> one.from() == status);
            assertThat(row.get(2).split(":")[0]).as(row.getFirst()).isEqualTo(changes ? "no" : "yes");
        }
    }

    @Test
    void everyTimeHasItsUnitAndSaysWhenItIsNull() {
        var times = new ArrayList<String>();
        document.root()
                .at("/components/schemas")
                .properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(property -> {
                            if (!property.getKey().endsWith("_at")) {
                                return;
                            }
                            var name = schema.getKey() + "." + property.getKey();
                            var text = property.getValue().path("description").asText();
                            times.add(name);
                            assertThat(text).as(name).containsAnyOf("Unix seconds", "ISO 8601");
                            if (property.getValue().path("type").isArray()) {
                                assertThat(text).as(name).contains("null");
                            }
                        }));
        assertThat(times).contains("Payin.expires_at", "Payout.finalized_at", "Customer.verified_at");
    }

    @Test
    void theExampleOfASignatureIsRight() throws Exception {
        var section = guide.substring(guide.indexOf("# Signing requests"));
        var blocks = Pattern.compile("```text\n(.*?)\n```", Pattern.DOTALL).matcher(section);
        assertThat(blocks.find()).isTrue();
        var signed = blocks.group(1);
        assertThat(blocks.find()).isTrue();
        var signature = blocks.group(1);
        var secret = Pattern.compile("hs_[A-Za-z0-9_-]{43}").matcher(section);
        assertThat(secret.find()).isTrue();
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.group().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        assertThat(HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(signature);
    }

    /** The rows of the table that follows a heading, without the marks of code. */
    private List<List<String>> table(String heading) {
        var lines = guide.lines().toList();
        var at = lines.indexOf("## " + heading);
        if (at < 0) {
            at = lines.indexOf("# " + heading);
        }
        assertThat(at).as(heading).isNotNegative();
        while (!lines.get(at).startsWith("|")) {
            at++;
        }
        var rows = new ArrayList<List<String>>();
        for (var row = at + 2; row < lines.size() && lines.get(row).startsWith("|"); row++) {
            var cells = lines.get(row).replace("`", "").split("\\|");
            rows.add(Stream.of(cells).skip(1).map(String::strip).toList());
        }
        return rows;
    }
}
