package io.tical.console.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.console.OpenConsole;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.picture.Pictures;
import io.tical.server.slip.ReadSlips;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.image.ImageView;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator decides on slips at the keyboard, and money moves. */
class SlipReviewTest {
    private static CallbackSink sink;
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        sink = new CallbackSink();
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
        sink.close();
    }

    private static OpenConsole console(Map<String, String> remembered) throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), "slips", remembered);
    }

    /** A payin whose slip was read, and shows what was to be transferred. */
    private static String payin(Merchant merchant, String reference, long amount) {
        var payin = unread(merchant, reference, amount);
        SlipDrawing.read(service, slip(merchant, payin));
        return payin;
    }

    private static String unread(Merchant merchant, String reference, long amount) {
        var payin = merchant.payin(reference, amount).expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        SlipDrawing.awaitReview(service, slip(merchant, payin));
        return payin;
    }

    private static UUID slip(Merchant merchant, String payin) {
        return SlipDrawing.id(service, merchant, true, payin, 1);
    }

    private static long expected(String payin) {
        return operator.get("/admin/v1/payins/" + payin).number("transfer_amount");
    }

    private static boolean isInView(OpenConsole console, String selector) {
        return OpenConsole.read(() -> {
            var node = console.robot().lookup(selector).query();
            var shown = node.localToScene(node.getBoundsInLocal());
            var pane = Stream.<Node>iterate(node, Objects::nonNull, Node::getParent)
                    .filter(ScrollPane.class::isInstance)
                    .findFirst()
                    .orElseThrow();
            return pane.localToScene(pane.getBoundsInLocal()).contains(shown);
        });
    }

    @Test
    void aSlipIsAcceptedWithTwoKeysAndTheNextOneIsShown() throws Exception {
        var merchant = service.live(service.merchant());
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
        var first = payin(merchant, "order-1", 40_000);
        payin(merchant, "order-2", 50_000);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("order-1") && console.canPress("#decision-slips-accept"));
            console.picture("slips-light");
            console.await(() -> width(console) > 0);
            for (var larger : List.of(KeyCode.PLUS, KeyCode.EQUALS, KeyCode.ADD)) {
                var before = width(console);
                console.push(larger);
                assertThat(width(console)).as(larger.getName()).isGreaterThan(before);
                console.push(KeyCode.MINUS);
                assertThat(width(console)).isEqualTo(before);
            }
            console.push(KeyCode.T);
            console.push(KeyCode.F);
            assertThat(console.shows("Expected and found")).isFalse();
            console.picture("slips-picture-light");
            console.push(KeyCode.F);
            assertThat(console.shows("Expected and found")).isTrue();
            console.push(KeyCode.A);
            assertThat(console.text("#consequence")).startsWith("Books 40").contains("for order-1", "after a fee of");
            assertThat(console.text("#difference")).isEqualTo("Exactly the expected amount.");
            console.picture("slips-accept-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("order-2") && console.shows("Accepted."));
            assertThat(console.text(".item .banner-text"))
                    .startsWith("order-1 · 40")
                    .contains("THB: Accepted.");
            console.picture("slips-next-light");

            assertThat(merchant.payin(first).word("status")).isEqualTo("success");
            assertThat(merchant.available()).isEqualTo(merchant.payin(first).number("net_amount"));
            console.await(() -> sink.about(first).size() == 1);
            assertThat(sink.about(first).getFirst().json().at("/event").asText())
                    .isEqualTo("payin.succeeded");

            console.push(KeyCode.R);
            assertThat(console.isVisible(".item .banner")).isFalse();
            console.push(KeyCode.DIGIT6);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("No slip is waiting"));
            console.picture("slips-empty-light");
            console.choose("#filter", "slips.filter.accepted");
            var accepted = slip(merchant, first).toString();
            console.await(() -> console.rows().toString().contains(accepted) && console.isIdle());
            var paid = operator.get("/admin/v1/payins/" + first);
            var reference = operator.get("/admin/v1/slips/" + accepted)
                    .data()
                    .at("/transfer/reference")
                    .asText();
            assertThat(Files.readString(console.export(folder)).lines())
                    .filteredOn(line -> line.startsWith(accepted + ",Live,"))
                    .singleElement()
                    .asString()
                    .containsPattern(String.format(
                            Locale.ROOT,
                            ",%1$.2f,%2$.2f,%3$.2f,THB,%4$s,[^,]+,[0-9]{4}-",
                            paid.number("paid_amount") / 100.0,
                            paid.number("fee_amount") / 100.0,
                            paid.number("net_amount") / 100.0,
                            reference));
        }
    }

    @TempDir
    private Path folder;

    /** Of the picture as it is shown, in pixels. */
    private static double width(OpenConsole console) {
        return OpenConsole.read(() -> Math.round(console.robot()
                .lookup(".picture .image-view")
                .<ImageView>query()
                .getFitWidth()));
    }

    @Test
    void theNextSlipOpensAtItsTop() throws Exception {
        var merchant = service.live(service.merchant());
        payin(merchant, "top-1", 40_000);
        payin(merchant, "top-2", 50_000);
        try (var console = console(Map.of("height", "600"))) {
            console.await(() -> console.shows("top-1") && console.canPress("#decision-slips-accept"));
            console.push(KeyCode.SPACE);
            console.push(KeyCode.SPACE);
            console.await(() -> !isInView(console, ".evidence .amount"));
            console.push(KeyCode.R);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("top-2") && console.shows("top-1 · ") && console.isIdle());
            assertThat(isInView(console, ".evidence .amount")).isTrue();
            console.push(KeyCode.SPACE);
            console.await(() -> !isInView(console, ".evidence .amount"));
            console.push(KeyCode.R);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("No slip is waiting"));
        }
    }

    private static boolean isRed(OpenConsole console, String sentence) {
        return OpenConsole.read(() -> console.robot()
                .lookup(sentence)
                .query()
                .getParent()
                .getStyleClass()
                .contains("remark-danger"));
    }

    /** The decimal point was left out. */
    @Test
    void aTypedAmountIsSaidBeforeItIsBookedAndOneThatDiffersWidelyIsDecidedByTwo() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = payin(merchant, "typed-1", 68_805);
        var expected = expected(payin);
        var typed = String.format(Locale.ROOT, "%,d", expected);
        var times = "— 100 times";
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("typed-1") && console.canPress("#decision-slips-accept"));
            console.push(KeyCode.A);
            console.type("#input-paid_amount", typed);
            assertThat(console.text("#consequence")).startsWith("Books " + typed + ".00 THB: ");
            assertThat(console.text("#difference")).contains("THB more than expected", times);
            assertThat(isRed(console, "#difference")).isTrue();
            assertThat(console.canPress("#confirm")).isFalse();
            assertThat(console.text("#confirm")).startsWith("Ask for approval");
            console.picture("slips-typed-light");
            console.push(KeyCode.ENTER);
            assertThat(console.isVisible("#confirm")).isTrue();
            assertThat(merchant.payin(payin).word("status")).isNotEqualTo("success");

            console.type("#input-paid_amount", "12,34");
            assertThat(console.isVisible("#difference")).isFalse();
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter an amount such as 1,500.00.")).isTrue();

            console.type("#input-paid_amount", typed);
            console.focus("#input-override_reason .toggle-button");
            console.push(KeyCode.DIGIT1);
            assertThat(console.hasFocus("#input-note")).isTrue();
            console.type("#input-note", "the statement has this amount");
            assertThat(console.canPress("#confirm")).isTrue();
            console.picture("slips-typed-explained-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("typed-1 · " + typed + ".00 THB: Nothing has moved yet"));
            console.awaitConnected();
            console.await(() -> console.isVisible("#waiting-decision"));
            console.picture("slips-waiting-light");
            assertThat(merchant.available()).isZero();

            var colleague = service.operator(Operator.Role.FINANCE);
            var approval = operator.get("/admin/v1/slips/" + slip(merchant, payin))
                    .data()
                    .at("/approval/id")
                    .asText();
            colleague.post("/admin/v1/approvals/" + approval + "/approve").expect(200);
            console.await(() -> console.shows(colleague.username() + " approved it, and it was carried out."));
            assertThat(console.shows("Nothing has moved yet")).isFalse();
            console.picture("slips-approved-light");
        }
        assertThat(merchant.payin(payin).number("paid_amount")).isEqualTo(expected * 100);
    }

    @Test
    void aSlipThatWasPaidToAStrangerIsRejectedWithTwoKeysAndAcceptedOnlyWithAReasonAndAColleague() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = unread(merchant, "stranger-1", 70_000);
        SlipDrawing.read(service, slip(merchant, payin), expected(payin), "THB", "0201234567");
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("stranger-1") && console.canPress("#decision-slips-reject"));
            assertThat(OpenConsole.read(() -> console.robot()
                            .lookup("#decision-slips-reject")
                            .query()
                            .getStyleClass()
                            .contains("accent")))
                    .isTrue();
            console.picture("slips-differs-light");
            console.push(KeyCode.A);
            assertThat(console.isVisible("#differences")).isTrue();
            assertThat(console.shows("you override Receiver.")).isTrue();
            assertThat(console.text("#confirm")).startsWith("Ask for approval");
            assertThat(console.canPress("#confirm")).isFalse();
            console.picture("slips-differs-accept-light");
            console.push(KeyCode.ENTER);
            assertThat(console.isVisible("#confirm")).isTrue();
            console.push(KeyCode.ESCAPE);

            console.push(KeyCode.R);
            console.picture("slips-differs-reject-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Rejected."));
        }
        assertThat(operator.get("/admin/v1/slips/" + slip(merchant, payin))
                        .data()
                        .at("/decision/reason")
                        .asText())
                .isEqualTo("wrong_receiver");
        assertThat(merchant.payin(payin).word("status")).isNotEqualTo("success");
    }

    /** Rejects the slip with the reason that is chosen already. */
    private static void reject(
            OpenConsole console, Merchant merchant, String payin, String reason, String consequence, String done) {
        var reference = merchant.payin(payin).word("order_ref");
        console.await(() -> console.shows(reference) && console.canPress("#decision-slips-reject") && console.isIdle());
        console.push(KeyCode.R);
        assertThat(console.text("#consequence")).isEqualTo(consequence);
        console.push(KeyCode.ENTER);
        console.await(() -> console.shows(done));
        assertThat(operator.get("/admin/v1/slips/" + slip(merchant, payin))
                        .data()
                        .at("/decision/reason")
                        .asText())
                .isEqualTo(reason);
    }

    @Test
    void aRejectionHasTheReasonThatFitsAndSaysWhatThePayerCanDo() throws Exception {
        var merchant = service.live(service.merchant());
        var name = operator.get("/admin/v1/organizations/" + merchant.organizationId())
                .word("name");
        var other = unread(merchant, "amount-1", 40_000);
        SlipDrawing.read(service, slip(merchant, other), expected(other) + 100, "THB", null);
        var forged = unread(merchant, "genuine-1", 50_000);
        service.asService(
                "slip",
                "UPDATE slip SET verdict = '{\"outcome\":\"rejected\",\"verifier\":\"slipok\",\"why\":\"not_found\",\"facts\":null,"
                        + "\"asked_at\":1760000060}' WHERE slip_id = '" + slip(merchant, forged) + "'");
        service.expire(forged);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> merchant.payin(forged).word("status").equals("expired"));
        try (var console = console(Map.of())) {
            reject(
                    console,
                    merchant,
                    other,
                    "wrong_amount",
                    "The payin amount-1 of " + name + " stays open for another slip. No money moves.",
                    "Rejected. The payer can send another slip.");
            reject(
                    console,
                    merchant,
                    forged,
                    "not_a_slip",
                    "The payin genuine-1 of " + name
                            + " has expired, and its payer can still send another slip. No money moves.",
                    "Rejected. The payin has expired, and its payer can still send another slip.");
        }
    }

    /** What was expected is never shown as if it had been found. */
    @Test
    void theCardOfTheTransferHasNothingThatWasOnlyExpected() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = merchant.payin("card-1", 60_000).expect(201).word("id");
        merchant.slip(payin, Pictures.jpeg(Pictures.photo(700, 900, 4, 1), 0.8)).expect(200);
        SlipDrawing.awaitReview(service, slip(merchant, payin));
        var receiver = operator.get("/admin/v1/slips/" + slip(merchant, payin))
                .data()
                .at("/expected/receiver/account_no")
                .asText();
        assertThat(receiver).isNotEmpty();
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("card-1") && console.canPress("#decision-slips-accept"));
            assertThat(console.section("Transfer, as found"))
                    .anyMatch(text -> text.startsWith("Nothing was read of the transfer."))
                    .noneMatch(text -> digits(text).contains(digits(receiver)));
            assertThat(console.section("Payin, as expected"))
                    .anyMatch(text -> digits(text).contains(digits(receiver)));
        }
        reject(operator, slip(merchant, payin));
    }

    private static String digits(String text) {
        return text.replaceAll("[^0-9]", "");
    }

    @Test
    void aSlipThatNobodyReadIsAcceptedWithItsAmountBankAndReferenceAlone() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = unread(merchant, "unread-1", 80_000);
        try (var console = console(Map.of("language", "THAI", "theme", "DARK"))) {
            console.await(() -> console.shows("unread-1") && console.canPress("#decision-slips-accept"));
            console.push(KeyCode.A);
            assertThat(console.typed("#input-paid_amount")).isEmpty();
            var reference = console.typed("#input-reference");
            assertThat(reference).isNotEmpty();
            console.picture("slips-unread-thai-dark");
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus("#input-paid_amount")).isTrue();
            console.type("#input-reference", " ");
            console.type("#input-paid_amount", amount(expected(payin)));
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus("#input-reference")).isTrue();
            assertThat(merchant.payin(payin).word("status")).isNotEqualTo("success");
            console.type("#input-reference", reference);
            console.push(KeyCode.ENTER);
            console.await(() -> merchant.payin(payin).word("status").equals("success"));
        }
    }

    /** The service checks the reference that is typed, and says what failed when the decision is sent. */
    @Test
    void aTypedReferenceThatPaidUnderAnotherBankIsAskedAbout() throws Exception {
        var merchant = service.live(service.merchant());
        var first = uncoded(merchant, "typed-reference-1", 81_000);
        var path = "/admin/v1/slips/" + slip(merchant, first);
        var fields = ReadSlips.fields(operator.get(path).expect(200).data(), expected(first));
        fields.put("reference", "TWICE81000");
        fields.put("sending_bank", "KBANK");
        operator.post(path + "/accept", Json.text(fields)).expect(200);
        var payin = uncoded(merchant, "typed-reference-2", 82_000);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("typed-reference-2") && console.canPress("#decision-slips-accept"));
            console.push(KeyCode.A);
            console.type("#input-paid_amount", amount(expected(payin)));
            console.type("#input-reference", "TWICE81000");
            console.type("#input-sending_bank", "SCB");
            assertThat(console.isVisible("#why-reason")).isFalse();
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible("#why-reason") && !console.canPress("#confirm"));
            assertThat(console.text("#why-reason")).contains("a reference that has paid before");
            console.picture("slips-typed-reference-light");

            console.type("#input-reference", "TWICE81001");
            assertThat(console.isVisible("#why-reason")).isFalse();
            assertThat(console.canPress("#confirm")).isTrue();
            console.type("#input-reference", "TWICE81000");
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible("#why-reason") && !console.canPress("#confirm"));
            console.focus("#input-override_reason .toggle-button");
            console.push(KeyCode.DIGIT1);
            console.type("#input-note", "two banks use this number");
            console.push(KeyCode.ENTER);
            console.await(() -> merchant.payin(payin).word("status").equals("success"));
        }
    }

    /** A payin whose slip has no code, and which nobody read. */
    private static String uncoded(Merchant merchant, String reference, long amount) {
        var payin = merchant.payin(reference, amount).expect(201).word("id");
        merchant.slip(payin, Pictures.jpeg(Pictures.photo(700, 900, 4, amount), 0.8))
                .expect(200);
        SlipDrawing.awaitReview(service, slip(merchant, payin));
        return payin;
    }

    private static String amount(long minor) {
        return String.format(Locale.ROOT, "%,.2f", minor / 100.0);
    }

    @Test
    void whoOpensASlipThatAColleagueWorksOnSeesTheNameAndNoDecision() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = payin(merchant, "order-3", 60_000);
        var colleague = service.operator(Operator.Role.FINANCE);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        colleague.post("/admin/v1/slips/" + slip + "/claim", "").expect(200);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows(colleague.username() + " is working on this"));
            assertThat(console.columns()).contains("With");
            assertThat(console.cells("queue.column.claimed")).containsExactly(colleague.username());
            assertThat(console.cells("queue.column.organization").toString()).doesNotContain(colleague.username());
            assertThat(console.exists("#decision-slips-accept")).isFalse();
            console.picture("slips-claimed-light");
        }
        reject(colleague, slip);
    }

    @Test
    void aSlipThatChangedMustBeLookedAtAgain() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = payin(merchant, "order-4", 70_000);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("order-4") && console.canPress("#decision-slips-reject"));
            console.push(KeyCode.R);
            operator.post(
                            "/admin/v1/slips/" + slip + "/reject",
                            String.format(Locale.ROOT, "{\"version\":%d,\"reason\":\"other\"}", version(slip)))
                    .expect(200);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("has changed since you opened it")
                    || console.shows("No decision is possible on this item"));
        }
    }

    /** The verifiers report baht. */
    @Test
    void theAmountOfASlipInAnotherCurrencyIsEnteredByTheOperator() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = merchant.post("/v1/payins", """
                {"order_ref":"order-5","amount":100000,"currency":"USD"}""").expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        SlipDrawing.awaitReview(service, slip);
        SlipDrawing.verified(service, slip, 3_500_000, "THB");
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("order-5") && console.canPress("#decision-slips-accept"));
            assertThat(console.shows("3500000 THB")).isFalse();
            console.push(KeyCode.A);
            assertThat(console.text("#consequence"))
                    .contains("The slip shows", "35,000.00", "the payin is in USD", "for order-5");
            assertThat(console.typed("#input-paid_amount")).isEmpty();
            console.type("#input-paid_amount", "1,000.00");
            console.focus("#input-override_reason .toggle-button");
            console.push(KeyCode.DIGIT1);
            console.type("#input-note", "credited in USD");
            console.picture("slips-foreign-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Accepted."));
        }
        assertThat(merchant.payin(payin).number("paid_amount")).isEqualTo(100_000);
    }

    private static long version(UUID slip) {
        return operator.get("/admin/v1/slips/" + slip).expect(200).number("version");
    }

    private static void reject(OperatorClient by, UUID slip) {
        by.post(
                        "/admin/v1/slips/" + slip + "/reject",
                        String.format(Locale.ROOT, "{\"version\":%d,\"reason\":\"other\"}", version(slip)))
                .expect(200);
    }
}
