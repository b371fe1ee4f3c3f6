package io.tical.server.treasury;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merchants manage their own bank accounts: {@code /v1/organizations/accounts}. */
class OrganizationAccountsTest extends AuditedService {
    private static final String TREE = "/v1/organizations/accounts";
    private static final String ACCOUNT = """
            {"bank_code":"%s","account_no":"%s","holder_name":"Shop Ltd.","currency_code":"%s"}""";

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    private static Reply add(Merchant merchant, String accountNo) {
        return merchant.post(TREE, ACCOUNT.formatted("KBANK", accountNo, "THB")).expect(201);
    }

    private static Reply patch(Merchant merchant, String id, String body) {
        return merchant.send("PATCH", TREE + "/" + id, Map.of(), body);
    }

    private static Reply delete(Merchant merchant, String id) {
        return merchant.send("DELETE", TREE + "/" + id, Map.of(), null);
    }

    private static List<JsonNode> listed(Merchant merchant) {
        return merchant.get(TREE).expect(200).data().valueStream().toList();
    }

    private static List<String> defaults(Merchant merchant) {
        return listed(merchant).stream()
                .filter(one -> one.get("is_default").asBoolean())
                .map(one -> one.get("currency_code").asText() + " "
                        + one.get("account_no").asText())
                .sorted()
                .toList();
    }

    @Test
    void aTestAccountIsVerifiedAtOnceAndShownAsItWasAdded() {
        var merchant = service.merchant();
        var added = merchant.post(TREE, """
                {"bank_code":"004","account_no":"0123456789","holder_name":"Shop Ltd.","label":" Main "}""").expect(201);
        assertThat(added.word("bank_code")).isEqualTo("KBANK");
        assertThat(added.word("account_no")).isEqualTo("0123456789");
        assertThat(added.word("holder_name")).isEqualTo("Shop Ltd.");
        assertThat(added.word("currency_code")).isEqualTo("THB");
        assertThat(added.word("label")).isEqualTo("Main");
        assertThat(added.data().get("is_default").asBoolean()).isTrue();
        assertThat(added.data().get("is_verified").asBoolean()).isTrue();
        assertThat(listed(merchant)).containsExactly(added.data());
    }

    @Test
    void testAndLiveAccountsAreApartAndLiveOnesWaitForFinance() {
        var test = service.merchant();
        var live = service.live(test);
        var inTest = add(test, "1000000001").word("id");
        var inLive = add(live, "1000000001");
        assertThat(inLive.data().get("is_verified").asBoolean()).isFalse();
        assertThat(inLive.data().get("is_default").asBoolean()).isTrue();
        assertThat(listed(test)).extracting(one -> one.get("id").asText()).containsExactly(inTest);
        assertThat(listed(live)).containsExactly(inLive.data());
        patch(live, inTest, "{\"label\":\"x\"}").expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        delete(test, inLive.word("id")).expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
    }

    @Test
    void eachCurrencyHasAtMostOneDefault() {
        var merchant = service.merchant();
        var first = add(merchant, "2000000001").word("id");
        var second = add(merchant, "2000000002");
        assertThat(second.data().get("is_default").asBoolean()).isFalse();
        merchant.post(TREE, ACCOUNT.formatted("CHASE", "2000000003", "USD")).expect(201);
        assertThat(defaults(merchant)).containsExactly("THB 2000000001", "USD 2000000003");

        patch(merchant, second.word("id"), "{\"is_default\":true}").expect(200);
        assertThat(defaults(merchant)).containsExactly("THB 2000000002", "USD 2000000003");
        merchant.post(TREE, ACCOUNT.formatted("SCB", "2000000004", "THB").replace("}", ",\"is_default\":true}"))
                .expect(201);
        assertThat(defaults(merchant)).containsExactly("THB 2000000004", "USD 2000000003");
        patch(merchant, first, "{\"is_default\":true}").expect(200);
        patch(merchant, first, "{\"is_default\":true}").expect(200);
        assertThat(defaults(merchant)).containsExactly("THB 2000000001", "USD 2000000003");
        patch(merchant, first, "{\"is_default\":false}").expect(200);
        assertThat(defaults(merchant)).containsExactly("USD 2000000003");
        merchant.post(TREE, ACCOUNT.formatted("SCB", "2000000005", "THB").replace("}", ",\"is_default\":false}"))
                .expect(201);
        assertThat(defaults(merchant)).containsExactly("USD 2000000003");
    }

    @Test
    void theDatabaseKeepsASecondDefaultOut() {
        var merchant = service.merchant();
        add(merchant, "2100000001");
        add(merchant, "2100000002");
        assertThatThrownBy(
                        () -> service.sql("UPDATE organization_account SET is_default = true WHERE organization_id = '"
                                + merchant.organizationId() + "'"))
                .hasStackTraceContaining("organization_account_default");
    }

    @Test
    void ofManyWhoChooseADefaultAtTheSameTimeOneIsItAfterwards() throws Exception {
        var merchant = service.merchant();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var adds = new ArrayList<Callable<Reply>>();
            for (int number = 0; number < 8; number++) {
                var accountNo = Long.toString(3_000_000_000L + number);
                adds.add(() -> add(merchant, accountNo));
            }
            var ids = new ArrayList<String>();
            for (var added : threads.invokeAll(adds)) {
                ids.add(added.get().word("id"));
            }
            assertThat(defaults(merchant)).hasSize(1);
            var changes = ids.stream()
                    .<Callable<Reply>>map(id -> () -> patch(merchant, id, "{\"is_default\":true}"))
                    .toList();
            for (var changed : threads.invokeAll(changes)) {
                changed.get().expect(200);
            }
            assertThat(defaults(merchant)).hasSize(1);
        }
    }

    @Test
    void aLabelIsChangedAndRemoved() {
        var merchant = service.merchant();
        var id = add(merchant, "4000000001").word("id");
        assertThat(patch(merchant, id, "{\"label\":\" Reserve \"}").expect(200).word("label"))
                .isEqualTo("Reserve");
        var kept = patch(merchant, id, "{\"holder_name\":\"Other\",\"label\":null}")
                .expect(200);
        assertThat(kept.word("label")).isEqualTo("Reserve");
        assertThat(kept.word("holder_name")).isEqualTo("Shop Ltd.");
        assertThat(patch(merchant, id, "{\"label\":\"\"}")
                        .expect(200)
                        .data()
                        .get("label")
                        .isNull())
                .isTrue();
    }

    @Test
    void aRemovedAccountIsGoneAndCanBeAddedAgain() {
        var merchant = service.merchant();
        var first = add(merchant, "5000000001").word("id");
        add(merchant, "5000000002");
        assertThat(delete(merchant, first).expect(200).data().get("is_default").asBoolean())
                .isFalse();
        assertThat(listed(merchant))
                .extracting(one -> one.get("account_no").asText())
                .containsExactly("5000000002");
        assertThat(defaults(merchant)).isEmpty();
        delete(merchant, first).expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        patch(merchant, first, "{\"is_default\":true}").expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        var again = add(merchant, "5000000001");
        assertThat(again.word("id")).isNotEqualTo(first);
        assertThat(defaults(merchant)).containsExactly("THB 5000000001");
    }

    @Test
    void anAccountIsAddedOnceInEachEnvironment() {
        var merchant = service.merchant();
        var body = ACCOUNT.formatted("KBANK", "6000000001", "THB");
        var first = merchant.post(TREE, body, "key").expect(201);
        var replayed = merchant.post(TREE, body, "key").expect(201);
        assertThat(replayed.data()).isEqualTo(first.data());
        assertThat(replayed.headers().firstValue("Idempotent-Replayed")).contains("true");
        merchant.post(TREE, body.replace("Shop", "Other"), "key").expect(409, "IDEMPOTENCY_KEY_REUSED");
        merchant.post(TREE, body).expect(409, "RESOURCE_EXISTS");
        merchant.post(TREE, body.replace("KBANK", "004")).expect(409, "RESOURCE_EXISTS");
        merchant.post(TREE, body.replace("}", ",\"is_default\":true}")).expect(409, "RESOURCE_EXISTS");
        assertThat(defaults(merchant)).containsExactly("THB 6000000001");
        add(service.merchant(), "6000000001");
    }

    @Test
    void aChangeOrRemovalMayHaveAKey() {
        var merchant = service.merchant();
        var path = TREE + "/" + add(merchant, "6100000001").word("id");
        var keyed = Map.of("Idempotency-Key", "change");
        var first = merchant.send("PATCH", path, keyed, "{\"label\":\"one\"}").expect(200);
        merchant.send("PATCH", path, Map.of(), "{\"label\":\"two\"}").expect(200);
        var again = merchant.send("PATCH", path, keyed, "{\"label\":\"one\"}").expect(200);
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(listed(merchant).getFirst().get("label").asText()).isEqualTo("two");
        merchant.send("PATCH", path, keyed, "{\"label\":\"three\"}").expect(409, "IDEMPOTENCY_KEY_REUSED");
        merchant.send("DELETE", path, keyed, null).expect(409, "IDEMPOTENCY_KEY_REUSED");
        merchant.send("DELETE", path, Map.of("Idempotency-Key", " "), null).expect(400, "IDEMPOTENCY_KEY_INVALID");
        var removal = Map.of("Idempotency-Key", "removal");
        merchant.send("DELETE", path, removal, null).expect(200);
        merchant.send("DELETE", path, removal, null).expect(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                                                       | VALIDATION_FAILED",
                "{\"bank_code\":\"XBANK\",\"account_no\":\"123456\",\"holder_name\":\"S\"}                                 | VALIDATION_FAILED",
                "{\"bank_code\":\"KBANK\",\"account_no\":\"12345\",\"holder_name\":\"S\"}                                  | VALIDATION_FAILED",
                "{\"bank_code\":\"KBANK\",\"account_no\":\"123-456\",\"holder_name\":\"S\"}                                | VALIDATION_FAILED",
                "{\"bank_code\":\"KBANK\",\"account_no\":\"123456\",\"holder_name\":\"\"}                                  | VALIDATION_FAILED",
                "{\"bank_code\":\"KBANK\",\"account_no\":123456,\"holder_name\":\"S\"}                                     | VALIDATION_FAILED",
                "{\"bank_code\":\"KBANK\",\"account_no\":\"123456\",\"holder_name\":\"S\",\"is_default\":\"yes\"}          | VALIDATION_FAILED",
                "{\"bank_code\":\"KBANK\",\"account_no\":\"123456\",\"holder_name\":\"S\",\"label\":7}                     | VALIDATION_FAILED",
                "{\"bank_code\":\"KBANK\",\"account_no\":\"123456\",\"holder_name\":\"S\",\"currency_code\":\"EUR\"}       | CURRENCY_UNSUPPORTED",
                "{\"bank_code\":\"KBANK\",\"account_no\":\"123456\",\"holder_name\":\"S\",\"currency_code\":\"USDT\"}      | CURRENCY_UNSUPPORTED",
                "[]                                                                                                       | JSON_INVALID",
            })
    void aWrongAccountIsRefused(String body, String code) {
        var merchant = service.merchant();
        merchant.post(TREE, body).expect(400, code);
        assertThat(listed(merchant)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"label\":7}", "{\"is_default\":1}", "{\"label\":\"%s\"}"})
    void aWrongChangeIsRefused(String body) {
        var merchant = service.merchant();
        var added = add(merchant, "7000000001");
        patch(merchant, added.word("id"), body.formatted("x".repeat(101))).expect(400, "VALIDATION_FAILED");
        assertThat(listed(merchant)).containsExactly(added.data());
    }

    @Test
    void theAccountsOfOthersAreNotFound() {
        var id = add(service.merchant(), "7100000001").word("id");
        var other = service.merchant();
        for (var wrong : List.of(id, Ids.next().toString(), "7")) {
            patch(other, wrong, "{\"label\":\"x\"}").expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
            delete(other, wrong).expect(404, "ORGANIZATION_ACCOUNT_NOT_FOUND");
        }
        assertThat(listed(other)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachOperationNeedsItsScope(boolean livemode) {
        var merchant = service.merchant();
        var all = livemode ? service.live(merchant) : merchant;
        var id = add(all, "7200000001").word("id");
        var reader = service.scoped(merchant, livemode, Scope.ACCOUNTS_READ);
        var writer = service.scoped(merchant, livemode, Scope.ACCOUNTS_WRITE);
        reader.get(TREE).expect(200);
        reader.post(TREE, "{}").expect(403, "SCOPE_MISSING");
        patch(reader, id, "{}").expect(403, "SCOPE_MISSING");
        delete(reader, id).expect(403, "SCOPE_MISSING");
        writer.get(TREE).expect(403, "SCOPE_MISSING");
        patch(writer, id, "{}").expect(200);
        delete(writer, id).expect(200);
    }

    @Test
    void theListIsPaged() {
        var merchant = service.merchant();
        var first = add(merchant, "7300000001").data();
        var second = add(merchant, "7300000002").data();
        var page = merchant.get(TREE + "?limit=1").expect(200);
        assertThat(page.data()).containsExactly(second);
        var cursor = page.json().at("/meta/next_cursor").asText();
        assertThat(merchant.get(TREE + "?limit=1&cursor=" + cursor).expect(200).data())
                .containsExactly(first);
        merchant.get(TREE + "?limit=0").expect(400, "LIMIT_INVALID");
    }
}
