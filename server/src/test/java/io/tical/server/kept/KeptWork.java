package io.tical.server.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.kept.KeptFacts.Answer;
import io.tical.server.kept.KeptFacts.Key;
import io.tical.server.kept.KeptFacts.Open;
import io.tical.server.kept.KeptFacts.Person;
import io.tical.server.kept.KeptFacts.Read;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.picture.Pictures;
import io.tical.server.session.Authenticator;
import io.tical.server.slip.ReadSlips;
import io.tical.server.slip.SlipFiles;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * The work of a home that is kept: two merchants, their people and operators use every capability through the APIs, and some of it is still
 * under way. What a release adds is added here, so that the releases after it start on data that has it.
 */
final class KeptWork {
    /** Of the service that makes the home, and of those that are started on it. */
    static final Map<String, String> SETTINGS = Map.of(
            "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
            "TICAL_RAIL_POLL_SECONDS", "1",
            "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
            "TICAL_SLIP_VERIFIER", "simulator",
            "TICAL_HOLDER_LOOKUP", "simulator",
            "TICAL_PAY_URL", "https://pay.shop.example",
            "TICAL_PAYIN_EXPIRY_SECONDS", "86400",
            "TICAL_P2P_OFFER_SECONDS", "86400",
            "TICAL_IDEMPOTENCY_DAYS", "3650");

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final long LARGE = 20_000_000;

    /** A merchant with its keys and its owner. */
    private record Shop(String name, Merchant test, Merchant live, DashboardClient owner) {
        Shop at(TestService service) {
            return new Shop(name, test.at(service.port()), live.at(service.port()), owner.at(service.port()));
        }
    }

    private final TestService service;
    private final CallbackSink sink;
    private final OperatorClient admin;
    private final OperatorClient second;
    private final OperatorClient finance;
    private final OperatorClient support;
    private final Shop first;
    private final Shop other;
    private int number;

    /** @param service works, and sends callbacks to the sink */
    KeptWork(TestService service, CallbackSink sink) {
        this.service = service;
        this.sink = sink;
        admin = service.operator(Operator.Role.ADMIN);
        second = service.operator(Operator.Role.ADMIN);
        finance = service.operator(Operator.Role.FINANCE);
        support = service.operator(Operator.Role.SUPPORT);
        first = shop("บ้านสวนคอฟฟี่ (Baan Suan Coffee)", "baansuan");
        other = shop("Andaman Divers", "andaman");
    }

    /** What ends. */
    void finish() throws IOException, InterruptedException {
        settings();
        people();
        testPayments();
        paidPayins();
        statements();
        unallocated();
        livePayouts();
        settlements();
        deposits();
        match();
        betweenOrganizations();
        tickets();
        lookups();
        sentAgain();
        approved(admin.put(
                "/admin/v1/roles/support",
                "{\"version\":" + roleVersion() + ",\"second_factor_required\":true,\"note\":\"policy\"}"));
        await().atMost(SOON).until(() -> service.count("SELECT count(*) FROM delivery WHERE status = 'pending'") == 0);
    }

    /**
     * What stays under way, and what is known of all.
     *
     * @param resting the same service without background work
     */
    KeptFacts leave(TestService resting) {
        var shop = first.at(resting);
        var answers = new ArrayList<Answer>();
        var payout = answered(
                answers, shop.test(), "first_test", "/v1/payouts", shop.test().payoutBody("kept", 70_000));
        var told = shop.test().payout("told", 60_000).expect(201).word("id");
        answered(answers, shop.test(), "first_test", "/v1/payouts/" + told + "/test-confirm", "");
        var cancelled = shop.test().payout("cancelled", 61_000).expect(201).word("id");
        answered(answers, shop.test(), "first_test", "/v1/payouts/" + cancelled + "/cancel", "");
        var payin = answered(answers, shop.live(), "first_live", "/v1/payins", """
                {"order_ref":"kept","amount":33000,"currency":"THB"}""");
        answered(answers, shop.test(), "first_test", "/v1/payins", """
                {"order_ref":"kept-usdt","amount":5000000,"channel":"crypto"}""");
        answered(answers, shop.test(), "first_test", "/v1/customers", """
                {"holder_name":"สมชาย ใจดี","bank_code":"SCB","account_no":"4052871934"}""");
        answered(
                answers,
                shop.test(),
                "first_test",
                "/v2/payins",
                shop.test().guidePayinBody("kept-guide", 21_000, "THB"));
        var settlement = answered(
                answers,
                shop.test(),
                "first_test",
                "/v1/settlements",
                "{\"dest_account_id\":\"%s\",\"amount\":40000}"
                        .formatted(shop.test().account()));
        return new KeptFacts(
                person(finance.username()),
                new Person(first.owner().username(), first.owner().password()),
                Map.of(
                        "first_test", key(first.test()),
                        "first_live", key(first.live()),
                        "other_test", key(other.test()),
                        "other_live", key(other.live())),
                reads(shop, other.at(resting)),
                answers,
                new Open(payout, settlement, payin, told));
    }

    private static String answered(List<Answer> answers, Merchant merchant, String key, String path, String body) {
        var idempotencyKey = Ids.next().toString();
        var reply = merchant.post(path, body, idempotencyKey);
        assertThat(reply.status()).as(reply.text()).isBetween(200, 201);
        answers.add(new Answer(key, path, body, idempotencyKey, reply.status(), Answer.data(reply)));
        return reply.word("id");
    }

    private List<Read> reads(Shop shop, Shop partner) {
        var reads = new ArrayList<Read>();
        for (var each : Map.of(
                        "first_test", shop.test(),
                        "first_live", shop.live(),
                        "other_test", partner.test(),
                        "other_live", partner.live())
                .entrySet()) {
            for (var path : List.of(
                    "/v1/balance",
                    "/v1/me",
                    "/v1/payouts",
                    "/v1/payins",
                    "/v1/settlements",
                    "/v1/customers",
                    "/v1/organizations/accounts",
                    "/v1/issues",
                    "/v1/organization-transfers",
                    "/v1/statements?currency=THB&from=0&to=" + (Instant.now().getEpochSecond() + 1))) {
                read(reads, each.getKey(), each.getValue(), path);
            }
            for (var tree : List.of("/v1/payouts", "/v1/payins", "/v1/settlements", "/v1/organization-transfers")) {
                for (var one : each.getValue().get(tree).expect(200).data()) {
                    var path = tree + "/" + one.get("id").asText();
                    read(reads, each.getKey(), each.getValue(), path);
                    read(reads, each.getKey(), each.getValue(), path + "/timeline");
                }
            }
        }
        return reads;
    }

    private static void read(List<Read> reads, String key, Merchant merchant, String path) {
        var reply = merchant.get(path);
        if (reply.status() == 200) {
            reads.add(new Read(key, path, reply.data()));
        }
    }

    private static Key key(Merchant merchant) {
        return new Key(merchant.organizationId(), merchant.key());
    }

    private static Person person(String username) {
        return new Person(username, "the password of " + username);
    }

    private String reference() {
        return "INV-" + ++number;
    }

    private static Reply done(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isBetween(200, 299);
        return reply;
    }

    /** Lets a colleague approve what was asked for, if that is needed. */
    private Reply approved(Reply asked) {
        return asked.status() == 202
                ? second.post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                        .expect(200)
                : done(asked);
    }

    private Shop shop(String name, String username) {
        var id = admin.post("/admin/v1/organizations", "{\"name\":\"" + name + "\"}")
                .expect(201)
                .word("id");
        var path = "/admin/v1/organizations/" + id;
        var password = "the password of " + username;
        approved(admin.post(path + "/users", """
                {"username":"%s","password":"%s","role":"owner","note":"their first user"}""".formatted(username, password)));
        approved(admin.patch(path, """
                {"fees":[{"environment":"live","currency_code":"THB","operation":"payin","per_mille":12,"fixed":0},
                         {"environment":"live","currency_code":"THB","operation":"payout","per_mille":5,"fixed":1000},
                         {"environment":"test","currency_code":"THB","operation":"payout","per_mille":5,"fixed":1000}],
                 "note":"as agreed"}"""));
        var owner = new DashboardClient(service.port(), username, password);
        owner.signIn().expect(200);
        done(owner.post("/api/ip-allowlist/add", "{\"entries\":[\"127.0.0.1\"]}"));
        for (var kind : List.of("payin", "payout")) {
            done(owner.replace("/api/callbacks/" + kind, "{\"url\":\"" + sink.url() + "\"}"));
        }
        var organization = UUID.fromString(id);
        return new Shop(
                name,
                new Merchant(service.port(), apiKey(owner, "test"), organization),
                new Merchant(service.port(), apiKey(owner, "live"), organization),
                owner);
    }

    private static String apiKey(DashboardClient owner, String environment) {
        return done(owner.post("/api/keys", "{\"environment\":\"%s\",\"name\":\"server\"}".formatted(environment)))
                .word("key");
    }

    private void settings() {
        done(other.owner().replace("/api/pay-page", """
                {"display_name":"Andaman","support":"support@andaman.example","logo":"%s"}""".formatted(logo())));
        approved(admin.patch("/admin/v1/organizations/" + other.test().organizationId(), """
                {"thresholds":{"four_eyes":15000000},"note":"they grew",
                 "limits":[{"environment":"test","currency_code":"THB","method_type":"payout","min_deposit":100,"max_deposit":150000000,"min_withdraw":100,"max_withdraw":150000000}]}"""));
        approved(admin.patch("/admin/v1/organizations/" + first.test().organizationId(), """
                {"thresholds":{"review":10000000},"note":"large ones are looked at"}"""));
        var notice = second.get("/admin/v1/notices?status=unread").expect(200).data();
        if (!notice.isEmpty()) {
            done(second.post("/admin/v1/notices/" + notice.get(0).get("id").asText() + "/acknowledge"));
        }
        done(admin.put("/admin/v1/simulator", "{\"slip\":\"verified\",\"latency_ms\":0}"));
        for (var environment : List.of("test", "live")) {
            approved(admin.put("/admin/v1/rates", """
                    {"environment":"%s","source_currency_code":"USDT","target_currency_code":"THB","rate":"35.123456","note":"of today"}""".formatted(environment)));
        }
    }

    private static String logo() {
        return Base64.getEncoder().encodeToString(Pictures.png(Pictures.slip(64, 64, "logo", 30, 1)));
    }

    private void people() {
        var guarded = service.operator(Operator.Role.SUPPORT);
        var password = "{\"password\":\"the password of " + guarded.username() + "\"}";
        var app = new Authenticator(
                guarded.post("/admin/v1/second-factor", password).expect(200).word("secret"));
        guarded.post("/admin/v1/second-factor/confirm", code(app)).expect(200);
        var member = service.viewer(other.test());
        var own = new Authenticator(member.post("/api/second-factor", "{\"password\":\"" + member.password() + "\"}")
                .expect(200)
                .word("secret"));
        member.post("/api/second-factor/confirm", code(own)).expect(200);
        new OperatorClient(service.adminPort(), guarded.username(), "a guess")
                .signIn()
                .expect(401);
        new DashboardClient(service.port(), member.username(), "a guess")
                .signIn()
                .expect(401);
    }

    private long roleVersion() {
        return admin.get("/admin/v1/roles")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("role").asText().equals("support"))
                .findFirst()
                .orElseThrow()
                .get("version")
                .asLong();
    }

    private static String code(Authenticator app) {
        return "{\"code\":\"" + app.code() + "\"}";
    }

    /** The simulated bank fails what ends in 01, pays 02 in part, and does not say what became of 03. */
    private void testPayments() {
        var test = first.test().funded("THB", 5_000_000);
        other.test().funded("THB", 2_000_000);
        for (var end : Map.of(75_000, "success", 75_001, "failed", 75_002, "partial_success", 75_003, "in_review")
                .entrySet()) {
            awaitStatus(
                    test,
                    "/v1/payouts/",
                    test.payout(reference(), end.getKey()).expect(201).word("id"),
                    end.getValue());
        }
        test.guidePayout(reference(), 82_000).expect(201);
        var paid = test.payin(reference(), 45_000).expect(201).word("id");
        test.post("/v1/payins/" + paid + "/test-confirm").expect(200);
        var cancelled = test.payin(reference(), 46_000).expect(201).word("id");
        test.post("/v1/payins/" + cancelled + "/cancel").expect(200);
    }

    private static void awaitStatus(Merchant merchant, String tree, String id, String status) {
        await().atMost(SOON).until(() -> merchant.get(tree + id).expect(200).word("status"), status::equals);
    }

    /** A statement with an entry that pays a payin and one that nobody explained, and a file that waits. */
    private void statements() {
        var payin = first.live().payin(reference(), 66_000).expect(201).word("id");
        var amount = finance.get("/admin/v1/payins/" + payin).expect(200).number("transfer_amount");
        var account = finance.bankAccount("THB").get("account_no").asText();
        var day = LocalDate.now(ZoneId.of("Asia/Bangkok"));
        var text = String.format(
                Locale.ROOT,
                "{\"account\":\"%s\",\"currency\":\"THB\",\"entries\":[{\"booked\":\"%s\",\"amount\":%d,\"reference\":\"B1\"},{\"booked\":\"%s\",\"amount\":-3500,\"reference\":\"B2\"}]}",
                account,
                day,
                amount,
                day);
        var tree = "/admin/v1/bank-statements";
        var file = finance.upload(tree + "?name=kept.json", text).expect(201).word("id");
        finance.post(tree + "/" + file + "/import", "{\"version\":1}").expect(200);
        finance.upload(tree + "?name=waiting.json", text.replace("B1", "B3").replace("B2", "B4"))
                .expect(201);
        layout(account, day);
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payment-proofs?status=proved")
                        .expect(200)
                        .data()
                        .valueStream()
                        .anyMatch(one -> one.get("id").asText().equals(payin)));
        bankFee("B2");
    }

    /** What a debit is, in the operator's own books. */
    private void bankFee(String reference) {
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
        var entry = finance.get("/admin/v1/bank-entries?limit=100")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("bank_reference").asText().equals(reference))
                .findFirst()
                .orElseThrow();
        finance.post(
                        "/admin/v1/bank-entries/" + entry.get("id").asText() + "/allocate",
                        "{\"version\":" + entry.get("version").asLong()
                                + ",\"category\":\"fee\",\"note\":\"of the account\"}")
                .expect(200);
    }

    /** A layout for a bank that the service does not know. */
    private void layout(String account, LocalDate day) {
        var text = String.format(
                Locale.ROOT,
                "Account No,%s\nDay,Kind,Amount,Left\n%s,IN,250.00,1250.00\n%s,OUT,1000.00,250.00\n%s,IN,50.00,300.00\n",
                account,
                day,
                day,
                day);
        var file = finance.upload("/admin/v1/bank-statements?name=kept.csv", text)
                .expect(201)
                .word("id");
        var trial = finance.post("/admin/v1/bank-profiles/preview", "{\"file_id\":\"" + file + "\"}")
                .expect(200)
                .data();
        var definition = Json.object(trial.get("definition")).put("name", "Kept bank");
        approved(finance.post(
                "/admin/v1/bank-profiles",
                "{\"file_id\":\"" + file + "\",\"note\":\"kept\",\"definition\":" + definition + "}"));
    }

    /** By a slip, by staff, and by two of them; and what went back. */
    private void paidPayins() {
        var live = first.live();
        var slip = live.payin(reference(), 120_000).expect(201).word("id");
        live.slip(slip, SlipFiles.any()).expect(200);
        accept(slip);
        confirm(live.payin(reference(), 9_000_000).expect(201).word("id"));
        confirm(live.payin(reference(), LARGE).expect(201).word("id"));
        confirm(other.live().payin(reference(), 9_000_000).expect(201).word("id"));
        for (var complete : List.of(true, false)) {
            var back = live.payin(reference(), 55_000).expect(201).word("id");
            confirm(back);
            var path = "/admin/v1/payins/" + back;
            approved(finance.post(path + "/refund", versioned(path, ",\"reason\":\"paid twice\"")));
            if (complete) {
                approved(finance.post(
                        path + "/refund/complete", versioned(path, ",\"reference\":\"BACK" + ++number + "\"")));
            }
        }
        var waiting = live.payin(reference(), LARGE).expect(201).word("id");
        finance.post("/admin/v1/payins/" + waiting + "/confirm", confirmation(waiting))
                .expect(202);
        var claimed = live.payin(reference(), 61_000).expect(201).word("id");
        finance.post("/admin/v1/payins/" + claimed + "/claim").expect(200);
    }

    private void accept(String payin) {
        await().atMost(SOON).until(() -> slips(payin).size() == 1);
        var path = "/admin/v1/slips/" + slips(payin).getFirst().get("id").asText();
        await().atMost(SOON).until(() -> {
            var status = finance.get(path).expect(200).word("status");
            return status.equals("accepted")
                    || finance.post(path + "/accept", ReadSlips.body(finance, path))
                                            .status()
                                    / 100
                            == 2;
        });
        awaitStatus(first.live(), "/v1/payins/", payin, "success");
    }

    private List<JsonNode> slips(String payin) {
        return finance.get("/admin/v1/slips?q=" + payin)
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    private String versioned(String path, String more) {
        return "{\"version\":" + finance.get(path).expect(200).number("version") + more + "}";
    }

    private String confirmation(String payin) {
        var path = "/admin/v1/payins/" + payin;
        return versioned(
                path,
                String.format(
                        Locale.ROOT,
                        ",\"paid_amount\":%d,\"reference\":\"PAID%d\",\"sending_bank\":\"KBANK\",\"note\":\"on the statement\"",
                        finance.get(path).number("transfer_amount"),
                        ++number));
    }

    private void confirm(String payin) {
        approved(finance.post("/admin/v1/payins/" + payin + "/confirm", confirmation(payin)));
    }

    private void unallocated() {
        for (var keep : List.of(true, false)) {
            var late = first.live().payin(reference(), 47_000).expect(201).word("id");
            first.live().post("/v1/payins/" + late + "/cancel").expect(200);
            confirm(late);
            if (keep) {
                await().atMost(SOON).until(() -> !openFunds().isEmpty());
                var funds = "/admin/v1/suspense/" + openFunds().get(0).get("id").asText();
                approved(finance.post(
                        funds + "/dispose",
                        versioned(funds, ",\"disposition\":\"keep\",\"note\":\"nobody asks for it\"")));
            }
        }
    }

    private JsonNode openFunds() {
        return finance.get("/admin/v1/suspense?status=open").expect(200).data();
    }

    private void livePayouts() {
        var live = first.live();
        finance.verifyAccount(live);
        paymentFile(live);
        reported(live.payout(reference(), 150_000).expect(201).word("id"), "\"success\",\"reference\":\"SENT1\"");
        reported(
                live.payout(reference(), 160_000).expect(201).word("id"),
                "\"failed\",\"note\":\"the account is closed\"");
        var large = "/admin/v1/payouts/"
                + live.payout(reference(), LARGE).expect(201).word("id");
        approved(finance.post(
                large + "/decision", versioned(large, ",\"decision\":\"approve\",\"note\":\"they told us\"")));
        reported(large.substring(large.lastIndexOf('/') + 1), "\"success\",\"reference\":\"SENT2\"");
        shown();
        live.payout(reference(), 170_000).expect(201);
    }

    /** The bank shows a transfer of staff. */
    private void shown() {
        var account = finance.bankAccount("THB").get("account_no").asText();
        var text = String.format(
                Locale.ROOT,
                "{\"account\":\"%s\",\"currency\":\"THB\",\"entries\":[{\"booked\":\"%s\",\"amount\":-150000,\"reference\":\"SENT1\"}]}",
                account,
                LocalDate.now(ZoneId.of("Asia/Bangkok")));
        var tree = "/admin/v1/bank-statements";
        var file = finance.upload(tree + "?name=shown.json", text).expect(201).word("id");
        finance.post(tree + "/" + file + "/import", "{\"version\":1}").expect(200);
        await().atMost(SOON).until(() -> service.count("SELECT count(*) FROM transfer_proof") == 1);
    }

    /** A payment that the bank has, of which it says that it received it; and what the simulated bank booked. */
    private void paymentFile(Merchant live) {
        var payout = live.payout(reference(), 140_000).expect(201).word("id");
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payouts?status=processing&rail=manual")
                        .expect(200)
                        .data()
                        .toString()
                        .contains(payout));
        var account = finance.bankAccount("THB").get("id").asText();
        approved(finance.put(
                "/admin/v1/paying-accounts/" + account,
                "{\"version\":0,\"format\":\"pain.001.001.09\",\"zone\":\"Asia/Bangkok\",\"note\":\"kept\"}"));
        var created = finance.post("/admin/v1/payment-files", "{\"account_id\":\"" + account + "\"}")
                .expect(201);
        var file = "/admin/v1/payment-files/" + created.word("id");
        approved(finance.post(file + "/release", "{\"version\":1}"));
        finance.file(file + "/file");
        var reference =
                finance.get(file + "/payments").data().get(0).get("reference").asText();
        finance.upload(file + "/results?name=received.xml", """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
                        <GrpHdr><MsgId>KEPT</MsgId><CreDtTm>2026-11-28T12:00:00</CreDtTm></GrpHdr>
                        <OrgnlGrpInfAndSts><OrgnlMsgId>%1$s</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
                        <OrgnlPmtInfAndSts><OrgnlPmtInfId>%1$s</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>%2$s</OrgnlEndToEndId>\
                        <TxSts>RCVD</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>
                        """.formatted(created.word("name"), reference))
                .expect(201);
        finance.get("/admin/v1/collection-accounts")
                .expect(200)
                .data()
                .forEach(one -> finance.file(
                        "/admin/v1/simulator/accounts/" + one.get("id").asText() + "/statement"));
    }

    private void reported(String payout, String outcome) {
        var path = "/admin/v1/payouts/" + payout;
        await().atMost(SOON)
                .until(() -> finance.get(path)
                        .data()
                        .at("/execution_steps/0/attempts/0/state")
                        .asText()
                        .equals("open"));
        approved(finance.post(path + "/steps/1/outcome", versioned(path, ",\"outcome\":" + outcome)));
    }

    private void settlements() {
        var test = first.test();
        awaitStatus(
                test,
                "/v1/settlements/",
                test.post("/v1/settlements", "{\"dest_account_id\":\"%s\",\"amount\":50000}".formatted(test.account()))
                        .expect(201)
                        .word("id"),
                "completed");
        var live = service.fundedLive(first.live(), "USDT", 30_000_000);
        var account =
                first.live().post("/v1/organizations/accounts", """
                {"bank_code":"KBANK","account_no":"6120735118","holder_name":"Baan Suan","currency_code":"THB"}""").expect(201).word("id");
        finance.post("/admin/v1/organization-accounts/" + account + "/verify", "{}")
                .expect(200);
        var body = """
                {"organization_account_id":"%s","source_currency_code":"USDT","source_amount":20000000,"target_currency_code":"THB"%s}""";
        var tree = "/v1/organization-settlements";
        var quote = first.live()
                .post(tree + "/preview", body.formatted(account, ""))
                .expect(200)
                .word("quote_id");
        var path = "/admin/v1/settlements/"
                + first.live()
                        .post(tree, body.formatted(account, ",\"quote_id\":\"" + quote + "\""))
                        .expect(201)
                        .word("id");
        assertThat(live.organizationId()).isEqualTo(first.live().organizationId());
        await().atMost(SOON)
                .until(() ->
                        finance.get(path).data().get("decisions").toString().contains("outcome"));
        approved(finance.post(path + "/outcome", versioned(path, ",\"outcome\":\"success\",\"reference\":\"SWEPT1\"")));
    }

    /** The simulated payer pays what ends in 01 exactly, and half of what ends in 02. */
    private void deposits() {
        for (var end : Map.of(5_000_001, "success", 5_000_002, "processing").entrySet()) {
            var id = first.test()
                    .post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"%s","amount":%d,"channel":"crypto","network":"TRC20"}""", reference(), end.getKey()))
                    .expect(201)
                    .word("id");
            await().atMost(SOON).until(() -> {
                var found = first.test().payin(id);
                return found.word("status").equals(end.getValue()) && found.number("received_amount") > 0;
            });
        }
    }

    /** A payer of a third merchant pays the payee of a payout; another payout is still offered. */
    private void match() throws IOException, InterruptedException {
        var paying = service.matching(other.test(), MatchFallback.OFF);
        var shop = service.matching(service.merchant(), MatchFallback.OFF);
        var payout = paying.payout(reference(), 20_000).expect(201).word("id");
        var payin = shop.post("/v1/payins", """
                {"order_ref":"matched","amount":20000,"currency":"THB","receiving_type":"p2p"}""").expect(201);
        var consent = URI.create("http://127.0.0.1:" + service.tical().ports().pay() + "/pay-api/v1/pay/"
                + payin.word("pay_token") + "/disclosure-consent");
        try (var payer = HttpClient.newHttpClient()) {
            var shown = payer.send(
                    HttpRequest.newBuilder(consent)
                            .POST(BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
        }
        shop.post("/v1/payins/" + payin.word("id") + "/test-confirm").expect(200);
        awaitStatus(paying, "/v1/payouts/", payout, "success");
        paying.payout(reference(), 30_000).expect(201);
    }

    private void betweenOrganizations() {
        var code = service.tical()
                .organizations()
                .read(other.test().organizationId())
                .code();
        first.test().post("/v1/organization-transfers", """
                {"target_code":"%s","currency_code":"THB","amount":1500,"merchant_ref_id":"share","notes":"Share of March"}""".formatted(code)).expect(201);
    }

    private void tickets() {
        for (var resolved : List.of(true, false)) {
            var id = first.live()
                    .post("/v1/issues", """
                    {"issue_type":"other","issue_sub_type":"other","request_id":"%s","description":"ยอดยังไม่เข้า"}""".formatted(Ids.next()))
                    .expect(201)
                    .word("id");
            var path = "/admin/v1/issues/" + id;
            if (resolved) {
                support.post(path + "/claim").expect(200);
                support.post(path + "/comment", "{\"version\":2,\"text\":\"We look into it.\",\"public\":true}")
                        .expect(200);
                support.post(path + "/resolve", versioned(path, ",\"resolution\":\"It was credited.\""))
                        .expect(200);
            }
        }
    }

    private void lookups() {
        var live = first.live();
        live.get("/v1/bank/verify?bank_code=KBANK&account_no=0123456789").expect(200);
        live.post("/v1/slip/verify", """
                {"qr_data":"0041000600000101030040220013071152533APM077365102TH91048134"}""").expect(200);
    }

    /** Callbacks that were refused for good, which the merchant orders again. */
    private void sentAgain() {
        sink.answering(410);
        var refused = other.live().payin(reference(), 52_000).expect(201).word("id");
        confirm(refused);
        await().atMost(SOON).until(() -> service.count("SELECT count(*) FROM delivery WHERE status = 'failed'") > 0);
        sink.answering(200);
        var owner = other.owner();
        done(owner.send(
                "POST",
                "/api/redeliveries?environment=live",
                Map.of(
                        "Cookie", "tical_session=" + owner.token(),
                        "X-CSRF-Token", owner.csrfToken(),
                        "Idempotency-Key", Ids.next().toString()),
                null));
        await().atMost(SOON).until(() -> sink.about(refused).size() > 1);
    }
}
