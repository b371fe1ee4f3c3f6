package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One person with two operators is no second person. */
class IndependenceTest extends OperatedService {
    private static final String PASSWORD = "a password that its maker knows";
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private OperatorClient admin;

    @BeforeEach
    void hire() {
        admin = service.operator(Operator.Role.ADMIN);
    }

    private OperatorClient made(OperatorClient by, Operator.Role role) {
        var name = "made" + NUMBERS.incrementAndGet();
        service.approved(by.post(
                "/admin/v1/operators",
                "{\"username\":\"%s\",\"password\":\"%s\",\"role\":\"%s\",\"note\":\"a new colleague\"}"
                        .formatted(name, PASSWORD, role.word())));
        var client = new OperatorClient(service.tical().ports().admin(), name, PASSWORD);
        client.signIn().expect(200);
        return client;
    }

    private void resetPassword(OperatorClient by, OperatorClient of) {
        service.approved(by.put(
                "/admin/v1/operators/" + service.operatorId(of) + "/password",
                "{\"password\":\"" + PASSWORD + "\",\"note\":\"forgotten\"}"));
    }

    /** A decision that waits for a second person. */
    private String asked(OperatorClient maker) {
        var merchant = service.live(service.merchant());
        var id = merchant.payin("order-" + NUMBERS.incrementAndGet(), LARGE)
                .expect(201)
                .word("id");
        var payin = maker.get("/admin/v1/payins/" + id).expect(200);
        return maker.post(
                        "/admin/v1/payins/" + id + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"note\":\"on the statement\",\"paid_amount\":%d,\"reference\":\"R-%d\"}",
                                payin.number("version"),
                                payin.number("transfer_amount"),
                                NUMBERS.incrementAndGet()))
                .expect(202)
                .word("id");
    }

    private static Reply approve(OperatorClient checker, String approval) {
        return checker.post("/admin/v1/approvals/" + approval + "/approve");
    }

    private void requireRefused(OperatorClient maker, OperatorClient checker) {
        var approval = asked(maker);
        var refused = approve(checker, approval).expect(403, "CHECKER_NOT_INDEPENDENT");
        assertThat(refused.text()).contains("ask another colleague");
        checker.post("/admin/v1/approvals/" + approval + "/refuse").expect(200);
    }

    private void requireApproved(OperatorClient maker, OperatorClient checker) {
        approve(checker, asked(maker)).expect(200);
    }

    @Test
    void twoColleaguesAreTwoPeople() {
        requireApproved(finance, colleague);
    }

    @Test
    void whoWasJustMadeApprovesNothingOfTheirMaker() {
        var puppet = made(admin, Operator.Role.FINANCE);
        requireRefused(admin, puppet);
        requireRefused(puppet, admin);
        requireApproved(finance, puppet);
    }

    @Test
    void aChainOfMakersIsOnePerson() {
        var second = made(admin, Operator.Role.ADMIN);
        var third = made(second, Operator.Role.FINANCE);
        requireRefused(admin, third);
        requireRefused(third, admin);
    }

    @Test
    void twoWhoWereMadeByTheSameAreOnePerson() {
        requireRefused(made(admin, Operator.Role.FINANCE), made(admin, Operator.Role.FINANCE));
    }

    @Test
    void whosePasswordWasResetApprovesNothingOfWhoDidIt() {
        var victim = service.operator(Operator.Role.FINANCE);
        resetPassword(admin, victim);
        victim.signIn(PASSWORD).expect(200);
        requireRefused(admin, victim);
        // A later reset by somebody else does not end that.
        resetPassword(service.operator(Operator.Role.ADMIN), victim);
        victim.signIn(PASSWORD).expect(200);
        requireRefused(admin, victim);
        requireApproved(finance, victim);
    }

    @Test
    void whoseSecondFactorWasResetApprovesNothingOfWhoDidIt() {
        var victim = service.operator(Operator.Role.FINANCE);
        victim.post("/admin/v1/second-factor", "{\"password\":\"the password of " + victim.username() + "\"}")
                .expect(200);
        service.approved(admin.change(
                "DELETE",
                "/admin/v1/operators/" + service.operatorId(victim) + "/second-factor",
                "{\"note\":\"lost\"}"));
        victim.signIn().expect(200);
        requireRefused(admin, victim);
    }

    @Test
    void whatIsDoneToTheMakerAfterwardsDoesNotMatter() {
        var maker = service.operator(Operator.Role.FINANCE);
        var approval = asked(maker);
        resetPassword(admin, maker);
        approve(admin, approval).expect(200);
    }

    /** Whether the decision of somebody about a large amount of a merchant takes effect at once. */
    private void decides(OperatorClient operator, Merchant live, int status) {
        var id = live.payout("payout-" + NUMBERS.incrementAndGet(), LARGE)
                .expect(201)
                .word("id");
        var path = "/admin/v1/payouts/" + id;
        var version = operator.get(path).expect(200).number("version");
        operator.post(
                        path + "/decision",
                        String.format(
                                Locale.ROOT, "{\"version\":%d,\"decision\":\"approve\",\"note\":\"fine\"}", version))
                .expect(status);
    }

    private static Reply threshold(OperatorClient by, Merchant of, String amount) {
        return by.patch(
                "/admin/v1/organizations/" + of.organizationId(),
                "{\"note\":\"quicker\",\"thresholds\":{\"four_eyes\":" + amount + "}}");
    }

    @Test
    void whoAskedForAHigherThresholdIsNotFreedAsAnother() {
        var live = service.fundedLive(service.merchant(), 20 * LARGE);
        service.approved(threshold(admin, live, "90000000"));
        var puppet = made(admin, Operator.Role.ADMIN);
        var victim = service.operator(Operator.Role.FINANCE);
        resetPassword(admin, victim);
        victim.signIn(PASSWORD).expect(200);
        decides(finance, live, 200);
        for (var hand : List.of(admin, puppet, victim)) {
            decides(hand, live, 202);
        }
        // What the one asks for as another frees neither.
        service.approved(threshold(puppet, live, "95000000"));
        decides(puppet, live, 202);
        decides(admin, live, 202);
        service.asService(
                "audit_entry",
                "UPDATE audit_entry SET created_at = created_at - interval '25 hours' WHERE object_id = '"
                        + service.operatorId(victim) + "'");
        decides(victim, live, 200);
    }

    @Test
    void afterADayTheyAreTwoPeople() {
        var puppet = made(admin, Operator.Role.FINANCE);
        service.asService(
                "audit_entry",
                "UPDATE audit_entry SET created_at = created_at - interval '25 hours' WHERE object_id = '"
                        + service.operatorId(puppet) + "'");
        requireApproved(admin, puppet);
    }
}
