package io.tical.server.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators manage the accounts that payers pay into: {@code /admin/v1/collection-accounts}. */
class CollectionAdminTest extends AuditedService {
    private static final String TREE = "/admin/v1/collection-accounts";
    private static final String ACCOUNT = """
            {"currency":"%s","bank_code":"004","account_no":"%s","holder_name":"Tical Co.","promptpay_id":"0812345678","weight":5,"note":"new"}""";

    private OperatorClient finance;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        finance = service.operator(Operator.Role.FINANCE);
    }

    /** An account that a second person approved. */
    private Reply added(String number) {
        service.approved(finance.post(TREE, ACCOUNT.formatted("THB", number)));
        return found(number);
    }

    private Reply found(String number) {
        var id = finance.get(TREE)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("account_no").asText().equals(number))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
        return finance.get(TREE + "/" + id).expect(200);
    }

    @Test
    void anAccountIsAddedAndReceivesPayins() {
        var added = added("1110000001");
        assertThat(added.word("bank_code")).isEqualTo("KBANK");
        assertThat(added.number("version")).isEqualTo(1);
        var existing = finance.post(TREE, ACCOUNT.formatted("THB", "1110000001"))
                .expect(409, "RESOURCE_EXISTS")
                .json()
                .get("details");
        assertThat(existing.get("role").asText()).isEqualTo("existing");
        assertThat(existing.get("id").asText()).isEqualTo(added.word("id"));
        assertThat(existing.get("reference").asText()).isEqualTo("KBANK 1110000001");
        assertThat(existing.get("organization_id").isNull()).isTrue();
        var listed = finance.get(TREE).expect(200).data();
        assertThat(listed).contains(added.data());
        // The others receive no new payins.
        for (var other : listed) {
            if (!other.get("id").asText().equals(added.word("id"))) {
                finance.patch(
                                TREE + "/" + other.get("id").asText(),
                                "{\"version\":%s,\"weight\":0}".formatted(other.get("version")))
                        .expect(200);
            }
        }
        assertThat(service.merchant().payin("received", 10_000).expect(201).word("receiving_identifier"))
                .isIn("1110000001", "0812345678");
        var log = finance.get("/admin/v1/audit?object=" + added.word("id")).expect(200);
        assertThat(log.data()).hasSize(1);
        assertThat(log.data().get(0).get("action").asText()).isEqualTo("create");
        assertThat(log.data().get(0).at("/after/account_no").asText()).isEqualTo("1110000001");
        assertThat(log.data().get(0).get("before").isNull()).isTrue();
    }

    @Test
    void aChangeNamesTheVersionAndReplacesOnlyWhatItNames() {
        var path = TREE + "/" + added("1110000002").word("id");
        service.approved(finance.patch(path, "{\"version\":1,\"holder_name\":\"Tical Ltd.\",\"note\":\"renamed\"}"));
        var changed = finance.get(path).expect(200);
        assertThat(changed.word("holder_name")).isEqualTo("Tical Ltd.");
        assertThat(changed.word("promptpay_id")).isEqualTo("0812345678");
        assertThat(changed.number("weight")).isEqualTo(5);
        finance.patch(path, "{\"version\":1,\"weight\":7}").expect(409, "VERSION_CONFLICT");
        finance.patch(path, "{\"weight\":7}").expect(400, "VALIDATION_FAILED");
        service.approved(finance.patch(path, "{\"version\":2,\"promptpay_id\":null,\"note\":\"closed\"}"));
        var without = finance.get(path).expect(200);
        assertThat(without.data().get("promptpay_id").isNull()).isTrue();
        var line = finance.get("/admin/v1/audit?object=" + changed.word("id"))
                .expect(200)
                .data()
                .get(0);
        assertThat(line.get("action").asText()).isEqualTo("update");
        assertThat(line.get("asked_by").asText()).isEqualTo(finance.username());
        assertThat(line.at("/before/promptpay_id").asText()).isEqualTo("0812345678");
        assertThat(line.at("/after/promptpay_id").isNull()).isTrue();
        assertThat(line.get("before").has("account_no")).isFalse();
    }

    @Test
    void aPromptPayIdIsStoredAsItsDigitsAndARefusalSaysWhichKindIsWrong() {
        var asked = finance.post(TREE, ACCOUNT.formatted("THB", "1110000004").replace("0812345678", "+66 81-234-5678"));
        assertThat(asked.expect(202).data().at("/after/promptpay_id").asText()).isEqualTo("0812345678");
        service.approved(asked);
        var added = found("1110000004");
        assertThat(added.word("promptpay_id")).isEqualTo("0812345678");
        var refused = finance.patch(TREE + "/" + added.word("id"), "{\"version\":1,\"promptpay_id\":\"1234567890120\"}")
                .expect(400, "VALIDATION_FAILED");
        assertThat(refused.text()).contains("promptpay_id", "a digit of the national or tax id is wrong");
    }

    @Test
    void theShownFieldsCanBeSentBack() {
        var added = added("1110000003");
        var path = TREE + "/" + added.word("id");
        var back = finance.patch(path, finance.get(path).expect(200).data().toString())
                .expect(200);
        assertThat(back.data()).isEqualTo(added.data());
        assertThat(finance.get("/admin/v1/audit?object=" + added.word("id"))
                        .expect(200)
                        .data())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"weight\":1001}",
                "{\"weight\":\"7\"}",
                "{\"account_no\":\"12\"}",
                "{\"holder_name\":\" \"}",
                "{\"bank_code\":\"NOBANK\"}",
                "{\"currency\":\"USD\"}",
                "{\"promptpay_id\":\"12\"}",
                "{\"promptpay_id\":\"0212345678\"}",
                "{\"promptpay_id\":\"1234567890\"}",
                "{\"promptpay_id\":\"1234567890120\"}",
                "{\"promptpay_id\":\"010553600001100\"}",
                "{\"promptpay_id\":7}"
            })
    void aWrongChangeIsRefused(String wrong) {
        var number = Long.toString(Math.floorMod(wrong.hashCode(), 1_000_000_000L) + 1_000_000_000L);
        var path = TREE + "/" + added(number).word("id");
        finance.patch(path, "{\"note\":\"wrong\",\"version\":1," + wrong.substring(1))
                .expect(400, "VALIDATION_FAILED");
        assertThat(finance.get(path).expect(200).number("version")).isEqualTo(1);
    }

    @Test
    void rolesAndWrongAccountsAreRefused() {
        var support = service.operator(Operator.Role.SUPPORT);
        support.get(TREE).expect(200);
        support.post(TREE, ACCOUNT.formatted("THB", "1110000009")).expect(403, "PERMISSION_DENIED");
        support.patch(TREE + "/" + Ids.next(), "{\"version\":1}").expect(403, "PERMISSION_DENIED");
        finance.post(TREE, "{}").expect(400, "VALIDATION_FAILED");
        finance.post(TREE, ACCOUNT.formatted("XXX", "1110000009")).expect(400, "VALIDATION_FAILED");
        for (var wrong : List.of(Ids.next().toString(), "7")) {
            finance.get(TREE + "/" + wrong).expect(404, "COLLECTION_ACCOUNT_NOT_FOUND");
            finance.patch(TREE + "/" + wrong, "{\"version\":1}").expect(404, "COLLECTION_ACCOUNT_NOT_FOUND");
        }
    }
}
