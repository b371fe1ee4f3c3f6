package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The words that describe fields are true of real answers. {@link OpenApiContract} holds the answers of all tests against "the same as", and
 * {@link PartyWordsTest} those of everything that has two sides against who its payer, payee, sender and receiver were.
 */
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
                        .forEach(property -> SameFields.other(
                                        property.getValue().path("description").asText())
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
}
