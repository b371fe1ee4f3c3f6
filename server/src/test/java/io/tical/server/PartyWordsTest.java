package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.DescribedFields.Field;
import io.tical.server.merchant.Fee;
import io.tical.server.merchant.FeeRule;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.merchant.OneChange;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Every field whose description names the payer, the payee, a sender or a receiver, or says what it is the same as, has that in real answers:
 * payins, payouts, settlements, transfers, deposits, matches and verified slips are made, and each such field of what is answered and
 * called back is compared with who that was. A field that is new needs a rule here.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartyWordsTest {
    private static final Pattern PARTY =
            Pattern.compile("(?i)\\b(payer|payee|sender|receivers?|sending bank|who pays|receiving account"
                    + "|destination|receives?|received|sent the money|from which it was sent)\\b");
    private static final Pattern SAME = Pattern.compile("(?i)\\bthe same as\\b");

    /** What names a party in passing: the addresses of its pages, and words that are always the same. */
    private static final Set<String> OF_NO_PARTY = Set.of(
            "CryptoDeposit.deposit_page_url",
            "GuidePayin.deposit_page_url",
            "ConsentItem.title",
            "TimelineMatch.match");

    private static final long PAYIN = 50_000;
    private static final long PAYOUT = 70_000;
    private static final String BACK = "https://shop.example/back";
    private static final String QR = "0041000600000101030040220013071152533APM077365102TH91048134";

    private final OpenApiContract contract = OpenApiContract.merchants();
    private final DescribedFields described =
            new DescribedFields(contract.document().root());
    private final CallbackSink sink = new CallbackSink();
    private final Map<String, Set<String>> facts = new HashMap<>();
    private final List<Recorded> recorded = new ArrayList<>();

    private TestService service;
    private Merchant shop;
    private Merchant other;

    /** @param asked who asked for it */
    private record Recorded(Merchant asked, JsonNode schema, JsonNode body) {}

    /** @param truth of a field whose value is not null */
    private record Rule(Pattern words, Predicate<Field> truth) {
        static Rule of(String words, Predicate<Field> truth) {
            return new Rule(Pattern.compile(words), truth);
        }
    }

    @BeforeAll
    void makeEverythingThatHasTwoSides() throws Exception {
        service = TestService.start(Map.of(
                "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                "TICAL_SANDBOX_DISPATCH_SECONDS", "300",
                "TICAL_TRC20_CONFIRMATIONS", "2",
                "TICAL_SLIP_VERIFIER", "simulator"));
        shop = service.merchant().funded("THB", 1_000_000);
        other = service.merchant();
        service.fee(shop, "THB", 10, 500);
        service.payinFee(shop, "THB", 10, 500);
        service.tical()
                .organizations()
                .change(
                        shop.organizationId(),
                        OneChange.fee(new FeeRule(false, "THB", FeeType.SETTLEMENT, new Fee(10, 500))));
        for (var kind : Kind.values()) {
            service.tical().callbackEndpoints().save(shop.organizationId(), kind, sink.url(), Form.AUTO);
        }
        var accounts = service.operator(Operator.Role.FINANCE)
                .get("/admin/v1/collection-accounts")
                .expect(200)
                .data();
        for (var field : List.of("bank_code", "account_no", "holder_name")) {
            accounts.findValuesAsText(field).forEach(value -> know("collection." + field, value));
        }
        payee(shop, shop.account());
        payins();
        deposit();
        payouts();
        match();
        settlements();
        transfer();
        var live = service.live(shop);
        record(live, "POST", "/v1/slip/verify", live.post("/v1/slip/verify", "{\"qr_data\":\"" + QR + "\"}"));
    }

    @AfterAll
    void stop() {
        sink.close();
        service.close();
    }

    private Reply record(Merchant asked, String method, String path, Reply reply) {
        assertThat(reply.status()).as(reply.text()).isIn(200, 201);
        recorded.add(new Recorded(asked, contract.answerSchema(method, path, reply.status()), reply.json()));
        return reply;
    }

    private Reply get(Merchant asked, String path) {
        return record(asked, "GET", path, asked.get(path));
    }

    private Reply post(Merchant asked, String path, String body) {
        return record(asked, "POST", path, asked.post(path, body));
    }

    /** What is answered of an object, and what its merchant is told. */
    private void follow(Merchant asked, String tree, String id) {
        get(asked, tree);
        get(asked, tree + "/" + id);
        get(asked, tree + "/" + id + "/timeline");
    }

    private void calledBack(String id) {
        await().atMost(OperatedService.SOON).until(() -> !sink.about(id).isEmpty());
        for (var callback : sink.about(id)) {
            contract.checkCallback(callback.headers(), callback.body().getBytes(StandardCharsets.UTF_8));
            var schema = contract.callbackSchema(callback.header("X-Transaction-Type"), callback.json());
            recorded.add(new Recorded(shop, schema, callback.json()));
        }
    }

    private void payee(Merchant asked, String account) {
        know("payee.account", account);
        know("payee.customer", get(asked, "/v1/customers/" + account).word("customer_id"));
    }

    private void know(String fact, String value) {
        facts.computeIfAbsent(fact, none -> new TreeSet<>()).add(value);
    }

    private void payins() {
        var payer = post(shop, "/v1/customers", """
                {"holder_name":"Payer Person","bank_code":"SCB","account_no":"1111111111"}""");
        know("payer.customer", payer.word("customer_id"));
        var guide = post(
                        shop,
                        "/v2/payins",
                        String.format(Locale.ROOT, """
                {"merchant_ref_id":"guide","request_amount":%d,"currency_code":"THB","customer_id":"%s","customer_account_id":"%s",
                 "redirect_url":"%s"}""", PAYIN, payer.word("customer_id"), payer.word("id"), BACK))
                .word("id");
        var own =
                post(shop, "/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"own","amount":%d,"currency":"THB"}""", PAYIN)).word("id");
        for (var id : List.of(guide, own)) {
            get(shop, "/v1/payins/" + id);
            post(shop, "/v1/payins/" + id + "/test-confirm", "");
            follow(shop, "/v1/payins", id);
            calledBack(id);
        }
    }

    private void deposit() {
        // The simulated payer of an amount that ends so pays exactly.
        var made = post(shop, "/v1/payins", """
                {"order_ref":"deposit","amount":25000001,"channel":"crypto","network":"TRC20"}""");
        know("deposit.address", made.word("address"));
        var id = made.word("id");
        await().atMost(OperatedService.SOON)
                .until(() -> shop.get("/v1/payins/" + id).word("status").equals("success"));
        follow(shop, "/v1/payins", id);
        calledBack(id);
    }

    private void payouts() {
        var own = post(shop, "/v1/payouts", shop.payoutBody("own", PAYOUT)).word("id");
        var guide = record(shop, "POST", "/v1/payouts", shop.guidePayout("guide", PAYOUT))
                .word("id");
        for (var id : List.of(own, guide)) {
            var before = shop.balance("THB").get("total").asLong();
            await().atMost(OperatedService.SOON).until(() -> {
                service.makeDue(id);
                return shop.payout(id).word("status").equals("success");
            });
            // The destination receives the amount, and the merchant pays the fee on top.
            assertThat(before - shop.balance("THB").get("total").asLong()).isEqualTo(PAYOUT + 700 + 500);
            follow(shop, "/v1/payouts", id);
            calledBack(id);
        }
    }

    private void match() throws Exception {
        var matcher = service.matching(service.merchant(), MatchFallback.OFF).funded("THB", 100_000);
        payee(matcher, matcher.account());
        var payout = post(matcher, "/v1/payouts", matcher.payoutBody("offered", 30_000))
                .word("id");
        var payin = post(matcher, "/v1/payins", """
                {"order_ref":"matched","amount":30000,"currency":"THB","receiving_type":"p2p"}""");
        var consent = URI.create(String.format(
                Locale.ROOT,
                "http://127.0.0.1:%d/pay-api/v1/pay/%s/disclosure-consent",
                service.tical().ports().pay(),
                payin.word("pay_token")));
        var request = HttpRequest.newBuilder(consent).POST(HttpRequest.BodyPublishers.noBody());
        try (var payer = HttpClient.newHttpClient()) {
            var answer = payer.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            know("consent.request", answer.headers().firstValue("X-Request-Id").orElseThrow());
        }
        post(matcher, "/v1/payins/" + payin.word("id") + "/test-confirm", "");
        follow(matcher, "/v1/payins", payin.word("id"));
        follow(matcher, "/v1/payouts", payout);
    }

    private void settlements() {
        var swept = post(shop, "/v1/settlements", String.format(Locale.ROOT, """
                {"dest_account_id":"%s","amount":40000}""", shop.account()))
                .word("id");
        var account = post(shop, "/v1/organizations/accounts", """
                {"bank_code":"KBANK","account_no":"2222222222","holder_name":"Shop Ltd.","currency_code":"THB"}""").word("id");
        know("own.account", account);
        know("payee.account", account); // of the settlement in the list of all
        var tree = "/v1/organization-settlements";
        var limits = get(shop, tree + "/limits?source_currency_code=THB&organization_account_id=" + account);
        for (var end : List.of("min", "max")) {
            var most = organizationSettlement(account, limits.number("source_" + end + "_amount"));
            know("limits." + end, post(shop, tree + "/preview", most).word("target_amount"));
        }
        var own = post(shop, tree, organizationSettlement(account, 40_000)).word("id");
        service.asService("settlement", "UPDATE settlement SET due_at = now() WHERE due_at IS NOT NULL");
        await().atMost(OperatedService.SOON)
                .until(() -> shop.get(tree + "/" + own).word("status").equals("success")
                        && shop.get("/v1/settlements/" + swept).word("status").equals("completed"));
        follow(shop, "/v1/settlements", swept);
        get(shop, tree + "/" + own);
        calledBack(swept);
        calledBack(own);
    }

    private static String organizationSettlement(String account, long amount) {
        return String.format(
                Locale.ROOT,
                "{\"organization_account_id\":\"%s\",\"source_currency_code\":\"THB\",\"source_amount\":%d}",
                account,
                amount);
    }

    private void transfer() {
        var tree = "/v1/organization-transfers";
        var code = service.tical().organizations().read(other.organizationId()).code();
        var id = post(shop, tree, """
                {"target_code":"%s","currency_code":"THB","amount":1500,"merchant_ref_id":"share","notes":"Share of March"}""".formatted(code)).word("id");
        follow(shop, tree, id);
        follow(other, tree, id);
    }

    private Predicate<Field> is(String fact) {
        return field -> facts.get(fact).contains(field.value().asText());
    }

    private static Predicate<Field> is(Object value) {
        return field -> field.value().asText().equals(String.valueOf(value));
    }

    private static long number(Field field, String name) {
        return field.of().get(name).asLong();
    }

    private static boolean isPaid(Field field) {
        return field.of().path("paid_amount").asLong() > 0;
    }

    private List<Rule> rules(Merchant asked) {
        var sent = asked.organizationId().equals(shop.organizationId());
        return List.of(
                Rule.of("^The customer who pays", is("payer.customer")),
                Rule.of(
                        "^The bank of the receiving account",
                        is("collection.bank_code").or(is((Object) "TRC20"))),
                Rule.of(
                        "^The number of the receiving account",
                        is("collection.account_no").or(is("deposit.address"))),
                Rule.of("^The holder of the receiving account", is("collection.holder_name")),
                Rule.of(
                        "^How the payment is received",
                        field -> field.value().asText().equals("P2P")
                                == field.of().get("receiving_identifier").isNull()),
                Rule.of("^The amount that the payer must send", field -> {
                    var asking = number(field, field.of().has("request_amount") ? "request_amount" : "amount");
                    return field.value().asLong() >= asking && field.value().asLong() <= asking + 99;
                }),
                Rule.of(
                        "^The (?:received amount, in|amount received at)",
                        field -> field.value().asLong() == 0
                                || field.value().asLong()
                                        == field.of().path("transfer_amount").asLong(25_000_001)),
                Rule.of(
                        "^The received amount less the fee",
                        field -> !isPaid(field)
                                || field.value().asLong()
                                        == number(field, "paid_amount") - number(field, "fee_amount")),
                Rule.of("^The URL to which the pay page redirects the payer", is((Object) BACK)),
                Rule.of("^The destination account|^The same as `dest_account_id`", is("payee.account")),
                Rule.of("^The customer of the destination account", is("payee.customer")),
                Rule.of(
                        "^The amount that the destination (?:receives|should receive)",
                        field -> Set.of(PAYOUT, 30_000L).contains(field.value().asLong())),
                Rule.of("^The bank or service that sent the money", is((Object) "SIMULATOR")),
                Rule.of("^The account from which it was sent", is((Object) "0000000000")),
                Rule.of("^The holder of the account from which it was sent", is((Object) "Tical Sandbox")),
                Rule.of(
                        "^What the destination receives; `amount` less `fee_amount`",
                        field -> field.value().asLong() == number(field, "amount") - number(field, "fee_amount")),
                Rule.of("^What the account receives of the smallest", is("limits.min")),
                Rule.of("^What the account receives of the largest", is("limits.max")),
                Rule.of(
                        "^What the account receives, in minor units",
                        field ->
                                field.value().asLong() == number(field, "source_amount") - number(field, "fee_amount")),
                Rule.of("^The request of the payer's page", is("consent.request")),
                Rule.of("^The destination, one of your own accounts", is("own.account")),
                Rule.of("^Whether you sent the money", is((Object) (sent ? "outgoing" : "incoming"))),
                Rule.of("null if you received the money", field -> sent),
                Rule.of("^The sender's text", is((Object) "Share of March")),
                Rule.of("^The sending bank's reference", is((Object) "013071152533APM07736")),
                Rule.of(
                        "^The sender\\.$",
                        field -> field.value().path("bank_code").asText().equals("KBANK")),
                Rule.of(
                        "^The receiver\\.$",
                        field -> field.value().path("bank_code").asText().equals("SCB")));
    }

    @Test
    void everyFieldThatNamesAPartyHasThatPartysFacts() {
        var named = new TreeMap<String, String>();
        described.definitions((key, description) -> {
            if (PARTY.matcher(description).find()) {
                named.put(key, description);
            }
        });
        var ruled = rules(shop);
        assertThat(named.entrySet().stream()
                        .filter(one -> !OF_NO_PARTY.contains(one.getKey()))
                        .filter(one -> ruled.stream()
                                        .filter(rule -> rule.words
                                                .matcher(one.getValue())
                                                .find())
                                        .count()
                                != 1)
                        .map(Object::toString))
                .as("fields without exactly one rule")
                .isEmpty();
        assertThat(OF_NO_PARTY).isSubsetOf(named.keySet());

        var wrong = new ArrayList<String>();
        var seen = new TreeSet<String>();
        for (var one : recorded) {
            var rules = rules(one.asked);
            described.visit(
                    one.schema,
                    one.body,
                    field -> rules.stream()
                            .filter(rule ->
                                    rule.words.matcher(field.description()).find())
                            .filter(rule -> !field.value().isNull())
                            .forEach(rule -> {
                                seen.add(field.key());
                                if (!rule.truth.test(field)) {
                                    wrong.add(field.key() + " (" + field.description() + ") is " + field.value()
                                            + " in " + Json.text(field.of()));
                                }
                            }));
        }
        assertThat(wrong).isEmpty();
        named.keySet().removeAll(OF_NO_PARTY);
        assertThat(seen).as("seen with a value").containsAll(named.keySet());
    }

    @Test
    void everyFieldThatIsTheSameAsAnotherIsSeenSo() {
        var same = new TreeMap<String, String>();
        described.definitions((key, description) -> {
            if (SAME.matcher(description).find()) {
                same.put(key, description);
            }
        });
        assertThat(same.values())
                .allSatisfy(
                        description -> assertThat(SameFields.other(description)).isPresent());
        var compared = new SameFields(contract.document().root());
        var seen = new TreeSet<String>();
        for (var one : recorded) {
            assertThat(compared.violations(one.schema, one.body)).isEmpty();
            described.visit(one.schema, one.body, field -> {
                if (same.containsKey(field.key()) && !field.value().isNull()) {
                    seen.add(field.key());
                }
            });
        }
        assertThat(seen).isEqualTo(same.keySet());
    }

    /** The operations that are "the same as" another one answer less of the same. */
    @Test
    void whatAnOperationIsTheSameAsAnswersTheSame() {
        var operations = contract.operations().stream()
                .filter(operation -> SAME.matcher(
                                operation.node().path("description").asText())
                        .find())
                .map(operation -> operation.method() + " " + operation.path())
                .collect(Collectors.toSet());
        assertThat(operations)
                .containsExactlyInAnyOrder("POST /v2/payins", "POST /v2/payins/{id}/cancel", "GET /v1/statements");
        var body = shop.guidePayinBody("shorter", PAYIN, "THB");
        var shorter = shop.post("/v2/payins", body).expect(201).data();
        var whole = shop.post("/v1/payins", body.replace("shorter", "whole"))
                .expect(201)
                .data();
        for (var field : shorter.properties()) {
            var name = field.getKey();
            if (!Set.of(
                            "id",
                            "merchant_ref_id",
                            "paypage_url",
                            "transfer_amount",
                            "net_amount",
                            "expired_at",
                            "created_at",
                            "updated_at")
                    .contains(name)) {
                assertThat(whole.get(name)).as(name).isEqualTo(field.getValue());
            }
        }
        // One that does not begin by itself.
        var open = shop.payin("to-cancel", PAYIN).expect(201).word("id");
        var cancelled = shop.post("/v2/payins/" + open + "/cancel").expect(200).data();
        var read = shop.payin(open).data();
        for (var field : cancelled.properties()) {
            assertThat(read.get(field.getKey())).as(field.getKey()).isEqualTo(field.getValue());
        }
    }
}
