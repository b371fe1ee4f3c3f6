package io.tical.server.interorg;

import static io.tical.server.interorg.TransferPair.TREE;
import static io.tical.server.interorg.TransferPair.body;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.merchant.ApiKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merchants send money to other organizations: {@code /v1/organization-transfers}. */
class OrganizationTransferTest extends AuditedService {
    private Merchant sender;
    private Merchant receiver;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        sender = service.merchant().funded("THB", 1_000_000);
        receiver = service.merchant();
    }

    private String code(Merchant merchant) {
        return TransferPair.code(service, merchant);
    }

    private String name(Merchant merchant) {
        return service.tical().organizations().read(merchant.organizationId()).name();
    }

    private Reply send(Merchant from, Merchant to, long amount, String reference) {
        return TransferPair.send(service, from, to, amount, reference);
    }

    private static String unique() {
        return Ids.next().toString();
    }

    private Merchant withScope(Merchant merchant, String scope) {
        var key = new ApiKeys.NewKey(false, "scoped", Set.of(Scope.of(scope).orElseThrow()), null);
        return new Merchant(
                service.port(),
                service.tical().apiKeys().create(merchant.organizationId(), key).secret(),
                merchant.organizationId());
    }

    private static List<String> ids(Merchant merchant, String query) {
        return merchant.get(TREE + query)
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("id").asText())
                .toList();
    }

    @Test
    void theReceiverHasTheMoneyAtOnceAndEachSideSeesItsOwnView() {
        var from = service.merchant().funded("THB", 5_000);
        var to = service.merchant();
        var sent = from.post(TREE, """
                {"target_code":" %s ","currency_code":"THB","amount":1500,"merchant_ref_id":"share","notes":"Share of March"}""".formatted(code(to).toLowerCase(Locale.ROOT)))
                .expect(201);
        assertThat(sent.word("status")).isEqualTo("success");
        assertThat(sent.word("direction")).isEqualTo("outgoing");
        assertThat(sent.word("counterparty_name")).isEqualTo(name(to));
        assertThat(sent.word("counterparty_code")).isEqualTo(code(to));
        assertThat(sent.word("merchant_ref_id")).isEqualTo("share");
        assertThat(sent.word("currency_code")).isEqualTo("THB");
        assertThat(sent.number("amount")).isEqualTo(1_500);
        assertThat(sent.number("finalized_at")).isEqualTo(sent.number("created_at"));
        assertThat(from.balance("THB").get("total").asLong()).isEqualTo(3_500);
        assertThat(to.balance("THB").get("available").asLong()).isEqualTo(1_500);

        var id = sent.word("id");
        assertThat(from.get(TREE + "/" + id).expect(200).data()).isEqualTo(sent.data());
        var received = to.get(TREE + "/" + id).expect(200);
        assertThat(received.word("direction")).isEqualTo("incoming");
        assertThat(received.word("counterparty_name")).isEqualTo(name(from));
        assertThat(received.word("counterparty_code")).isEqualTo(code(from));
        assertThat(received.word("notes")).isEqualTo("Share of March");
        assertThat(received.data().get("merchant_ref_id").isNull()).isTrue();
        assertThat(to.payout("spent", 1_500).expect(201).word("status")).isEqualTo("processing");
    }

    @Test
    void theTimelineOfEachSideHasItsOwnPosting() {
        var sent = send(sender, receiver, 100, unique()).expect(201);
        var path = TREE + "/" + sent.word("id") + "/timeline";
        var outgoing = sender.get(path).expect(200).data();
        var incoming = receiver.get(path).expect(200).data();
        assertThat(outgoing)
                .extracting(item -> item.get("title").asText())
                .containsExactly("created", "organization_transfer_out");
        assertThat(incoming)
                .extracting(item -> item.get("title").asText())
                .containsExactly("created", "organization_transfer_in");
        assertThat(outgoing.get(0).get("request_id").asText()).isNotEmpty();
        assertThat(incoming.get(0).get("request_id").isNull()).isTrue();
    }

    @Test
    void aCodeShowsItsOrganizationAndCurrencies() {
        var target = sender.get(TREE + "/targets/by-code?code=" + code(receiver).toLowerCase(Locale.ROOT))
                .expect(200);
        assertThat(target.word("organization_id"))
                .isEqualTo(receiver.organizationId().toString());
        assertThat(target.word("name")).isEqualTo(name(receiver));
        assertThat(target.word("code")).isEqualTo(code(receiver));
        assertThat(target.data().get("currencies"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("THB", "USD", "VND", "IDR", "JPY");
    }

    @Test
    void anUnknownCodeAndYourOwnAreRefused() {
        var path = TREE + "/targets/by-code";
        sender.get(path).expect(400, "VALIDATION_FAILED");
        sender.get(path + "?code=").expect(400, "VALIDATION_FAILED");
        sender.get(path + "?code=ABC").expect(400, "VALIDATION_FAILED");
        sender.get(path + "?code=" + receiver.organizationId()).expect(400, "VALIDATION_FAILED");
        sender.get(path + "?code=22222%2022222").expect(400, "VALIDATION_FAILED");
        for (var unknown : List.of("2222222222", "ABCDEFGHIJ", "0123456789", "o1o1o1o1o1")) {
            sender.get(path + "?code=" + unknown).expect(404, "TRANSFER_TARGET_NOT_FOUND");
        }
        sender.get(path + "?code=" + code(sender)).expect(422, "TRANSFER_TARGET_OWN");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    target_code     | null          | 400 | VALIDATION_FAILED
                    target_code     | "ABC"         | 400 | VALIDATION_FAILED
                    target_code     | 5             | 400 | VALIDATION_FAILED
                    target_code     | "2222222222"  | 422 | TRANSFER_TARGET_NOT_FOUND
                    target_code     | "0123456789"  | 422 | TRANSFER_TARGET_NOT_FOUND
                    target_code     | "OWN"         | 422 | TRANSFER_TARGET_OWN
                    currency_code   | null          | 400 | VALIDATION_FAILED
                    currency_code   | "KRW"         | 400 | CURRENCY_UNSUPPORTED
                    currency_code   | "USDT"        | 400 | CURRENCY_UNSUPPORTED
                    currency_code   | "thb"         | 400 | CURRENCY_UNSUPPORTED
                    amount          | null          | 400 | VALIDATION_FAILED
                    amount          | 1.5           | 400 | VALIDATION_FAILED
                    amount          | "100"         | 400 | VALIDATION_FAILED
                    amount          | 0             | 400 | AMOUNT_INVALID
                    amount          | -5            | 400 | AMOUNT_INVALID
                    amount          | 9007199254740992 | 400 | VALIDATION_FAILED
                    amount          | 9007199254740991 | 422 | INSUFFICIENT_BALANCE
                    merchant_ref_id | null          | 400 | VALIDATION_FAILED
                    merchant_ref_id | " "           | 400 | VALIDATION_FAILED
                    merchant_ref_id | "LONG"        | 400 | VALIDATION_FAILED
                    merchant_ref_id | "\\u0000"     | 400 | VALIDATION_FAILED
                    notes           | "LONG"        | 400 | VALIDATION_FAILED
                    notes           | "a\\u0001"    | 400 | VALIDATION_FAILED
                    notes           | 5             | 400 | VALIDATION_FAILED
                    """)
    void aWrongFieldIsRefusedAndMovesNothing(String field, String value, int status, String code) {
        var before = sender.available();
        var fields = new LinkedHashMap<String, String>();
        fields.put("target_code", "\"" + code(receiver) + "\"");
        fields.put("currency_code", "\"THB\"");
        fields.put("amount", "100");
        fields.put("merchant_ref_id", "\"" + unique() + "\"");
        fields.put(field, value.replace("OWN", code(sender)).replace("LONG", "x".repeat(256)));
        var json = new ArrayList<String>();
        fields.forEach((name, text) -> json.add("\"" + name + "\":" + text));
        sender.post(TREE, "{" + String.join(",", json) + "}").expect(status, code);
        assertThat(sender.available()).isEqualTo(before);
    }

    @Test
    void anAmountThatIsNoMultipleOfTheUnitStepIsRefused() {
        sender.post(TREE, body(code(receiver), "VND", 1_500, unique())).expect(400, "AMOUNT_NOT_DIVISIBLE");
        sender.post(TREE, body(code(receiver), "VND", 2_000, unique())).expect(422, "INSUFFICIENT_BALANCE");
    }

    @Test
    void refusedTransfersLeaveTheReceiverNoWallet() {
        var from = service.merchant();
        var to = service.merchant();
        from.post(TREE, body(code(to), "USD", 100, unique())).expect(422, "INSUFFICIENT_BALANCE");
        assertThat(to.get("/v1/balance").expect(200).data())
                .extracting(item -> item.get("currency").asText())
                .containsExactly("THB");
    }

    @Test
    void aReferenceIsUsedOnceForTransfersAndRefusedBeforeTheBalance() {
        var from = service.merchant().funded("THB", 1_000);
        var other = service.merchant();
        send(from, receiver, 1_000, "once").expect(201);
        send(from, receiver, 5_000, "once").expect(409, "RESOURCE_EXISTS");
        send(from, other, 1, "once").expect(409, "RESOURCE_EXISTS");
        send(from, receiver, 1, "twice").expect(422, "INSUFFICIENT_BALANCE");
        from.funded("THB", 5_000);
        // A refused one was not used, and payouts have references of their own.
        send(from, receiver, 1, "twice").expect(201);
        from.payout("once", 1_000).expect(201);
        // Nor does the sender's reference take one of the receiver.
        receiver.funded("THB", 100);
        send(receiver, from, 100, "once").expect(201);
    }

    @Test
    void theSameKeyGetsTheSameAnswerAndMovesTheMoneyOnce() {
        var from = service.merchant().funded("THB", 1_000);
        var to = service.merchant();
        var body = body(code(to), "THB", 700, "replayed");
        var first = from.post(TREE, body, "a-key").expect(201);
        var again = from.post(TREE, body, "a-key").expect(201);
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        from.post(TREE, body(code(to), "THB", 600, "replayed"), "a-key").expect(409, "IDEMPOTENCY_KEY_REUSED");
        assertThat(from.available()).isEqualTo(300);
        assertThat(to.available()).isEqualTo(700);
    }

    @Test
    void testMoneyGoesToTestWalletsAndLiveMoneyToLiveOnes() {
        var from = service.merchant().funded("THB", 1_000);
        var to = service.merchant();
        var live = service.fundedLive(from, 2_000);
        var liveTo = service.live(to);
        var inTest = send(from, to, 400, "either").expect(201).word("id");
        var inLive = send(live, to, 900, "either").expect(201);
        assertThat(inLive.data().get("livemode").asBoolean()).isTrue();
        assertThat(to.available()).isEqualTo(400);
        assertThat(liveTo.available()).isEqualTo(900);
        assertThat(live.available()).isEqualTo(1_100);
        var hidden = live.get(TREE + "/" + inTest);
        hidden.expect(404, "ORGANIZATION_TRANSFER_NOT_FOUND");
        assertThat(hidden.json().path("error").asText()).contains("in the live environment; check the id");
        liveTo.get(TREE + "/" + inTest + "/timeline").expect(404, "ORGANIZATION_TRANSFER_NOT_FOUND");
        assertThat(ids(liveTo, "")).containsExactly(inLive.word("id"));
    }

    @Test
    void onlyTheTwoOrganizationsSeeATransfer() {
        var stranger = service.merchant();
        var sent = send(sender, receiver, 100, unique()).expect(201).word("id");
        stranger.get(TREE + "/" + sent).expect(404, "ORGANIZATION_TRANSFER_NOT_FOUND");
        stranger.get(TREE + "/" + Ids.next()).expect(404, "ORGANIZATION_TRANSFER_NOT_FOUND");
        stranger.get(TREE + "/no-id").expect(404, "ORGANIZATION_TRANSFER_NOT_FOUND");
        assertThat(ids(stranger, "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"transfers:read", "transfers:write", "balance:read"})
    void aKeyNeedsTheScope(String scope) {
        var key = withScope(sender, scope);
        var reads = scope.equals("transfers:read") ? 200 : 403;
        for (var path : List.of("", "/targets/by-code?code=" + code(receiver))) {
            key.get(TREE + path).expect(reads);
        }
        for (var path : List.of("/" + Ids.next(), "/" + Ids.next() + "/timeline")) {
            key.get(TREE + path).expect(reads == 200 ? 404 : 403);
        }
        send(key, receiver, 100, unique()).expect(scope.equals("transfers:write") ? 201 : 403);
    }

    @Test
    void theListHasBothDirectionsAndItsFilters() {
        var one = service.merchant().funded("THB", 10_000).funded("USD", 10_000);
        var two = service.merchant();
        var sent = new ArrayList<String>();
        for (int number = 0; number < 3; number++) {
            sent.addFirst(send(one, two, 100, "out-" + number).expect(201).word("id"));
        }
        var dollars = one.post(TREE, body(code(two), "USD", 500, "dollars"))
                .expect(201)
                .word("id");
        var back = send(two, one, 50, "back").expect(201).word("id");
        assertThat(ids(one, "")).containsExactly(back, dollars, sent.get(0), sent.get(1), sent.get(2));
        assertThat(ids(two, "")).isEqualTo(ids(one, ""));
        assertThat(ids(one, "?direction=incoming")).containsExactly(back);
        assertThat(ids(two, "?direction=outgoing")).containsExactly(back);
        assertThat(ids(one, "?direction=outgoing&currency=thb")).isEqualTo(sent);
        assertThat(ids(one, "?currency=THB")).hasSize(4).startsWith(back, sent.getFirst());
        assertThat(ids(one, "?currency=USD")).containsExactly(dollars);
        assertThat(ids(one, "?currency=XXX")).isEmpty();
        assertThat(ids(one, "?merchant_ref_id=out-1")).containsExactly(sent.get(1));
        assertThat(ids(one, "?merchant_ref_id=out-1&currency=USD")).isEmpty();
        assertThat(ids(one, "?merchant_ref_id=out-1&direction=incoming")).isEmpty();
        assertThat(ids(two, "?merchant_ref_id=out-1")).isEmpty();
        one.get(TREE + "?direction=sideways").expect(400, "VALIDATION_FAILED");
        one.get(TREE + "?limit=0").expect(400, "LIMIT_INVALID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&direction=outgoing", "&currency=THB"})
    void aListIsReadPageByPage(String filter) {
        var one = service.merchant().funded("THB", 10_000);
        var sent = new ArrayList<String>();
        for (int number = 0; number < 5; number++) {
            sent.addFirst(send(one, receiver, 100, "out-" + number).expect(201).word("id"));
        }
        var first = one.get(TREE + "?limit=2" + filter).expect(200);
        var read = new ArrayList<String>();
        for (var page = first; page != null; ) {
            page.data().forEach(item -> read.add(item.get("id").asText()));
            var cursor = page.json().get("meta").path("next_cursor");
            page = cursor.isMissingNode()
                    ? null
                    : one.get(TREE + "?limit=2" + filter + "&cursor=" + cursor.asText())
                            .expect(200);
        }
        assertThat(read).isEqualTo(sent);
        assertThat(ids(one, "?limit=2&offset=3" + filter)).isEqualTo(sent.subList(3, 5));
        var cursor = first.json().get("meta").get("next_cursor").asText();
        one.get(TREE + "?direction=incoming&cursor=" + cursor).expect(400, "CURSOR_INVALID");
    }

    @Test
    void ofManyConcurrentRequestsWithOneReferenceOneMovesMoney() throws Exception {
        var from = service.merchant().funded("THB", 10_000);
        var to = service.merchant();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Callable<Integer>>();
            for (int number = 0; number < 16; number++) {
                calls.add(() -> send(from, to, 100, "raced").status());
            }
            var statuses = new ArrayList<Integer>();
            for (var call : threads.invokeAll(calls)) {
                statuses.add(call.get());
            }
            assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
            assertThat(statuses).filteredOn(status -> status == 409).hasSize(15);
        }
        assertThat(to.available()).isEqualTo(100);
    }

    @Test
    void aBalanceIsNeverSpentTwice() throws Exception {
        var from = service.merchant().funded("THB", 1_000);
        var to = service.merchant();
        from.account();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Callable<Reply>>();
            for (int number = 0; number < 24; number++) {
                var reference = "spend-" + number;
                calls.add(number % 2 == 0 ? () -> send(from, to, 100, reference) : () -> from.payout(reference, 100));
            }
            var accepted = 0;
            for (var call : threads.invokeAll(calls)) {
                accepted += call.get().status() == 201 ? 1 : 0;
            }
            assertThat(accepted).isEqualTo(10);
        }
        assertThat(from.available()).isZero();
    }
}
