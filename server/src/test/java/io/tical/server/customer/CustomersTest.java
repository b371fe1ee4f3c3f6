package io.tical.server.customer;

import static io.tical.server.customer.CustomerApi.account;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Customers and their accounts, as merchants register them, and currencies. */
class CustomersTest {
    private static CustomerApi api;

    @BeforeAll
    static void start() {
        api = new CustomerApi();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void aCustomerIsMadeWithItsFirstAccountAndEveryFieldIsThere() throws Exception {
        var made = api.post("sk_test", "/v1/customers", """
                {"holder_name":"สมชาย ใจดี","bank_code":"ibank","account_no":"0012345678","name":"Somchai","email":"s@example.com",
                 "phone":"+66 81 234 5678","metadata":{"tier":"gold"},"unknown":1}""");

        assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
        var data = made.data();
        var names = new ArrayList<String>();
        data.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .containsExactly(
                        "id",
                        "customer_id",
                        "customer_account_id",
                        "livemode",
                        "name",
                        "bank_code",
                        "account_no",
                        "holder_name",
                        "currency",
                        "is_verified",
                        "verified_at",
                        "email",
                        "phone",
                        "metadata",
                        "created_at",
                        "updated_at");
        assertThat(data.path("customer_account_id")).isEqualTo(data.path("id"));
        assertThat(data.path("customer_id")).isNotEqualTo(data.path("id"));
        assertThat(data.path("holder_name").asText()).isEqualTo("สมชาย ใจดี");
        assertThat(data.path("bank_code").asText()).isEqualTo("ISBT");
        assertThat(data.path("currency").asText()).isEqualTo("THB");
        assertThat(data.path("metadata").path("tier").asText()).isEqualTo("gold");
        assertThat(data.path("created_at").isIntegralNumber()).isTrue();
        assertThat(api.get("sk_test", "/v1/customers/" + data.path("id").asText())
                        .data())
                .isEqualTo(data);
    }

    @Test
    void omittedFieldsAreTakenFromTheHolderAndTheOrganization() throws Exception {
        var thai = api.post("sk_test", "/v1/customers", account("")).data();
        assertThat(thai.path("name").asText()).isEqualTo("Somchai Jaidee");
        assertThat(thai.path("email").isNull()).isTrue();
        assertThat(thai.path("metadata").isObject()).isTrue();

        var american = api.post("sk_other", "/v1/customers", account("")).data();
        assertThat(american.path("currency").asText()).isEqualTo("USD");
        assertThat(american.path("bank_code").asText()).isEqualTo("004");
    }

    @Test
    void testAccountsAreVerifiedAtOnceAndLiveOnesWhenFinanceHasLooked() throws Exception {
        var test = api.post("sk_test", "/v1/customers", account("")).data();
        assertThat(test.path("is_verified").asBoolean()).isTrue();
        assertThat(test.path("verified_at")).isEqualTo(test.path("created_at"));

        var live = api.post("sk_live", "/v1/customers", account("")).data();
        assertThat(live.path("is_verified").asBoolean()).isFalse();
        assertThat(live.path("verified_at").isNull()).isTrue();

        var path = "/v1/customers/" + live.path("id").asText() + "/verify";
        var asked = api.post("sk_live", path, "");
        assertThat(asked.status()).isEqualTo(202);
        assertThat(asked.data()).isEqualTo(live);
        var requestedAt = requestedAt(live);
        assertThat(requestedAt).isNotNull();

        assertThat(api.post("sk_live", path, "").status()).isEqualTo(202);
        assertThat(requestedAt(live)).isEqualTo(requestedAt);
        assertThat(api.post("sk_test", "/v1/customers/" + test.path("id").asText() + "/verify", "")
                        .data())
                .isEqualTo(test);
        assertThat(requestedAt(test)).isNull();
    }

    private static Object requestedAt(JsonNode account) {
        return api.database()
                .run(session -> session.sql("""
                        SELECT verification_requested_at FROM customer_account WHERE account_id = cast(:id AS uuid)
                        """)
                        .bind("id", account.path("id").asText())
                        .list(row -> java.util.Optional.ofNullable(row.instantOrNull("verification_requested_at"))))
                .getFirst()
                .orElse(null);
    }

    @Test
    void aCustomerCanHaveSeveralAccounts() throws Exception {
        var first = api.post("sk_test", "/v1/customers", account(",\"name\":\"Shop\",\"metadata\":{\"a\":\"b\"}"))
                .data();
        var second = api.post(
                        "sk_test",
                        "/v1/customers",
                        account(",\"name\":\"ignored\",\"customer_id\":\""
                                + first.path("customer_id").asText() + "\""))
                .data();

        assertThat(second.path("customer_id")).isEqualTo(first.path("customer_id"));
        assertThat(second.path("id")).isNotEqualTo(first.path("id"));
        assertThat(second.path("name").asText()).isEqualTo("Shop");
        assertThat(second.path("metadata")).isEqualTo(first.path("metadata"));
    }

    @Test
    void anUnknownCustomerIsRefusedAndSoIsAnotherMerchantsOrEnvironments() throws Exception {
        var mine = api.post("sk_test", "/v1/customers", account(""))
                .data()
                .path("customer_id")
                .asText();
        for (var attempt : List.of(
                List.of("sk_test", Ids.next().toString()), List.of("sk_live", mine), List.of("sk_other", mine))) {
            var reply = api.post(
                    "sk_" + attempt.getFirst().substring(3),
                    "/v1/customers",
                    account(",\"customer_id\":\"" + attempt.get(1) + "\""));
            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.code()).isEqualTo("CUSTOMER_NOT_FOUND");
        }
    }

    @Test
    void anAccountIsRegisteredOnceForAMerchantAndEnvironment() throws Exception {
        var body = account("");
        assertThat(api.post("sk_test", "/v1/customers", body).status()).isEqualTo(201);

        for (var same : List.of(body, body.replace("004", "KBANK"), body.replace("004", "kbank"))) {
            var again = api.post("sk_test", "/v1/customers", same);
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.code()).isEqualTo("RESOURCE_EXISTS");
        }
        assertThat(api.post("sk_live", "/v1/customers", body).status()).isEqualTo(201);
        assertThat(api.post("sk_other", "/v1/customers", body).status()).isEqualTo(201);
        assertThat(api.post("sk_test", "/v1/customers", body.replace("004", "014"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aRefusedAccountLeavesNoCustomerBehind() throws Exception {
        var body = account("");
        api.post("sk_test", "/v1/customers", body);
        var before = api.customers();

        assertThat(api.post("sk_test", "/v1/customers", body).status()).isEqualTo(409);

        assertThat(api.customers()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|holder_name bank_code account_no",
                "{'holder_name':' ','bank_code':'004','account_no':'123456'}|holder_name",
                "{'holder_name':'A','bank_code':'004','account_no':'12345'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':'123456789012345678901'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':'12345678a'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':'１２３４５６'}|account_no",
                "{'holder_name':'A','bank_code':'004','account_no':1234567890}|account_no",
                "{'holder_name':'A','bank_code':'999','account_no':'123456'}|bank_code",
                "{'holder_name':'A','bank_code':'CHASUS33','account_no':'123456'}|bank_code",
                "{'holder_name':'A','bank_code':'A','account_no':'123456','currency':'USD'}|bank_code",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','customer_id':'7'}|customer_id",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','email':'nobody'}|email",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','phone':'call me'}|phone",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','metadata':[]}|metadata",
                "{'holder_name':'A','bank_code':'004','account_no':'123456','metadata':{'a':1}}|metadata",
                "{'holder_name':'A\\u0000','bank_code':'004','account_no':'123456'}|holder_name"
            })
    void everyWrongFieldIsNamedAtOnce(String body, String fields) throws Exception {
        var reply = api.post("sk_test", "/v1/customers", body.replace('\'', '"'));

        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(reply.body().path("errors").findValuesAsText("field")).containsExactlyInAnyOrder(fields.split(" "));
    }

    @Test
    void metadataHasAtMost20Pairs() throws Exception {
        var pairs = IntStream.range(0, 20).mapToObj(i -> "\"k" + i + "\":\"v\"").toList();
        assertThat(api.post("sk_test", "/v1/customers", account(",\"metadata\":{" + String.join(",", pairs) + "}"))
                        .status())
                .isEqualTo(201);
        assertThat(api.post(
                                "sk_test",
                                "/v1/customers",
                                account(",\"metadata\":{" + String.join(",", pairs) + ",\"z\":\"v\"}"))
                        .code())
                .isEqualTo("VALIDATION_FAILED");
    }

    @ParameterizedTest
    @CsvSource({"XXX", "EUR", "thb", "USDT", "''"})
    void anInactiveCurrencyIsUnsupported(String currency) throws Exception {
        var reply = api.post("sk_test", "/v1/customers", account(",\"currency\":\"" + currency + "\""));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("CURRENCY_UNSUPPORTED");
    }

    @Test
    void anotherCallersCustomerIsNotFound() throws Exception {
        var id = api.post("sk_test", "/v1/customers", account(""))
                .data()
                .path("id")
                .asText();

        for (var key : List.of("sk_live", "sk_other")) {
            assertThat(api.get(key, "/v1/customers/" + id).code()).isEqualTo("CUSTOMER_NOT_FOUND");
            assertThat(api.post(key, "/v1/customers/" + id + "/verify", "").code())
                    .isEqualTo("CUSTOMER_NOT_FOUND");
        }
        for (var unknown : List.of(Ids.next().toString(), "7", "%27")) {
            var reply = api.get("sk_test", "/v1/customers/" + unknown);
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.code()).isEqualTo("CUSTOMER_NOT_FOUND");
        }
    }

    @Test
    void aKeyNeedsTheScope() throws Exception {
        assertThat(api.get("sk_reader", "/v1/customers").status()).isEqualTo(200);
        assertThat(api.post("sk_reader", "/v1/customers", account("")).code()).isEqualTo("SCOPE_MISSING");
        assertThat(api.get("sk_none", "/v1/customers").code()).isEqualTo("SCOPE_MISSING");
        assertThat(api.get("sk_none", "/v1/currencies").status()).isEqualTo(200);
    }

    @Test
    void currenciesAreListedWithTheirProfiles() throws Exception {
        var reply = api.get("sk_test", "/v1/currencies");

        assertThat(reply.data().findValuesAsText("code"))
                .contains("THB", "USD", "VND", "IDR", "JPY")
                .doesNotContain("USDT", "EUR");
        var names = new ArrayList<String>();
        reply.data().get(0).fieldNames().forEachRemaining(names::add);
        assertThat(names).containsExactly("code", "name", "symbol", "locale", "description", "scale", "unit_step");
    }
}
