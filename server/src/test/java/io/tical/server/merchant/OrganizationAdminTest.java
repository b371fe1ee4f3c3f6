package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators manage merchants: {@code /admin/v1/organizations}. */
class OrganizationAdminTest extends AuditedService {
    private static final String TREE = "/admin/v1/organizations";
    private static final String LIMIT = """
            {"environment":"test","currency_code":"THB","method_type":"payout","min_deposit":0,"max_deposit":0,"min_withdraw":500,\
            "max_withdraw":%d,"daily_withdraw_limit":null,"maintenance_ranges":[{"min":700,"max":800}]}""";

    private OperatorClient admin;
    private OperatorClient support;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        admin = service.operator(Operator.Role.ADMIN);
        support = service.operator(Operator.Role.SUPPORT);
    }

    private Reply create(String name) {
        return admin.post(TREE, "{\"name\":\"" + name + "\"}").expect(201);
    }

    private String path() {
        return TREE + "/" + create("Shop").word("id");
    }

    /** The lines of the audit log of an organization, newest first. */
    private List<JsonNode> log(String path) {
        var id = path.substring(path.lastIndexOf('/') + 1);
        return admin.get("/admin/v1/audit?organization_id=" + id)
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    @Test
    void aNewOrganizationHasACodeAndTheDefaults() {
        var created = admin.post(TREE, """
                {"name":" Dollar Shop ","default_currency":"USD","timezone":"America/New_York"}""").expect(201);
        assertThat(created.word("name")).isEqualTo("Dollar Shop");
        assertThat(created.word("default_currency")).isEqualTo("USD");
        assertThat(created.word("timezone")).isEqualTo("America/New_York");
        assertThat(created.word("code")).hasSize(10);
        assertThat(created.data().get("limits")).isEmpty();
        assertThat(created.data().at("/thresholds/four_eyes").asLong()).isEqualTo(10_000_000);
        assertThat(create("Shop").word("default_currency")).isEqualTo("THB");
        var path = TREE + "/" + created.word("id");
        assertThat(support.get(path).expect(200).data()).isEqualTo(created.data());
        var log = log(path);
        assertThat(log).hasSize(1);
        assertThat(log.getFirst().get("action").asText()).isEqualTo("create");
        assertThat(log.getFirst().get("before").isNull()).isTrue();
        assertThat(log.getFirst().at("/after/name").asText()).isEqualTo("Dollar Shop");
        assertThat(log.getFirst().get("actor").asText()).isEqualTo(admin.username());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":\" \"}",
                "{\"name\":\"Shop\",\"default_currency\":\"XXX\"}",
                "{\"name\":\"Shop\",\"timezone\":\"Bangkok\"}",
                "{\"name\":7}"
            })
    void aWrongOrganizationIsRefused(String body) {
        admin.post(TREE, body).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void theListIsPagedAndSearched() {
        var name = "Searched " + Ids.next();
        var first = create(name + " a");
        var second = create(name + " b");
        var prefix = TREE + "?q=" + name.toUpperCase(Locale.ROOT).replace(" ", "%20");
        assertThat(support.get(prefix).expect(200).data())
                .extracting(one -> one.get("id").asText())
                .containsExactly(second.word("id"), first.word("id"));
        var page = support.get(prefix + "&limit=1").expect(200);
        assertThat(page.data()).hasSize(1);
        var cursor = page.json().at("/meta/next_cursor").asText();
        assertThat(support.get(prefix + "&limit=1&cursor=" + cursor).expect(200).data())
                .extracting(one -> one.get("id").asText())
                .containsExactly(first.word("id"));
        for (var q : List.of(first.word("code"), first.word("id"))) {
            assertThat(support.get(TREE + "?q=" + q).expect(200).data())
                    .extracting(one -> one.get("id").asText())
                    .containsExactly(first.word("id"));
        }
        assertThat(support.get(TREE + "?q=%25").expect(200).data()).isEmpty();
        support.get(TREE + "?cursor=" + cursor).expect(400, "CURSOR_INVALID");
    }

    @Test
    void theShownFieldsCanBeSentBackWithoutAChange() {
        var path = path();
        service.approved(admin.patch(path, """
                {"limits":[%s],"fees":[{"environment":"live","currency_code":"THB","operation":"payin","per_mille":15,"fixed":300}],
                 "thresholds":{"review":null},"note":"agreed"}""".formatted(String.format(Locale.ROOT, LIMIT, 9_000))));
        var shown = admin.get(path).expect(200).data();
        var lines = log(path).size();
        assertThat(admin.patch(path, shown.toString()).expect(200).data()).isEqualTo(shown);
        assertThat(admin.patch(path, "{}").expect(200).data()).isEqualTo(shown);
        assertThat(log(path)).hasSize(lines);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"New name\"}",
                "{\"timezone\":\"Europe/Paris\"}",
                "{\"thresholds\":{\"review\":7}}",
                "{\"thresholds\":{\"unverified_review\":null}}",
                "{\"thresholds\":{\"four_eyes\":null}}",
                "{\"channels\":{\"bank\":false}}",
                "{\"channels\":{\"qrcode\":false}}",
                "{\"channels\":{\"crypto\":false}}",
                "{\"channels\":{\"p2p\":true}}",
                "{\"networks\":{\"TRC20\":false}}",
                "{\"networks\":{\"ERC20\":false}}",
                "{\"networks\":{\"BEP20\":false}}",
                "{\"p2p_fallback\":\"off\"}",
                "{\"fees\":[{\"environment\":\"test\",\"currency_code\":\"THB\",\"operation\":\"payout\",\"per_mille\":5,\"fixed\":2}]}"
            })
    void oneFieldChangesAloneAndTheLogHasIt(String body) throws Exception {
        var path = path();
        var before = admin.get(path).expect(200).data();
        var answer = admin.patch(path, "{\"note\":\"why\"," + body.substring(1));
        if (answer.status() == 202) {
            service.approved(answer);
        }
        var after = admin.get(path).expect(200).data();
        var asked = Json.mapper().readTree(body);
        var field = asked.fieldNames().next();
        for (var name : before.properties()) {
            if (!List.of(field, "version", "four_eyes_exceptions").contains(name.getKey())) {
                assertThat(after.get(name.getKey())).as(name.getKey()).isEqualTo(name.getValue());
            }
        }
        assertThat(after.get(field)).isNotEqualTo(before.get(field));
        if (asked.get(field).isObject()) {
            var inner = asked.get(field).fieldNames().next();
            for (var name : before.get(field).properties()) {
                var expected = name.getKey().equals(inner) ? asked.get(field).get(inner) : name.getValue();
                assertThat(after.get(field).get(name.getKey()))
                        .as(name.getKey())
                        .isEqualTo(expected);
            }
        } else {
            assertThat(after.get(field)).isEqualTo(asked.get(field));
        }
        assertThat(admin.get(path).expect(200).data()).isEqualTo(after);
        var line = log(path).getFirst();
        assertThat(line.get("action").asText()).isEqualTo("update");
        assertThat(line.get("before").fieldNames()).toIterable().startsWith(field);
        assertThat(line.get("before").get(field)).isEqualTo(before.get(field));
        assertThat(line.get("after").fieldNames()).toIterable().startsWith(field);
        assertThat(line.get("after").get(field)).isEqualTo(after.get(field));
    }

    @Test
    void aLimitReplacesTheOneOfTheSameMethodAndBindsPayouts() {
        var merchant = service.merchant().funded("THB", 100_000);
        var path = TREE + "/" + merchant.organizationId();
        admin.patch(path, "{\"limits\":[" + String.format(Locale.ROOT, LIMIT, 9_000) + "]}")
                .expect(200);
        admin.patch(
                        path,
                        "{\"limits\":["
                                + String.format(Locale.ROOT, LIMIT, 2_000).replace("payout", "bank") + "]}")
                .expect(200);
        var changed = admin.patch(path, "{\"limits\":[" + String.format(Locale.ROOT, LIMIT, 1_000) + "]}")
                .expect(200);
        assertThat(changed.data().get("limits"))
                .extracting(one -> one.get("method_type").asText() + " " + one.get("max_withdraw"))
                .containsExactly("bank 2000", "payout 1000");
        merchant.payout("small", 499).expect(423, "INVALID_AMOUNT_RANGE");
        merchant.payout("closed", 750).expect(423, "AMOUNT_RANGE_MAINTENANCE");
        merchant.payout("large", 1_001).expect(423, "INVALID_AMOUNT_RANGE");
        merchant.payout("right", 1_000).expect(201);
        var line = log(path).getFirst();
        assertThat(line.at("/before/limits")).hasSize(1);
        assertThat(line.at("/before/limits/0/max_withdraw").asLong()).isEqualTo(9_000);
        assertThat(line.at("/after/limits")).hasSize(1);
        assertThat(line.at("/after/limits/0/max_withdraw").asLong()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"\"}",
                "{\"timezone\":\"Nowhere/Town\"}",
                "{\"thresholds\":{\"review\":0}}",
                "{\"thresholds\":{\"review\":-1}}",
                "{\"thresholds\":{\"four_eyes\":\"7\"}}",
                "{\"thresholds\":7}",
                "{\"channels\":{\"bank\":\"yes\"}}",
                "{\"channels\":[]}",
                "{\"networks\":{\"TRC20\":1}}",
                "{\"p2p_fallback\":\"never\"}",
                "{\"limits\":{}}",
                "{\"limits\":[7]}",
                "{\"limits\":[{}]}",
                "{\"fees\":[{\"environment\":\"prod\",\"currency_code\":\"THB\",\"operation\":\"payout\",\"per_mille\":5,\"fixed\":2}]}",
                "{\"fees\":[{\"environment\":\"test\",\"currency_code\":\"XXX\",\"operation\":\"payout\",\"per_mille\":5,\"fixed\":2}]}",
                "{\"fees\":[{\"environment\":\"test\",\"currency_code\":\"THB\",\"operation\":\"gift\",\"per_mille\":5,\"fixed\":2}]}",
                "{\"fees\":[{\"environment\":\"test\",\"currency_code\":\"THB\",\"operation\":\"payin\",\"per_mille\":1001,\"fixed\":2}]}"
            })
    void aWrongChangeIsRefusedAndChangesNothing(String body) {
        var path = path();
        var before = admin.get(path).expect(200).data();
        admin.patch(path, body).expect(400, "VALIDATION_FAILED");
        assertThat(admin.get(path).expect(200).data()).isEqualTo(before);
        assertThat(log(path)).hasSize(1);
    }

    @Test
    void anErrorNamesTheRow() {
        var wrong = admin.patch(
                        path(),
                        "{\"limits\":[%s,%s]}"
                                .formatted(
                                        String.format(Locale.ROOT, LIMIT, 9_000), String.format(Locale.ROOT, LIMIT, 1)))
                .expect(400, "VALIDATION_FAILED");
        assertThat(wrong.json().at("/errors/0/field").asText()).isEqualTo("limits[1].max_withdraw");
    }

    @Test
    void anUnknownOrganizationIsNotFound() {
        for (var id : List.of(Ids.next().toString(), "7")) {
            admin.get(TREE + "/" + id).expect(404, "ORGANIZATION_NOT_FOUND");
            admin.patch(TREE + "/" + id, "{\"name\":\"Shop\"}").expect(404, "ORGANIZATION_NOT_FOUND");
            admin.get(TREE + "/" + id + "/users").expect(404, "ORGANIZATION_NOT_FOUND");
        }
        admin.delete(path() + "/users/" + Ids.next()).expect(404, "USER_NOT_FOUND");
        admin.delete(path() + "/users/7").expect(404, "USER_NOT_FOUND");
    }

    @Test
    void onlyAdministratorsChangeOrganizations() {
        var path = path();
        for (var other : List.of(support, service.operator(Operator.Role.FINANCE))) {
            other.get(path).expect(200);
            other.get(path + "/users").expect(200);
            other.post(TREE, "{\"name\":\"Shop\"}").expect(403, "PERMISSION_DENIED");
            other.patch(path, "{\"name\":\"Shop\"}").expect(403, "PERMISSION_DENIED");
            other.post(path + "/users", "{}").expect(403, "PERMISSION_DENIED");
            other.delete(path + "/users/" + Ids.next()).expect(403, "PERMISSION_DENIED");
        }
    }

    @Test
    void operatorsManageTheUsersOfTheDashboard() {
        var path = path();
        var body = "{\"username\":\"%s\",\"password\":\"a long password\",\"role\":\"%s\",\"note\":\"new\"}";
        var owner = "owner-" + Ids.next();
        var viewer = "viewer-" + Ids.next();
        service.approved(admin.post(path + "/users", body.formatted(owner, "owner")));
        var first =
                admin.get(path + "/users").expect(200).data().get(0).get("id").asText();
        admin.post(path + "/users", body.formatted(owner, "viewer")).expect(409, "RESOURCE_EXISTS");
        admin.post(path + "/users", body.formatted("x", "owner")).expect(400, "VALIDATION_FAILED");
        admin.post(path + "/users", body.formatted("someone", "boss")).expect(400, "VALIDATION_FAILED");
        admin.post(path + "/users", "{\"username\":\"someone\",\"password\":\"short\",\"role\":\"owner\"}")
                .expect(400, "VALIDATION_FAILED");
        var second =
                admin.post(path + "/users", body.formatted(viewer, "viewer")).expect(201);
        assertThat(support.get(path + "/users").expect(200).data())
                .extracting(one -> one.get("username").asText())
                .containsExactly(owner, viewer);
        var client = new DashboardClient(service.port(), viewer, "a long password");
        client.signIn().expect(200);

        admin.delete(path + "/users/" + first).expect(409, "LAST_OWNER");
        admin.delete(path + "/users/" + second.word("id")).expect(200);
        client.get("/api/session").expect(401, "SESSION_REQUIRED");
        admin.delete(path + "/users/" + second.word("id")).expect(404, "USER_NOT_FOUND");

        var log = log(path);
        assertThat(log)
                .extracting(line -> line.get("action").asText() + " "
                        + line.get("object_type").asText())
                .containsExactly(
                        "delete user",
                        "create user",
                        "create user",
                        "approve approval",
                        "request approval",
                        "create organization");
        assertThat(log.getFirst().at("/before/username").asText()).isEqualTo(viewer);
        assertThat(log.toString()).doesNotContain("a long password").doesNotContain("argon2");
    }

    @Test
    void anotherOrganizationsUserIsNotFound() {
        var owner = service.owner(service.merchant());
        var id = owner.get("/api/users").expect(200).data().get(0).get("id").asText();
        admin.delete(path() + "/users/" + UUID.fromString(id)).expect(404, "USER_NOT_FOUND");
    }

    @Test
    void aSwitchedOffChannelIsClosedForTheMerchant() {
        var merchant = service.merchant();
        admin.patch(TREE + "/" + merchant.organizationId(), "{\"channels\":{\"bank\":false,\"qrcode\":false}}")
                .expect(200);
        merchant.payin("closed", 10_000).expect(422, "CHANNEL_DISABLED");
    }
}
