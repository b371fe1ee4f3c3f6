package io.tical.console.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.admin.Payouts;
import io.tical.console.OpenConsole;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.merchant.OneChange;
import io.tical.server.merchant.Thresholds;
import io.tical.server.staff.Operator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators review payouts and transfer them by hand, at the keyboard. */
class PayoutDeskTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long FUNDS = 200_000_000;
    private static final String QR = "004100060000010103014022000111222233344ABCD125102TH910417DF";

    private static TestService service;
    private static OperatorClient operator;
    private static OperatorClient colleague;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1"));
        operator = service.operator(Operator.Role.FINANCE);
        colleague = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static OpenConsole console(Map<String, String> remembered) throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), "payouts", remembered);
    }

    /** A live merchant whose payouts are sent by hand, without a review. */
    private static Merchant trusted() {
        var merchant = service.fundedLive(service.merchant(), FUNDS);
        service.tical().organizations().change(merchant.organizationId(), OneChange.thresholds(Thresholds.NONE));
        return merchant;
    }

    /** A live merchant whose payouts to its account are reviewed first. */
    private static Merchant reviewed() {
        return service.fundedLive(service.merchant(), FUNDS);
    }

    /** What stands beside the buttons that copy, from now on and in their order. */
    private static List<String> copied(OpenConsole console) {
        var copied = new CopyOnWriteArrayList<String>();
        console.interact(() -> console.robot().window(0).getScene().addEventFilter(ActionEvent.ACTION, action -> {
            if (action.getTarget() instanceof Node button
                    && button.getStyleClass().contains("copy")) {
                copied.add(
                        ((Labeled) button.getParent().getChildrenUnmodifiable().getFirst()).getText());
            }
        }));
        return copied;
    }

    private static String path(String id) {
        return "/admin/v1/payouts/" + id;
    }

    /** A payout of 7,000.00 THB with this reference, which was transferred by hand and arrived; returns its id. */
    private static String delivered(Merchant merchant, String reference) {
        var id = merchant.payout(reference, 700_000).expect(201).word("id");
        await().atMost(PATIENCE)
                .until(() -> operator.get(path(id))
                        .data()
                        .get("decisions")
                        .toString()
                        .contains("outcome"));
        operator.post(
                        path(id) + "/steps/1/outcome",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"outcome\":\"success\",\"reference\":\"%s\"}",
                                operator.get(path(id)).number("version"),
                                reference))
                .expect(200);
        return id;
    }

    private static void list(OpenConsole console, String filter) {
        console.choose("#filter", filter);
    }

    @Test
    void aPayoutIsTransferredByHandLegByLegWithAReferenceAndASlip() throws Exception {
        var merchant = trusted();
        var id = merchant.payout("rent-1", 100_000_000).expect(201).word("id");
        try (var console = console(Map.of())) {
            list(console, "payouts.filter.manual");
            console.await(() -> console.shows("rent-1") && console.canPress("#decision-payouts-arrived"));
            console.picture("payouts-manual-light");
            var copied = copied(console);
            for (var key : List.of(KeyCode.DIGIT1, KeyCode.DIGIT2, KeyCode.DIGIT3, KeyCode.DIGIT4)) {
                console.push(KeyCode.CONTROL, key);
            }
            assertThat(copied).containsExactly("KBANK", "1234567890", "Somchai Jaidee", "500,000.00 THB");

            console.push(KeyCode.T);
            assertThat(console.isVisible("#pay-to")).isTrue();
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter this.")).isTrue();
            console.type("#input-transfer", "B-2026-1");
            console.picture("payouts-transferred-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("B-2026-1") && console.canPress("#decision-payouts-arrived"));
            assertThat(merchant.payout(id).word("status")).isEqualTo("processing");

            copied.clear();
            console.push(KeyCode.CONTROL, KeyCode.DIGIT4);
            assertThat(copied).containsExactly("500,000.00 THB");
            console.push(KeyCode.T);
            assertThat(console.text("#consequence")).contains("arrived at Somchai Jaidee (KBANK 1234567890)");
            console.type("#input-transfer", QR);
            console.push(KeyCode.ENTER);
            console.await(() -> !console.isVisible("#input-transfer"));
            console.await(() -> merchant.payout(id).word("status").equals("success"));
            assertThat(merchant.payout(id).word("slip_qr_string")).isEqualTo(QR);
            console.await(() -> console.shows("Recorded.") && console.shows("Nothing in “"));
            console.picture("payouts-empty-light");
            list(console, "payouts.filter.all");
            console.await(() -> console.shows("rent-1") && console.isIdle());
            assertThat(Files.readString(console.export(folder)).lines())
                    .filteredOn(line -> line.startsWith(id + ",Live,"))
                    .singleElement()
                    .asString()
                    .contains(",THB,B-2026-1 " + merchant.payout(id).word("slip_qr_ref") + ",");
        }
    }

    @TempDir
    private Path folder;

    /** The list shows what was sent beside what arrived. */
    @Test
    void aPayoutThatArrivedInPartSaysWhatArrived() throws Exception {
        var merchant = trusted();
        var id = merchant.payout("part-1", 388_400).expect(201).word("id");
        try (var console = console(Map.of())) {
            list(console, "payouts.filter.manual");
            console.await(() -> console.shows("part-1") && console.canPress("#decision-payouts-arrived"));
            console.push(KeyCode.T);
            console.type("#input-transfer", "PART-1");
            console.type("#input-transfer_amount", "1,234.00");
            assertThat(console.text("#consequence")).startsWith("Books 1,234.00 THB as arrived at Somchai");
            assertThat(console.text("#difference")).isEqualTo("2,650.00 THB less than the expected 3,884.00 THB.");
            assertThat(console.canPress("#confirm")).isFalse();
            console.focus("#input-override_reason .toggle-button");
            console.push(KeyCode.DIGIT1);
            console.type("#input-note", "the limit of the day");
            console.picture("payouts-part-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("part-1 · 1,234.00 THB: Recorded."));
            list(console, "payouts.filter.all");
            console.await(() -> console.shows("part-1") && console.shows("Of 3,884.00 THB"));
            assertThat(console.shows("1. by hand, 1,234.00 THB")).isTrue();
            assertThat(console.shows("by hand, 3,884.00 THB")).isFalse();
            console.picture("payouts-part-arrived-light");
            assertThat(Files.readString(console.export(folder)).lines())
                    .filteredOn(line -> line.startsWith(id + ",Live,"))
                    .singleElement()
                    .asString()
                    .contains(",part-1,", ",3884.00,1234.00,", ",THB,PART-1,");
        }
        assertThat(merchant.payout(id).word("status")).isEqualTo("partial_success");
    }

    @Test
    void theNextPayoutOpensAtItsTop() throws Exception {
        var merchant = reviewed();
        merchant.payout("top-1", 6_000_000).expect(201);
        merchant.payout("top-2", 6_100_000).expect(201);
        try (var console = console(Map.of("height", "560"))) {
            console.await(
                    () -> console.shows("top-2") && console.canPress("#decision-payouts-reject") && console.isIdle());
            console.push(KeyCode.SPACE);
            assertThat(scrolled(console)).isPositive();
            console.push(KeyCode.J);
            console.await(
                    () -> console.shows("top-1") && console.canPress("#decision-payouts-reject") && console.isIdle());
            console.await(() -> position(console) == 0);
            for (var next = 0; next < 2; next++) {
                console.await(() -> console.canPress("#decision-payouts-reject") && console.isIdle());
                console.push(KeyCode.SPACE);
                console.push(KeyCode.R);
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("Rejected. Nothing was sent") && console.isIdle());
                console.await(() -> position(console) == 0);
            }
        }
    }

    private static double scrolled(OpenConsole console) {
        return OpenConsole.read(() -> position(console));
    }

    /** On the thread of the user interface. */
    private static double position(OpenConsole console) {
        return ((javafx.scene.control.ScrollPane)
                        console.robot().lookup(".item .scroll-pane").query())
                .getVvalue();
    }

    @Test
    void aRejectedPayoutReturnsWhatTheConfirmationSays() throws Exception {
        var merchant = reviewed();
        merchant.payout("review-1", 6_000_000).expect(201);
        var before = merchant.available();
        try (var console = console(Map.of("theme", "DARK", "language", "THAI"))) {
            console.await(() -> console.shows("review-1") && console.canPress("#decision-payouts-reject"));
            console.picture("payouts-review-dark-th");
            console.push(KeyCode.R);
            assertThat(console.text("#consequence")).contains("60,000.00 THB");
            console.push(KeyCode.ENTER);
            console.await(() -> merchant.available() > before);
            assertThat(merchant.available()).isEqualTo(FUNDS);
        }
    }

    @Test
    void aPayoutThatAColleagueWorksOnShowsTheirNameAndOneThatTheyDecidedIsReadAgain() throws Exception {
        var merchant = reviewed();
        var id = merchant.payout("shared-1", 6_000_000).expect(201).word("id");
        colleague.post(path(id) + "/claim").expect(200);
        try (var console = console(Map.of())) {
            console.await(
                    () -> console.shows("shared-1") && console.shows(colleague.username() + " is working on this"));
            assertThat(console.exists("#decision-payouts-approve")).isFalse();
            console.picture("payouts-claimed-light");

            colleague.post(path(id) + "/release").expect(200);
            console.push(KeyCode.F5);
            console.await(() -> console.canPress("#decision-payouts-approve"));
            console.await(() -> operator.get(path(id)).word("claimed_by").equals(operator.username()));

            // Their lease has ended, and a colleague is faster.
            service.sql("DELETE FROM lease WHERE object_id = '" + id + "'");
            console.push(KeyCode.A);
            var version = operator.get(path(id)).number("version");
            colleague
                    .post(path(id) + "/decision", "{\"version\":" + version + ",\"decision\":\"reject\"}")
                    .expect(200);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("This has changed since you opened it."));
            assertThat(console.exists("#decision-payouts-approve")).isFalse();
            console.picture("payouts-changed-light");
            console.push(KeyCode.F5);
            console.await(() -> console.shows("Refunded") || console.shows("Rejected"));
            console.await(() -> merchant.available() == FUNDS);
        }
    }

    @Test
    void aNewPayoutAboveTheOneThatIsShownDoesNotReplaceIt() throws Exception {
        var merchant = reviewed();
        merchant.payout("older", 6_000_000).expect(201);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("older") && console.canPress("#decision-payouts-approve"));
            console.awaitConnected();
            console.push(KeyCode.A);
            merchant.payout("newer", 7_000_000).expect(201);
            console.await(() -> console.shows("70,000.00 THB"));
            assertThat(console.shows("60,000.00 THB")).isTrue();
            assertThat(console.text("#consequence")).startsWith("Sends 60,000.00 THB");
            assertThat(((Payouts.Row) console.selected()).orderRef()).isEqualTo("older");
            console.push(KeyCode.ESCAPE);
            console.push(KeyCode.K);
            console.await(() -> console.shows("newer")
                    && ((Payouts.Row) console.selected()).orderRef().equals("newer"));
        }
        for (var payout : merchant.get("/v1/payouts").expect(200).data()) {
            var id = payout.get("id").asText();
            operator.post(
                    path(id) + "/decision",
                    String.format(
                            Locale.ROOT,
                            "{\"version\":%d,\"decision\":\"reject\"}",
                            operator.get(path(id)).number("version")));
        }
    }

    @Test
    void aDeliveredPayoutIsRevertedAndItsRefundCompleted() throws Exception {
        var merchant = trusted();
        delivered(merchant, "revert-1");
        try (var console = console(Map.of())) {
            list(console, "payouts.filter.all");
            console.await(() -> console.shows("revert-1") && console.canPress("#decision-payouts-refund"));
            console.push(KeyCode.B);
            console.type("#input-reason", "Sent back by the bank");
            console.push(KeyCode.ENTER);
            console.await(() -> console.canPress("#decision-payouts-complete-refund"));
            assertThat(merchant.available()).isLessThan(FUNDS);
            console.push(KeyCode.B);
            assertThat(console.text("#consequence")).startsWith("Returns 7,0").contains("available balance");
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus("#input-reference")).isTrue();
            console.type("#input-reference", "BACK-7");
            console.picture("payouts-refund-light");
            console.push(KeyCode.ENTER);
            console.await(() -> merchant.available() == FUNDS);
            console.await(() -> console.shows("Released from the hold") && console.shows("BACK-7"));
            console.interact(() -> ((javafx.scene.control.ScrollPane)
                            console.robot().lookup(".item .scroll-pane").query())
                    .setVvalue(1));
            console.picture("payouts-timeline-light");
        }
    }

    @Test
    void aFurtherTransferOfADeliveredPayoutIsRecordedWithItsAmount() throws Exception {
        var merchant = trusted();
        var id = delivered(merchant, "twice-1");
        var available = merchant.available();
        try (var console = console(Map.of())) {
            list(console, "payouts.filter.all");
            console.await(() -> console.shows("twice-1") && console.canPress("#decision-payouts-further"));
            console.push(KeyCode.U);
            console.push(KeyCode.DIGIT1);
            assertThat(console.textsOf("#pay-to"))
                    .contains("1234567890", "Somchai Jaidee")
                    .noneMatch(text -> text.contains("THB"));
            console.type("#input-transfer", "TWICE-2");
            console.type("#input-transfer_amount", "0");
            console.click("#confirm");
            assertThat(console.shows("Enter an amount such as")).isTrue();
            assertThat(console.hasFocus("#input-transfer_amount")).isTrue();
            console.picture("payouts-further-light");
            console.type("#input-transfer_amount", "1,000.00");
            assertThat(console.text("#difference")).contains("less than the expected");
            assertThat(console.canPress("#confirm")).isFalse();
            console.type("#input-transfer_amount", "7,000.00");
            console.click("#confirm");
            console.await(() -> console.shows("In addition") && console.shows("2. by hand, 7,000.00 THB"));
            console.picture("payouts-further-recorded-light");
        }
        assertThat(merchant.available()).isEqualTo(available);
        assertThat(service.count("SELECT count(*) FROM suspense WHERE amount = 700000 AND payout_id = '" + id + "'"))
                .isEqualTo(1);
    }

    /** What arrives late may be less than what was sent. */
    @Test
    void aTransferThatArrivedLateIsRecordedWithItsAmount() throws Exception {
        var merchant = trusted();
        var id = merchant.payout("afterwards-1", 100_000_000).expect(201).word("id");
        for (var leg = 1; leg <= 2; leg++) {
            var step = leg;
            await().atMost(PATIENCE)
                    .until(() ->
                            operator.get(path(id)).data().at("/decision_terms").has("outcome:" + step));
            operator.post(
                            path(id) + "/steps/" + leg + "/outcome",
                            String.format(
                                    Locale.ROOT,
                                    "{\"version\":%d,\"outcome\":\"failed\",\"note\":\"x\"}",
                                    operator.get(path(id)).number("version")))
                    .expect(200);
        }
        assertThat(merchant.payout(id).word("status")).isEqualTo("failed");
        try (var console = console(Map.of())) {
            list(console, "payouts.filter.all");
            console.await(() -> console.shows("afterwards-1") && console.canPress("#decision-payouts-late"));
            console.push(KeyCode.L);
            assertThat(console.textsOf("#pay-to"))
                    .contains("KBANK", "1234567890", "Somchai Jaidee")
                    .noneMatch(text -> text.contains("THB"));
            assertThat(console.typed("#input-transfer_amount")).isEmpty();
            console.push(KeyCode.DIGIT2);
            assertThat(console.typed("#input-transfer_amount")).isEqualTo("500,000.00");
            assertThat(console.text("#consequence"))
                    .startsWith("Books 500,000.00 THB")
                    .contains("at Somchai Jaidee (KBANK 1234567890)");
            assertThat(console.text("#difference")).isEqualTo("Exactly the expected amount.");
            assertThat(console.shows("Note for colleagues (optional)")).isTrue();
            console.type("#input-transfer", "LATE-1");
            console.type("#input-transfer_amount", "300,000.00");
            assertThat(console.shows("Note for colleagues (optional)")).isFalse();
            assertThat(console.shows("Note for colleagues")).isTrue();
            assertThat(console.text("#consequence")).startsWith("Books 300,000.00 THB");
            assertThat(console.canPress("#confirm")).isFalse();
            console.focus("#input-override_reason .toggle-button");
            console.push(KeyCode.DIGIT3);
            console.type("#input-note", "the bank sent a part");
            console.picture("payouts-late-light");
            console.click("#confirm");
            console.await(() -> console.shows("afterwards-1 · 300,000.00 THB: Recorded."));
        }
        await().atMost(PATIENCE)
                .until(() -> service.count(
                                "SELECT count(*) FROM suspense WHERE amount = 30000000 AND payout_id = '" + id + "'")
                        == 1);
    }

    @Test
    void theTransferOfAnExpiredPayoutIsAskedFor() throws Exception {
        var merchant = reviewed();
        var id = merchant.payout("late-1", 6_000_000).expect(201).word("id");
        service.makeDue(id);
        await().atMost(PATIENCE)
                .until(() -> operator.get(path(id)).word("status").equals("expired"));
        try (var console = console(Map.of())) {
            list(console, "payouts.filter.all");
            console.await(() -> console.shows("late-1") && console.canPress("#decision-payouts-confirm-late"));
            console.push(KeyCode.C);
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter this.")).isTrue();
            console.type("#input-transfer", "B-2026-9");
            console.picture("payouts-confirm-late-light");
            console.push(KeyCode.ENTER);
            console.await(() -> merchant.payout(id).word("status").equals("success"));
            assertThat(operator.get(path(id)).word("slip_qr_ref")).isEqualTo("B-2026-9");
        }
    }
}
