package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Users see where they are signed in, and end it. */
class OwnSessionsTest extends AuditedService {
    private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    private DashboardClient elsewhere(DashboardClient user) {
        var other = new DashboardClient(service.port(), user.username(), user.password());
        other.signIn(other.password(), Map.of("User-Agent", FIREFOX)).expect(200);
        return other;
    }

    private static Reply sessions(DashboardClient user) {
        return user.get("/api/sessions").expect(200);
    }

    private static String other(DashboardClient user) {
        return sessions(user)
                .data()
                .valueStream()
                .filter(one -> !one.get("current").asBoolean())
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
    }

    @Test
    void aUserSeesTheOwnSessionsAndWhichOneThisIs() {
        var merchant = service.merchant();
        var user = service.viewer(merchant);
        service.owner(merchant);
        var other = elsewhere(user);
        var listed = sessions(user);
        assertThat(listed.data()).hasSize(2).allSatisfy(one -> {
            assertThat(one.get("source").asText()).isEqualTo("127.0.0.1");
            assertThat(one.get("created_at").asLong())
                    .isBetween(
                            Instant.now().getEpochSecond() - 60, Instant.now().getEpochSecond());
            assertThat(one.get("browser").asText())
                    .isEqualTo(one.get("current").asBoolean() ? "Java-http-client" : "Firefox on Linux");
        });
        assertThat(listed.data())
                .filteredOn(one -> one.get("current").asBoolean())
                .hasSize(1);
        assertThat(listed.text()).doesNotContain(user.token(), other.token());
    }

    @Test
    void aSessionThatWasEndedElsewhereIsEndedAtOnce() {
        var user = service.owner(service.merchant());
        var other = elsewhere(user);
        other.get("/api/session/state").expect(200);
        user.delete("/api/sessions/" + other(user)).expect(200);
        other.get("/api/session/state").expect(401, "SESSION_REQUIRED");
        other.get("/api/session").expect(401, "SESSION_REQUIRED");
        user.get("/api/session").expect(200);
        assertThat(user.get("/api/audit")
                        .expect(200)
                        .data()
                        .get(0)
                        .get("action")
                        .asText())
                .isEqualTo("end_session");
    }

    @Test
    void allOthersEndAndThisOneStays() {
        var user = service.viewer(service.merchant());
        var one = elsewhere(user);
        var two = elsewhere(user);
        assertThat(user.delete("/api/sessions").expect(200).number("ended")).isEqualTo(2);
        assertThat(user.delete("/api/sessions").expect(200).number("ended")).isZero();
        one.get("/api/session").expect(401, "SESSION_REQUIRED");
        two.get("/api/session").expect(401, "SESSION_REQUIRED");
        assertThat(sessions(user).data()).hasSize(1);
    }

    @Test
    void aSessionOfAnotherUserCannotBeEndedByItsId() {
        var merchant = service.merchant();
        var user = service.viewer(merchant);
        elsewhere(user);
        var id = other(user);
        service.owner(merchant).delete("/api/sessions/" + id).expect(404, "SESSION_NOT_FOUND");
        service.owner(service.merchant()).delete("/api/sessions/" + id).expect(404, "SESSION_NOT_FOUND");
        user.delete("/api/sessions/" + Ids.next()).expect(404, "SESSION_NOT_FOUND");
        assertThat(sessions(user).data()).hasSize(2);
    }

    @Test
    void anOwnerEndsAllSessionsOfAnotherUser() {
        var merchant = service.merchant();
        var owner = service.owner(merchant);
        var viewer = service.viewer(merchant);
        var other = elsewhere(viewer);
        var id = owner.get("/api/users").expect(200).data().get(1).get("id").asText();
        var path = "/api/users/" + id + "/sessions";
        viewer.delete(path).expect(403, "PERMISSION_DENIED");
        service.owner(service.merchant()).delete(path).expect(404, "USER_NOT_FOUND");
        assertThat(owner.delete(path).expect(200).number("ended")).isEqualTo(2);
        viewer.get("/api/session").expect(401, "SESSION_REQUIRED");
        other.get("/api/session").expect(401, "SESSION_REQUIRED");
        viewer.signIn().expect(200);
    }

    @Test
    void lookingWhetherASessionIsActiveDoesNotKeepItActive() {
        var user = service.owner(service.merchant());
        var mine = "user_id = (SELECT user_id FROM dashboard_username WHERE username = '" + user.username() + "')";
        service.sql("UPDATE dashboard_session SET last_seen_at = now() - interval '29 minutes' WHERE " + mine);
        user.get("/api/session/state").expect(200);
        assertThat(service.count(
                        "SELECT count(*) FROM dashboard_session WHERE last_seen_at > now() - interval '28 minutes' AND "
                                + mine))
                .isZero();
        user.get("/api/session").expect(200);
        assertThat(service.count(
                        "SELECT count(*) FROM dashboard_session WHERE last_seen_at > now() - interval '28 minutes' AND "
                                + mine))
                .isEqualTo(1);
    }
}
