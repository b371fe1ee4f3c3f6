package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every example in the document is valid against its schema. */
class OpenApiExamplesTest {
    private final OpenApiContract contract = OpenApiContract.merchants();
    private final JsonNode root = contract.document().root();

    @Test
    void everyExampleFitsItsSchema() {
        var wrong = new ArrayList<String>();
        assertThat(examples("", root, wrong)).as("examples found").isGreaterThan(40);
        assertThat(wrong).isEmpty();
    }

    /** Looks at every place below a node; answers how many examples there were. */
    private int examples(String pointer, JsonNode node, List<String> wrong) {
        var found = 0;
        if (node.isObject() && node.has("schema")) {
            found += check(pointer + "/schema", node.path("example"), wrong);
            for (var example : node.path("examples")) {
                found += check(pointer + "/schema", example.path("value"), wrong);
            }
        } else if (node.isObject()
                && pointer.matches("/components/schemas/.*")
                && node.path("examples").isArray()) {
            for (var example : node.get("examples")) {
                found += check(pointer, example, wrong);
            }
        }
        if (node.isObject()) {
            for (var member : node.properties()) {
                if (!member.getKey().startsWith("example")) {
                    found += examples(
                            pointer + "/" + member.getKey().replace("~", "~0").replace("/", "~1"),
                            member.getValue(),
                            wrong);
                }
            }
        }
        return found;
    }

    private int check(String pointer, JsonNode example, List<String> wrong) {
        if (example.isMissingNode()) {
            return 0;
        }
        contract.violations(pointer, example).forEach(violation -> wrong.add(pointer + ": " + violation));
        return 1;
    }

    @Test
    void aPayoutIsAskedForInOneVocabularyOnly() throws Exception {
        var body = "/paths/~1v1~1payouts/post/requestBody/content/application~1json";
        var v1 = (ObjectNode) root.at(body + "/examples/v1/value").deepCopy();
        var guide = (ObjectNode) root.at(body + "/examples/guide/value").deepCopy();
        assertThat(contract.violations(body + "/schema", v1)).isEmpty();
        assertThat(contract.violations(body + "/schema", guide)).isEmpty();
        assertThat(contract.violations(body + "/schema", v1.deepCopy().put("currency_code", "THB")))
                .isNotEmpty();
        assertThat(contract.violations(body + "/schema", v1.deepCopy().setAll(guide)))
                .isNotEmpty();
        assertThat(contract.violations(body + "/schema", Json.mapper().readTree("{}")))
                .isNotEmpty();
        assertThat(contract.violations(body + "/schema", v1.deepCopy().put("unknown", true)))
                .isEmpty();
    }
}
