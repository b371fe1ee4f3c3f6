package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
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
        by.post(
                        "/admin/v1/operators",
                        "{\"username\":\"%s\",\"password\":\"%s\",\"role\":\"%s\"}"
                                .formatted(name, PASSWORD, role.word()))
                .expect(201);
        var client = new OperatorClient(service.tical().ports().admin(), name, PASSWORD);
        client.signIn().expect(200);
        return client;
    }

    private String id(OperatorClient operator) {
        return admin.get("/admin/v1/operators")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("username").asText().equals(operator.username()))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
    }

    /** A decision that waits for a second person. */
    private String asked(OperatorClient maker) {
        var merchant = service.live(service.merchant());
        var payin = merchant.payin("order-" + NUMBERS.incrementAndGet(), LARGE)
                .expect(201)
                .word("id");
        return maker.post(
                        "/admin/v1/payins/" + payin + "/confirm",
                        "{\"version\":1,\"note\":\"on the statement\",\"paid_amount\":%d,\"reference\":\"R-%d\"}"
                                .formatted(LARGE, NUMBERS.incrementAndGet()))
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
        admin.put("/admin/v1/operators/" + id(victim) + "/password", "{\"password\":\"" + PASSWORD + "\"}")
                .expect(200);
        victim.signIn(PASSWORD).expect(200);
        requireRefused(admin, victim);
        // A later reset by somebody else does not end that.
        service.operator(Operator.Role.ADMIN)
                .put("/admin/v1/operators/" + id(victim) + "/password", "{\"password\":\"" + PASSWORD + "\"}")
                .expect(200);
        victim.signIn(PASSWORD).expect(200);
        requireRefused(admin, victim);
        requireApproved(finance, victim);
    }

    @Test
    void whoseSecondFactorWasResetApprovesNothingOfWhoDidIt() {
        var victim = service.operator(Operator.Role.FINANCE);
        victim.post("/admin/v1/second-factor", "{\"password\":\"the password of " + victim.username() + "\"}")
                .expect(200);
        admin.delete("/admin/v1/operators/" + id(victim) + "/second-factor").expect(200);
        victim.signIn().expect(200);
        requireRefused(admin, victim);
    }

    @Test
    void whatIsDoneToTheMakerAfterwardsDoesNotMatter() {
        var maker = service.operator(Operator.Role.FINANCE);
        var approval = asked(maker);
        admin.put("/admin/v1/operators/" + id(maker) + "/password", "{\"password\":\"" + PASSWORD + "\"}")
                .expect(200);
        approve(admin, approval).expect(200);
    }

    @Test
    void afterADayTheyAreTwoPeople() {
        var puppet = made(admin, Operator.Role.FINANCE);
        service.asService(
                "audit_entry",
                "UPDATE audit_entry SET created_at = created_at - interval '25 hours' WHERE object_id = '" + id(puppet)
                        + "'");
        requireApproved(admin, puppet);
    }
}
