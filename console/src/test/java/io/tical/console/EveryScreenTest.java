package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.Screens.Look;
import io.tical.console.part.ObjectLink;
import io.tical.console.shell.Place;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every screen opens without an item, in each language and theme; with -Dtical.pictures=true it leaves its pictures in target/screens. */
class EveryScreenTest {
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.ADMIN);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void everyScreenOpens(Look look) throws Exception {
        var port = service.tical().ports().admin();
        try (var console = OpenConsole.as(operator, port, "overview", look.remembered())) {
            var switches = new ArrayList<Duration>();
            for (var place : Places.ALL) {
                var began = System.nanoTime();
                console.click("#nav-" + place.id());
                switches.add(Duration.ofNanos(System.nanoTime() - began));
                console.await(() -> !console.isVisible(".progress-indicator"));
                assertThat(console.isVisible(".banner-danger")).as(place.id()).isFalse();
                console.render(look.name("empty", place.id()));
            }
            System.out.printf(
                    Locale.ROOT,
                    "Console: median of a switch to another screen %d ms%n",
                    UiWatch.median(switches).toMillis());
        }
    }

    @Test
    void aTableIsArrangedAsItWasLeftUntilItsLayoutIsReset() throws Exception {
        var port = service.tical().ports().admin();
        Map<String, String> remembered;
        try (var console = OpenConsole.as(operator, port, "slips", Map.of())) {
            assertThat(console.columns()).startsWith("Waiting", "Amount");
            console.dragColumn("Amount");
            console.await(() -> console.columns().getFirst().equals("Amount"));
            move(console, "Move to the right", "Amount");
            assertThat(console.columns()).startsWith("Waiting", "Amount");
            assertThat(moves(console, "Move to the left").getFirst().isDisable())
                    .isTrue();
            move(console, "Move to the left", "Amount");
            assertThat(console.columns()).startsWith("Amount", "Waiting");
            console.fire(console.choices("#columns").stream()
                    .filter(item -> "Merchant".equals(item.getText()))
                    .findFirst()
                    .orElseThrow());
            assertThat(console.columns()).doesNotContain("Merchant");
            console.picture("columns-arranged-light");
            remembered = console.remembered();
        }
        assertThat(remembered).containsKeys("width", "height", "x", "y", "maximized");
        try (var console = OpenConsole.as(operator, port, "slips", remembered)) {
            assertThat(console.columns()).startsWith("Amount", "Waiting").doesNotContain("Merchant");
            console.push(javafx.scene.input.KeyCode.CONTROL, javafx.scene.input.KeyCode.L);
            console.picture("columns-menu-light");
            console.fire(console.choices("#columns").getLast());
            assertThat(console.columns()).startsWith("Waiting", "Amount").contains("Merchant");
        }
    }

    private static List<MenuItem> moves(OpenConsole console, String direction) {
        return console.choices("#columns").stream()
                .filter(item -> direction.equals(item.getText()))
                .map(item -> (Menu) item)
                .findFirst()
                .orElseThrow()
                .getItems();
    }

    private static void move(OpenConsole console, String direction, String column) {
        console.fire(moves(console, direction).stream()
                .filter(item -> column.equals(item.getText()))
                .findFirst()
                .orElseThrow());
    }

    /** By the name of its queue: the place and the filter that a card opens. */
    private static final Map<String, List<String>> QUEUES = Map.ofEntries(
            Map.entry("slips_pending", List.of("slips", "slips.filter.pending")),
            Map.entry("payouts_pending_review", List.of("payouts", "payouts.filter.pending-review")),
            Map.entry("payouts_in_review", List.of("payouts", "payouts.filter.in-review")),
            Map.entry("payouts_manual", List.of("payouts", "payouts.filter.manual")),
            Map.entry("approvals_pending", List.of("approvals", "approvals.filter.pending")),
            Map.entry("settlements_in_review", List.of("settlements", "settlements.filter.in-review")),
            Map.entry("settlements_manual", List.of("settlements", "settlements.filter.manual")),
            Map.entry("deposits_differing", List.of("payins", "payins.filter.differing")),
            Map.entry("suspense_open", List.of("suspense", "suspense.filter.open")),
            Map.entry("bank_entries_in", List.of("bank-entries", "bank-entries.filter.open-in")),
            Map.entry("bank_entries_out", List.of("bank-entries", "bank-entries.filter.open-out")),
            Map.entry("bank_days", List.of("bank-days", "bank-days.filter.open")),
            Map.entry("payments_missing", List.of("payment-proofs", "payment-proofs.filter.missing")),
            Map.entry("payment_files", List.of("payment-files", "payment-files.filter.waiting")),
            Map.entry("lost_open", List.of("lost", "lost.filter.open")),
            Map.entry("customers_pending", List.of("customers", "accounts.filter.pending")),
            Map.entry("organization_accounts_pending", List.of("organization-accounts", "accounts.filter.pending")),
            Map.entry("issues_pending", List.of("tickets", "tickets.filter.live")),
            Map.entry("deliveries_failed", List.of("webhooks", "webhooks.filter.failed")),
            Map.entry("deliveries_suspended", List.of("webhooks", "webhooks.filter.suspended")));

    @Test
    void everyCardOpensTheQueueThatItCountsWhateverWasShownThere() throws Exception {
        assertThat(operator.get("/admin/v1/overview")
                        .expect(200)
                        .data()
                        .get("queues")
                        .findValuesAsText("queue"))
                .containsExactlyInAnyOrderElementsOf(QUEUES.keySet());
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "overview", Map.of())) {
            for (var queue : QUEUES.entrySet()) {
                var place = queue.getValue().getFirst();
                var filter = queue.getValue().getLast();
                console.click("#nav-" + place);
                console.await(() -> console.exists("#filter") && console.isIdle());
                console.interact(() -> {
                    var box = console.robot().lookup("#filter").<ChoiceBox<String>>query();
                    box.setValue(box.getItems().stream()
                            .filter(one -> !one.equals(filter))
                            .findFirst()
                            .orElseThrow());
                });
                console.type("#search", "what was typed there");
                console.click("#nav-overview");
                console.await(() -> console.exists("#queue-" + queue.getKey()));
                console.click("#queue-" + queue.getKey());
                console.await(() -> console.hasState("#nav-" + place, "current"));
                assertThat(console.chosen("#filter")).as(queue.getKey()).isEqualTo(filter);
                assertThat(console.typed("#search")).as(queue.getKey()).isEmpty();
            }
        }
    }

    @Test
    void whatARoleMayNotSeeIsNotOffered() throws Exception {
        var support = service.operator(Operator.Role.SUPPORT);
        try (var console = OpenConsole.as(support, service.tical().ports().admin(), "overview", Map.of())) {
            for (var place : Places.ALL) {
                var permitted = place.permission().equals("read")
                        || List.of("tickets", "callbacks").contains(place.permission());
                assertThat(console.exists("#nav-" + place.id())).as(place.id()).isEqualTo(permitted);
            }
        }
    }

    @Test
    void everyLinkLeadsToAPlace() {
        var types =
                Places.ALL.stream().map(Place::type).filter(Objects::nonNull).collect(Collectors.toSet());
        assertThat(types).isEqualTo(ObjectLink.TYPES);
    }

    @Test
    void theMapOfKeysNamesWhatWorksHere() throws Exception {
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "slips", Map.of())) {
            console.click("#shell-keys");
            assertThat(console.isVisible("#key-help")).isTrue();
            assertThat(console.shows("Next item")).isTrue();
            console.picture("keys-light");
            console.push(javafx.scene.input.KeyCode.ESCAPE);
            assertThat(console.exists("#key-help")).isFalse();
        }
    }

    @Test
    void anythingIsFoundByAPartOfIt() throws Exception {
        var merchant = service.merchant();
        var payin = merchant.payin("find-me-1", 10_000).expect(201).word("id");
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "overview", Map.of())) {
            console.click("#open-search");
            console.type("#search-all", "find-me");
            console.await(() -> console.shows("Nothing was found in live data"));
            console.push(javafx.scene.input.KeyCode.ESCAPE);
            console.showTest();
            console.click("#open-search");
            console.type("#search-all", "find-me");
            console.await(() -> console.shows(payin.substring(0, 8)));
            console.picture("search-light");
        }
    }
}
