package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.staff.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The words that describe fields are true of real answers. {@link OpenApiContract} holds the answers of all tests against "the same as". */
class FieldWordsTest {
    private static final JsonNode SCHEMAS =
            OpenApiContract.merchants().document().root().at("/components/schemas");

    @Test
    void whatAFieldIsTheSameAsStandsOnTheSameObject() {
        var wrong = new ArrayList<String>();
        SCHEMAS.properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(property -> SameFields.other(property.getValue())
                                .filter(other ->
                                        !schema.getValue().path("properties").has(other))
                                .ifPresent(
                                        other -> wrong.add(schema.getKey() + "." + property.getKey() + ": " + other))));
        assertThat(wrong).isEmpty();
    }

    @Test
    void fieldsOfTheSenderAreNotDescribedAsTheReceiversNorTheReverse() {
        var opposite = Map.of("sender_", "receiv", "receiving_", "sender");
        var wrong = new ArrayList<String>();
        SCHEMAS.properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(property -> opposite.forEach((prefix, word) -> {
                            if (property.getKey().startsWith(prefix)
                                    && property.getValue()
                                            .path("description")
                                            .asText()
                                            .contains(word)) {
                                wrong.add(schema.getKey() + "." + property.getKey());
                            }
                        })));
        assertThat(wrong).isEmpty();
    }

    @Test
    void aDifferenceFromTheOtherFieldIsFound() throws Exception {
        var document = Json.mapper().readTree("""
                {"components":{"schemas":{"One":{"properties":{"b":{"description":"The same as `a`."},
                  "at":{"description":"The same as `when`, Unix seconds."}}}}}}""");
        var same = new SameFields(document);
        var schema = Json.mapper().readTree("{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/One\"}}");
        assertThat(same.violations(schema, Json.mapper().readTree("""
                [{"a":1,"b":1,"when":"1970-01-01T00:01:00Z","at":60},{"a":1,"b":2},{"b":1},{"when":"1970-01-01T00:01:00Z","at":61}]""")))
                .containsExactly(
                        "b is 2, and a is 1",
                        "b is 1, and a is missing",
                        "at is 61, and when is \"1970-01-01T00:01:00Z\"");
    }

    @Test
    void aPayoutNamesTheAccountThatItWasSentFromAndTheOneThatItWentTo() {
        try (var service = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var merchant = service.merchant().funded("THB", 500_000);
            var id = merchant.payout("order", 100_000).expect(201).word("id");
            merchant.post("/v1/payouts/" + id + "/test-confirm").expect(200);
            var payout = merchant.payout(id);
            assertThat(List.of(payout.word("sender_holder_name"), payout.word("sender_identifier")))
                    .doesNotContain(
                            payout.data().at("/destination/holder_name").asText(),
                            payout.data().at("/destination/account_no").asText());
            assertThat(payout.word("customer_account_holder_name"))
                    .isEqualTo(payout.data().at("/destination/holder_name").asText());
        }
    }

    @Test
    void aPayinNamesTheAccountThatReceivesItAndNotThatOfItsPayer() {
        try (var service = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var merchant = service.merchant();
            var made = merchant.guidePayin("shop", 50_000).expect(201);
            var payin = merchant.payin(made.word("id"));
            var payer = merchant.get("/v1/customers/" + payin.word("customer_account_id"))
                    .expect(200);
            assertThat(List.of(payer.word("account_no"), payer.word("holder_name")))
                    .doesNotContain(payin.word("receiving_identifier"), payin.word("receiving_holder_name"));
            assertThat(service.operator(Operator.Role.FINANCE)
                            .get("/admin/v1/collection-accounts")
                            .expect(200)
                            .data()
                            .findValuesAsText("account_no"))
                    .contains(payin.word("receiving_identifier"));
        }
    }
}
