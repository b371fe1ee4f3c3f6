package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Word;
import io.tical.server.OpenApiContract;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payout.PayoutStatus;
import io.tical.server.settlement.SettlementStatus;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StateTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** What the document says of itself is whole, and what it says of the service is what the code says. */
class OpenApiDocumentTest {
    /** Codes of the rooms below that no documented operation answers: they are for staff. */
    private static final Set<String> NOT_ANSWERED = Set.of(
            "VERSION_CONFLICT",
            "ALREADY_CLAIMED",
            "SLIP_ALREADY_USED",
            "SLIP_STATUS_TRANSITION_INVALID",
            "MATCHED_AMOUNT_DIFFERS",
            "PAYOUT_ATTEMPT_NOT_FOUND",
            "PAYOUT_STEP_NOT_FOUND",
            "PAYMENT_ALREADY_RECORDED",
            "CALLBACK_URL_MISSING",
            "VERIFICATION_INVALID",
            "ID_INVALID");
    /** The rooms whose refusals merchants read. */
    private static final List<String> ROOMS = List.of(
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

    /** What the envelopes share; each of them is closed. */
    private static final Set<String> ENVELOPES = Set.of("Success", "PageSuccess");
    /** Fields that an answer may lack. */
    private static final Map<String, Set<String>> OPTIONAL = Map.of(
            "PageMeta", Set.of("next_cursor"), "Failure", Set.of("errors"), "GuidePayin", Set.of("address", "network"));

    private final OpenApi document = OpenApiContract.merchants().document();
    private final String guide = document.root().at("/info/description").asText();

    @Test
    void itIsOpenApi31OfVersionOne() {
        assertThat(document.root().path("openapi").asText()).startsWith("3.1.");
        assertThat(document.root().at("/info/version").asText()).isEqualTo("1.0.0");
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsUsed() {
        var used = new HashSet<String>();
        walk("", document.root(), (pointer, node) -> {
            if (node.has("$ref")) {
                var target = node.get("$ref").asText();
                assertThat(document.root().at(target.substring(1)).isMissingNode())
                        .as(pointer + " → " + target)
                        .isFalse();
                used.add(target);
            }
        });
        for (var kind : List.of("headers", "parameters", "schemas", "responses")) {
            document.root()
                    .at("/components/" + kind)
                    .fieldNames()
                    .forEachRemaining(name -> assertThat(used).contains("#/components/" + kind + "/" + name));
        }
    }

    @Test
    void everyOperationHasAnIdOfItsOwnATagASummaryADescriptionAndItsPathsParameters() {
        var tags = new HashSet<String>();
        document.root().path("tags").forEach(tag -> tags.add(tag.path("name").asText()));
        var ids = new HashSet<String>();
        for (var operation : document.operations()) {
            assertThat(operation.id()).isNotBlank();
            assertThat(ids.add(operation.id())).as(operation.id()).isTrue();
            assertThat(tags).contains(operation.tag());
            assertThat(operation.node().path("summary").asText()).isNotBlank();
            assertThat(operation.node().path("description").asText())
                    .as(operation.id())
                    .isNotBlank();
            var named = new TreeSet<String>();
            operation.shared().path("parameters").forEach(reference -> {
                var parameter = document.resolve(reference);
                if (parameter.path("in").asText().equals("path")) {
                    named.add("{" + parameter.path("name").asText() + "}");
                }
            });
            var wanted = Pattern.compile("\\{[^}]+}")
                    .matcher(operation.path())
                    .results()
                    .map(match -> match.group())
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(named).as(operation.path()).isEqualTo(wanted);
        }
    }

    @Test
    void everyWriteTakesAnIdempotencyKeyAndEveryOperationTellsHowItFails() {
        for (var operation : document.operations()) {
            var writes = !operation.method().equals("GET");
            // Whether each header is required.
            var headers = new HashMap<String, Boolean>();
            operation.node().path("parameters").forEach(reference -> {
                var parameter = document.resolve(reference);
                headers.put(
                        parameter.path("name").asText(),
                        parameter.path("required").asBoolean());
            });
            assertThat(headers.get("Idempotency-Key"))
                    .as(operation.id())
                    .isEqualTo(writes ? (Boolean) operation.method().equals("POST") : null);
            for (var status : List.of("400", "401", "403", "413", "415", "429", "500", "503")) {
                assertThat(operation.node().path("responses").has(status))
                        .as(operation.id() + " " + status)
                        .isTrue();
            }
            assertThat(operation.node().path("responses").has("409"))
                    .as(operation.id() + " 409")
                    .isEqualTo(writes);
        }
    }

    @Test
    void everyCallbackIsDescribedAsWellAsAnOperation() {
        var taken = document.operations().stream().map(OpenApi.Operation::id).collect(Collectors.toSet());
        var headers = new HashSet<List<String>>();
        assertThat(document.callbacks()).extracting(OpenApi.Operation::path).contains("payout", "ping");
        for (var callback : document.callbacks()) {
            assertThat(callback.method()).isEqualTo("POST");
            assertThat(taken.add(callback.id())).as(callback.id()).isTrue();
            assertThat(callback.tag()).isEqualTo("Callbacks");
            assertThat(callback.shared().path("summary").asText()).isNotBlank();
            assertThat(callback.node().path("summary").asText()).isNotBlank();
            assertThat(callback.node().path("description").asText()).isNotBlank();
            assertThat(callback.node().path("security").isEmpty())
                    .as("it is signed, and has no API key")
                    .isTrue();
            assertThat(callback.node().path("responses").properties())
                    .extracting(Map.Entry::getKey)
                    .containsExactly("2XX", "3XX", "4XX", "5XX");
            assertThat(callback.node()
                            .at("/requestBody/content/application~1json/examples")
                            .size())
                    .isEqualTo(OperationPart.bodySchemas(callback).size());
            var names = new ArrayList<String>();
            callback.node()
                    .path("parameters")
                    .forEach(parameter ->
                            names.add(document.resolve(parameter).path("name").asText()));
            headers.add(names);
        }
        assertThat(headers).as("all callbacks have the same headers").hasSize(1);
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
    void everyFieldHasATypeAndASentence() {
        for (var schema : document.root().at("/components/schemas").properties()) {
            assertThat(schema.getValue().path("description").asText())
                    .as(schema.getKey())
                    .endsWith(".");
            for (var field : schema.getValue().path("properties").properties()) {
                var name = schema.getKey() + "." + field.getKey();
                var resolved = document.resolve(field.getValue());
                var sentence = field.getValue()
                        .path("description")
                        .asText(resolved.path("description").asText());
                assertThat(sentence).as(name).endsWith(".");
                assertThat(resolved.has("type") || resolved.has("const") || resolved.has("oneOf"))
                        .as(name)
                        .isTrue();
            }
        }
    }

    @Test
    void everyAnswerIsStrict() {
        var asked = document.operations().stream()
                .flatMap(operation -> OperationPart.bodySchemas(operation).stream())
                .map(OpenApi::referenced)
                .collect(Collectors.toSet());
        for (var schema : document.root().at("/components/schemas").properties()) {
            var node = schema.getValue();
            if (!node.path("type").asText().equals("object") || asked.contains(schema.getKey())) {
                continue;
            }
            if (ENVELOPES.contains(schema.getKey())) {
                continue;
            }
            var closed = node.has("allOf") ? "unevaluatedProperties" : "additionalProperties";
            assertThat(node.path(closed).isBoolean()).as(schema.getKey()).isTrue();
            var required = new TreeSet<String>();
            node.path("required").forEach(name -> required.add(name.asText()));
            var fields = new TreeSet<String>();
            node.path("properties").fieldNames().forEachRemaining(fields::add);
            fields.removeAll(OPTIONAL.getOrDefault(schema.getKey(), Set.of()));
            assertThat(required).as(schema.getKey()).isEqualTo(fields);
        }
    }

    @Test
    void everySuccessIsANamedEnvelopeThatRequiresItsData() {
        for (var response : document.root().at("/components/responses").properties()) {
            var schema = response.getValue().at("/content/application~1json/schema");
            if (schema.at("/allOf/0/$ref").asText().endsWith("/Failure")) {
                // Generated clients name the class of this failure after its title.
                assertThat(schema.path("title").asText()).isEqualTo(response.getKey());
                continue;
            }
            if (schema.isMissingNode()) {
                continue;
            }
            assertThat(OpenApi.referenced(schema)).as(response.getKey()).endsWith("Answer");
            var envelope = document.resolve(schema);
            assertThat(ENVELOPES).contains(OpenApi.referenced(envelope.at("/allOf/0")));
            assertThat(envelope.path("required").path(0).asText())
                    .as(response.getKey())
                    .isEqualTo("data");
        }
    }

    @Test
    void everyRequestAndEveryAnswerHasAnExample() {
        for (var operation : document.operations()) {
            operation
                    .node()
                    .at("/requestBody/content")
                    .properties()
                    .forEach(content -> assertThat(content.getValue().has("example")
                                    || content.getValue().has("examples"))
                            .as(operation.id() + " " + content.getKey())
                            .isTrue());
            for (var answer : operation.node().path("responses").properties()) {
                document.resolve(answer.getValue())
                        .path("content")
                        .properties()
                        .forEach(content -> assertThat(content.getValue().has("example")
                                        || content.getValue().has("examples"))
                                .as(operation.id() + " " + answer.getKey())
                                .isTrue());
            }
        }
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
        for (var room : ROOMS) {
            var folder = Path.of("src/main/java/io/tical/server", room);
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
        var written = table("Transitions").stream()
                .map(row -> String.join(" | ", row.subList(0, 4)))
                .toList();
        assertThat(written)
                .containsExactlyElementsOf(PayoutStatus.TABLE.rows().stream()
                        .map(OpenApiDocumentTest::row)
                        .toList());
    }

    @Test
    void theTableOfSettlementTransitionsIsTheOneInTheCode() {
        var written = table("Settlement transitions").stream()
                .map(row -> String.join(" | ", row.subList(0, 4)))
                .toList();
        assertThat(written)
                .containsExactlyElementsOf(SettlementStatus.TABLE.rows().stream()
                        .map(row -> String.join(
                                " | ",
                                row.from().word(),
                                row.trigger().word(),
                                row.to().word(),
                                switch (row.effect()) {
                                    case NONE -> "stays in transit";
                                    case DELIVER -> "in transit → bank and fee";
                                    case RETURN -> "in transit → available";
                                }))
                        .toList());
    }

    @Test
    void theTableOfPayinTransitionsIsTheOneInTheCode() {
        var written = table("Payin transitions").stream()
                .map(row -> String.join(" | ", row.subList(0, 4)))
                .toList();
        assertThat(written)
                .containsExactlyElementsOf(PayinStatus.TABLE.rows().stream()
                        .map(row -> String.join(
                                " | ",
                                row.from().word(),
                                row.trigger().word(),
                                row.to().word(),
                                switch (row.effect()) {
                                    case NONE -> "none";
                                    case CREDIT -> "bank → available and fee";
                                    case HOLD -> "available → held";
                                    case PAY_BACK -> "held and fee → bank";
                                }))
                        .toList());
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

    private static String row(StateTable.Row<PayoutStatus, PayoutStatus.Trigger, PayoutStatus.Effect> transition) {
        return String.join(
                " | ",
                transition.from().word(),
                transition.trigger().word(),
                transition.to().word(),
                money(transition));
    }

    private static String money(StateTable.Row<PayoutStatus, PayoutStatus.Trigger, PayoutStatus.Effect> transition) {
        return switch (transition.effect()) {
            case NONE -> transition.from() == PayoutStatus.PENDING_REVIEW ? "stays held" : "stays in transit";
            case ACTIVATE -> "held → in transit";
            case ACTIVATE_AND_DELIVER -> "held → bank and fee";
            case SETTLE ->
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
    void theStatusesAndWhetherTheyAreFinalAreThoseInTheCode() {
        var listed = new ArrayList<String>();
        document.root().at("/components/schemas/PayoutStatus/enum").forEach(status -> listed.add(status.asText()));
        var rows = table("Payout statuses");
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(PayoutStatus.values()).map(PayoutStatus::word).toList());
        assertThat(rows.stream().map(List::getFirst)).containsExactlyInAnyOrderElementsOf(listed);
        for (var row : rows) {
            var terminal = Word.of(PayoutStatus.class, row.getFirst()).terminal();
            assertThat(row.getLast()).as(row.getFirst()).isEqualTo(terminal ? "yes" : "no");
        }
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

    private static void walk(String pointer, JsonNode node, BiConsumer<String, JsonNode> visitor) {
        visitor.accept(pointer, node);
        if (node.isObject()) {
            node.properties().forEach(member -> walk(pointer + "/" + member.getKey(), member.getValue(), visitor));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(pointer + "/" + i, node.get(i), visitor);
            }
        }
    }
}
