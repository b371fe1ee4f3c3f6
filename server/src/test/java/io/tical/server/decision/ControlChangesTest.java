package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.session.Authenticator;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of controls need a second person, and free nobody who asked for them. */
class ControlChangesTest extends OperatedService {
    private static final String OPERATORS = "/admin/v1/operators";
    private static final String NO_FOUR_EYES = "{\"note\":\"quicker\",\"thresholds\":{\"four_eyes\":null}}";
    private static final long HUGE = 50_000_000;

    private OperatorClient admin;
    private OperatorClient second;

    @BeforeAll
    void sit() {
        admin = service.operator(Operator.Role.ADMIN);
        second = service.operator(Operator.Role.ADMIN);
    }

    private static String path(Merchant merchant) {
        return "/admin/v1/organizations/" + merchant.organizationId();
    }

    private static String approval(Reply asked) {
        return "/admin/v1/approvals/" + asked.expect(202).word("approval_id");
    }

    /** Approves a payout of 500,000 THB that is in review. */
    private Reply decideAlone(OperatorClient operator, Merchant live, String reference) {
        var id = live.payout(reference, HUGE).expect(201).word("id");
        var payout = "/admin/v1/payouts/" + id;
        var version = operator.get(payout).expect(200).number("version");
        return operator.post(
                payout + "/decision", "{\"version\":" + version + ",\"decision\":\"approve\",\"note\":\"fine\"}");
    }

    @Test
    void anAdministratorDoesNotPassALargeAmountByTogglingTheThreshold() {
        var live = service.fundedLive(service.merchant(), 12 * HUGE);
        var approval = approval(admin.patch(path(live), NO_FOUR_EYES));
        assertThat(admin.get(path(live))
                        .expect(200)
                        .data()
                        .at("/thresholds/four_eyes")
                        .asLong())
                .isEqualTo(10_000_000);
        admin.post(approval + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        decideAlone(admin, live, "before").expect(202);

        assertThat(second.post(approval + "/approve").expect(200).word("status"))
                .isEqualTo("done");
        var changed = admin.get(path(live)).expect(200).data();
        assertThat(changed.at("/thresholds/four_eyes").isNull()).isTrue();
        assertThat(changed.get("four_eyes_exceptions").findValuesAsText("operator"))
                .containsExactly(admin.username(), second.username());
        // Others are freed, those who wanted it are not, whatever they do alone.
        decideAlone(finance, live, "other").expect(200);
        decideAlone(admin, live, "own").expect(202);
        decideAlone(second, live, "approved").expect(202);
        admin.patch(path(live), "{\"thresholds\":{\"four_eyes\":90000000}}").expect(200);
        decideAlone(admin, live, "restricted").expect(202);
        // Whoever wanted one is not freed by asking in turns.
        var turned = second.patch(path(live), "{\"note\":\"larger\",\"thresholds\":{\"four_eyes\":92000000}}");
        admin.post(approval(turned) + "/approve").expect(200);
        decideAlone(admin, live, "turned").expect(202);
        decideAlone(second, live, "turned-too").expect(202);
        // What two others wanted is for all but them.
        var third = service.operator(Operator.Role.ADMIN);
        service.approved(
                third.patch(path(live), "{\"note\":\"larger payouts\",\"thresholds\":{\"four_eyes\":95000000}}"));
        decideAlone(admin, live, "freed").expect(200);
        decideAlone(second, live, "freed-too").expect(200);
    }

    @Test
    void nobodyBeginsAnotherDayOfADailyLimitAlone() {
        var merchant = service.merchant();
        admin.patch(
                        path(merchant),
                        "{\"limits\":[{\"environment\":\"live\",\"currency_code\":\"THB\",\"method_type\":\"payout\","
                                + "\"min_deposit\":100,\"max_deposit\":200000000,\"min_withdraw\":100,\"max_withdraw\":200000000,"
                                + "\"daily_withdraw_limit\":500000000}]}")
                .expect(200);
        approval(admin.patch(path(merchant), "{\"note\":\"moved\",\"timezone\":\"Asia/Tokyo\"}"));
        assertThat(admin.get(path(merchant)).expect(200).word("timezone")).isEqualTo("Asia/Bangkok");
    }

    @Test
    void whoApprovesAControlProvesAgainWhoTheyAre() {
        var merchant = service.merchant();
        var third = service.operator(Operator.Role.ADMIN);
        var approve = approval(admin.patch(path(merchant), NO_FOUR_EYES)) + "/approve";
        third.unproved("POST", approve, "").expect(403, "STEP_UP_REQUIRED");
        assertThat(admin.get(path(merchant))
                        .expect(200)
                        .data()
                        .at("/thresholds/four_eyes")
                        .isNull())
                .isFalse();
        third.stepUp("{\"password\":\"the password of " + third.username() + "\"}")
                .expect(200);
        third.unproved("POST", approve, "").expect(200);
        assertThat(admin.get(path(merchant))
                        .expect(200)
                        .data()
                        .at("/thresholds/four_eyes")
                        .isNull())
                .isTrue();
    }

    @Test
    void aChangeThatConcernsNoOrganizationIsFoundByWhoAskedForIt() {
        var asking = service.operator(Operator.Role.ADMIN);
        var asked = asking.post(
                "/admin/v1/operators",
                "{\"username\":\"found.by.maker\",\"password\":\"a long password\",\"role\":\"finance\",\"note\":\"new\"}");
        var id = asked.expect(202).word("approval_id");
        for (var typed : List.of(asking.username(), id.substring(0, 14))) {
            var found = admin.get("/admin/v1/approvals?status=pending&q=" + typed)
                    .expect(200)
                    .data();
            assertThat(found.findValuesAsText("id")).contains(id);
        }
        assertThat(finance.get("/admin/v1/approvals/" + id).expect(200).word("permission"))
                .isEqualTo("operators");
        asking.post("/admin/v1/approvals/" + id + "/withdraw").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"thresholds\":{\"review\":60000000}}",
                "{\"thresholds\":{\"unverified_review\":null}}",
                "{\"thresholds\":{\"four_eyes\":10000001}}",
                "{\"channels\":{\"p2p\":true}}",
                "{\"p2p_fallback\":\"qr_then_bank\"}",
                "{\"fees\":[{\"environment\":\"live\",\"currency_code\":\"THB\",\"operation\":\"payin\",\"per_mille\":1,\"fixed\":0}]}",
                "{\"limits\":[{\"environment\":\"live\",\"currency_code\":\"THB\",\"method_type\":\"payout\",\"min_deposit\":100,"
                        + "\"max_deposit\":200000000,\"min_withdraw\":100,\"max_withdraw\":200000001}]}",
                "{\"name\":\"Renamed\",\"channels\":{\"p2p\":true}}"
            })
    void whatAllowsMoreNeedsASecondPersonAndAReason(String change) {
        var merchant = service.merchant();
        var before = admin.get(path(merchant)).expect(200).data();
        admin.patch(path(merchant), change).expect(400, "VALIDATION_FAILED");
        var asked = admin.patch(path(merchant), "{\"note\":\"agreed with the merchant\"," + change.substring(1));
        assertThat(asked.expect(202).word("subject")).startsWith("Shop");
        assertThat(asked.data().get("before")).isNotEqualTo(asked.data().get("after"));
        assertThat(asked.data().get("amount").isNull()).isTrue();
        finance.post(approval(asked) + "/approve").expect(403, "PERMISSION_DENIED");
        var waiting = admin.get(path(merchant)).expect(200).data();
        assertThat(waiting.at("/approval/id").asText()).isEqualTo(asked.word("id"));
        assertThat(waiting.get("thresholds")).isEqualTo(before.get("thresholds"));
        assertThat(waiting.get("channels")).isEqualTo(before.get("channels"));
        assertThat(waiting.get("fees")).isEqualTo(before.get("fees"));
        assertThat(waiting.get("limits")).isEqualTo(before.get("limits"));
        assertThat(waiting.get("p2p_fallback")).isEqualTo(before.get("p2p_fallback"));
        assertThat(second.post(approval(asked) + "/approve").expect(200).word("status"))
                .isEqualTo("done");
        var after = admin.get(path(merchant)).expect(200).data();
        assertThat(after.get("version").asLong())
                .isEqualTo(before.get("version").asLong() + 1);
        var line = admin.get("/admin/v1/audit?object=" + merchant.organizationId())
                .expect(200)
                .data()
                .get(0);
        assertThat(line.get("actor").asText()).isEqualTo(second.username());
        assertThat(line.get("asked_by").asText()).isEqualTo(admin.username());
        assertThat(line.get("note").asText()).endsWith("agreed with the merchant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"New name\"}",
                "{\"thresholds\":{\"review\":1,\"unverified_review\":1,\"four_eyes\":1}}",
                "{\"channels\":{\"bank\":false},\"networks\":{\"TRC20\":false}}",
                "{\"p2p_fallback\":\"off\"}",
                "{\"timezone\":\"Asia/Tokyo\"}",
                "{\"fees\":[{\"environment\":\"test\",\"currency_code\":\"THB\",\"operation\":\"payin\",\"per_mille\":1,\"fixed\":0}]}",
                "{\"limits\":[{\"environment\":\"live\",\"currency_code\":\"THB\",\"method_type\":\"payout\",\"min_deposit\":0,"
                        + "\"max_deposit\":0,\"min_withdraw\":0,\"max_withdraw\":0}]}",
                "{\"limits\":[{\"environment\":\"test\",\"currency_code\":\"THB\",\"method_type\":\"payout\",\"min_deposit\":1,"
                        + "\"max_deposit\":900000000,\"min_withdraw\":1,\"max_withdraw\":900000000}]}"
            })
    void whatRestrictsOrConcernsTestsIsDoneByOnePerson(String change) {
        admin.patch(path(service.merchant()), change).expect(200);
    }

    @Test
    void aRestrictionDoesNotWaitForAColleagueAndOvertakesWhatWaits() {
        var merchant = service.merchant();
        var approval = approval(admin.patch(path(merchant), NO_FOUR_EYES));
        admin.patch(path(merchant), "{\"note\":\"x\",\"channels\":{\"p2p\":true}}")
                .expect(409, "APPROVAL_PENDING");
        admin.patch(path(merchant), "{\"channels\":{\"bank\":false}}").expect(200);
        second.post(approval + "/approve").expect(409, "VERSION_CONFLICT");
        assertThat(admin.get(approval).expect(200).word("status")).isEqualTo("failed");
        assertThat(admin.get(path(merchant))
                        .expect(200)
                        .data()
                        .at("/thresholds/four_eyes")
                        .asLong())
                .isEqualTo(10_000_000);
    }

    @Test
    void ofTwoConcurrentChangesOneIsAskedForAndOneApprovalIsExecutedOnce() throws Exception {
        var merchant = service.merchant();
        List<Callable<Reply>> changes = List.of(
                () -> admin.patch(path(merchant), NO_FOUR_EYES),
                () -> second.patch(path(merchant), "{\"note\":\"x\",\"channels\":{\"p2p\":true}}"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = threads.invokeAll(changes).stream()
                    .map(one -> one.resultNow())
                    .toList();
            assertThat(answers).extracting(Reply::status).containsExactlyInAnyOrder(202, 409);
            var asked = answers.stream()
                    .filter(one -> one.status() == 202)
                    .findFirst()
                    .orElseThrow();
            var third = service.operator(Operator.Role.ADMIN);
            List<Callable<Reply>> approvals = List.of(
                    () -> third.post(approval(asked) + "/approve"), () -> third.post(approval(asked) + "/approve"));
            threads.invokeAll(approvals).forEach(one -> one.resultNow().expect(200));
        }
        assertThat(admin.get(path(merchant)).expect(200).number("version")).isEqualTo(2);
    }

    @Test
    void whatANodeApprovedAndDidNotExecuteIsExecutedOnceByAnother() {
        var merchant = service.merchant();
        var asked = admin.patch(path(merchant), NO_FOUR_EYES).expect(202).word("id");
        var approved = "UPDATE approval SET status = 'approved', checker = '" + second.username()
                + "', due_at = now() WHERE approval_id = '" + UUID.fromString(asked) + "'";
        service.asService("approval", approved);
        await().atMost(SOON)
                .until(() ->
                        admin.get("/admin/v1/approvals/" + asked).word("status").equals("done"));
        // Again, as if the node had died after the change and before it noted that.
        service.asService("approval", approved);
        await().atMost(SOON)
                .until(() ->
                        admin.get("/admin/v1/approvals/" + asked).word("status").equals("done"));
        assertThat(admin.get(path(merchant)).expect(200).number("version")).isEqualTo(2);
        assertThat(new AuditLog(service.serviceDatabase())
                        .timeline(merchant.organizationId(), merchant.organizationId()))
                .hasSize(1);
    }

    @Test
    void aLiveRateNeedsASecondPersonAndItsRemovalDoesNot() {
        var body =
                "{\"environment\":\"%s\",\"source_currency_code\":\"THB\",\"target_currency_code\":\"JPY\",\"rate\":%s,\"note\":\"new\"}";
        admin.put("/admin/v1/rates", body.formatted("test", "\"4.1\"")).expect(200);
        var approval = approval(admin.put("/admin/v1/rates", body.formatted("live", "\"4.2\"")));
        assertThat(second.post(approval + "/approve").expect(200).word("status"))
                .isEqualTo("done");
        admin.put("/admin/v1/rates", body.formatted("live", "\"4.2\"")).expect(200);
        var changed =
                admin.put("/admin/v1/rates", body.formatted("live", "\"9\"")).expect(202);
        assertThat(changed.data().at("/before/rate").asText()).isEqualTo("4.2");
        assertThat(changed.data().at("/after/rate").asText()).isEqualTo("9");
        admin.put("/admin/v1/rates", body.formatted("live", "null")).expect(200);
        second.post(approval(changed) + "/approve").expect(409, "VERSION_CONFLICT");
    }

    @Test
    void anOwnerIsCreatedAndDeletedByTwoAndAViewerByOne() {
        var users = path(service.merchant()) + "/users";
        var body = "{\"username\":\"%s\",\"password\":\"a password for a while\",\"role\":\"%s\",\"note\":\"hired\"}";
        var viewer =
                admin.post(users, body.formatted("viewer.of.shop", "viewer")).expect(201);
        admin.delete(users + "/" + viewer.word("id")).expect(200);
        var asked = admin.post(users, body.formatted("owner.of.shop", "owner"));
        assertThat(asked.text()).doesNotContain("a password for a while");
        assertThat(service.count("SELECT count(*) FROM approval a WHERE a::text LIKE '%password for a while%'"))
                .isZero();
        second.post(approval(asked) + "/approve").expect(200);
        service.approved(admin.post(users, body.formatted("second.owner", "owner")));
        var owner = admin.get(users).expect(200).data().get(0);
        assertThat(owner.get("username").asText()).isEqualTo("owner.of.shop");
        var path = users + "/" + owner.get("id").asText();
        admin.delete(path).expect(400, "VALIDATION_FAILED");
        var removed = approval(admin.change("DELETE", path, "{\"note\":\"left\"}"));
        assertThat(admin.get(users).expect(200).data()).hasSize(2);
        second.post(removed + "/approve").expect(200);
        assertThat(admin.get(users).expect(200).data()).hasSize(1);
    }

    /** An administrator who has a second factor and has just proved who they are. */
    private static Authenticator enrolled(OperatorClient operator) {
        var password = "{\"password\":\"the password of " + operator.username() + "\"}";
        operator.stepUp(password).expect(200);
        var app = new Authenticator(
                operator.post("/admin/v1/second-factor", password).expect(200).word("secret"));
        operator.post("/admin/v1/second-factor/confirm", code(app.code())).expect(200);
        return app;
    }

    private static String code(String code) {
        return "{\"code\":\"" + code + "\"}";
    }

    /** Requires a second factor of administrators. */
    private static Reply requireSecondFactor(OperatorClient by, boolean required) {
        var version = by.get("/admin/v1/roles")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("role").asText().equals("admin"))
                .findFirst()
                .orElseThrow()
                .get("version")
                .asLong();
        return by.put(
                "/admin/v1/roles/admin",
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d,\"second_factor_required\":%b,\"note\":\"no phones here\"}",
                        version,
                        required));
    }

    @Test
    void whoAskedThatNoSecondFactorIsRequiredIsNotFreed() {
        var asking = service.operator(Operator.Role.ADMIN);
        var colleague = service.operator(Operator.Role.ADMIN);
        var app = enrolled(asking);
        enrolled(colleague);
        requireSecondFactor(asking, true).expect(200);
        second.get("/admin/v1/overview").expect(403, "SECOND_FACTOR_SETUP_REQUIRED");
        colleague
                .post(approval(requireSecondFactor(asking, false)) + "/approve")
                .expect(200);
        second.get("/admin/v1/overview").expect(200);
        asking.post("/admin/v1/second-factor/disable", code(app.wrong())).expect(409, "SECOND_FACTOR_MANDATORY");
        assertThat(second.get("/admin/v1/roles").expect(200).data().findValues("waived_by"))
                .anySatisfy(waived -> assertThat(waived.valueStream().map(JsonNode::asText))
                        .containsExactly(asking.username(), colleague.username()));
        colleague.post("/admin/v1/second-factor/disable", code("000000")).expect(409, "SECOND_FACTOR_MANDATORY");

        // Nor does it free an operator who counts as the same person.
        var puppet = new OperatorClient(service.tical().ports().admin(), "puppet.of.asker", "a long password");
        service.approved(
                asking.post(
                        OPERATORS,
                        "{\"username\":\"puppet.of.asker\",\"password\":\"a long password\",\"role\":\"admin\",\"note\":\"new\"}"));
        puppet.signIn().expect(200);
        puppet.get("/admin/v1/overview").expect(403, "SECOND_FACTOR_SETUP_REQUIRED");

        // Nor does asking in turns.
        requireSecondFactor(asking, true).expect(200);
        asking.post(approval(requireSecondFactor(colleague, false)) + "/approve")
                .expect(200);
        puppet.get("/admin/v1/overview").expect(403, "SECOND_FACTOR_SETUP_REQUIRED");

        // What two others wanted is for all but them.
        var third = service.operator(Operator.Role.ADMIN);
        enrolled(third);
        requireSecondFactor(asking, true).expect(200);
        colleague.post(approval(requireSecondFactor(third, false)) + "/approve").expect(200);
        puppet.get("/admin/v1/overview").expect(200);
        asking.post("/admin/v1/second-factor/disable", code(app.code())).expect(200);
        asking.get("/admin/v1/overview").expect(200);
    }

    @Test
    void anOperatorIsMadeAndLetInByTwoAndDisabledByOne() {
        var body = "{\"username\":\"%s\",\"password\":\"%s\",\"role\":\"finance\",\"note\":\"hired\"}";
        var made = admin.post(OPERATORS, body.formatted("fresh", "the first password"));
        assertThat(made.expect(202).text()).doesNotContain("the first password");
        var fresh = new OperatorClient(service.tical().ports().admin(), "fresh", "the first password");
        fresh.signIn().expect(401, "CREDENTIALS_INVALID");
        second.post(approval(made) + "/approve").expect(200);
        fresh.signIn().expect(200);
        var id = admin.get(OPERATORS)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("username").asText().equals("fresh"))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
        admin.post(OPERATORS, body.formatted("fresh", "the first password")).expect(409, "RESOURCE_EXISTS");
        var reset = admin.put(
                OPERATORS + "/" + id + "/password", "{\"password\":\"the second password\",\"note\":\"lost\"}");
        assertThat(approval(reset)).isNotEmpty();
        fresh.signIn().expect(200);
        second.post(approval(reset) + "/approve").expect(200);
        fresh.signIn().expect(401, "CREDENTIALS_INVALID");
        fresh.signIn("the second password").expect(200);
        var factor = admin.change("DELETE", OPERATORS + "/" + id + "/second-factor", "{\"note\":\"lost\"}");
        assertThat(admin.get(OPERATORS).expect(200).data().findValues("approval"))
                .anyMatch(one -> !one.isNull());
        second.post(approval(factor) + "/refuse").expect(200);
        admin.delete(OPERATORS + "/" + id).expect(200);
        fresh.get("/admin/v1/session").expect(401);
        assertThat(service.count("SELECT count(*) FROM approval a WHERE a::text LIKE '%second password%'"))
                .isZero();
    }
}
