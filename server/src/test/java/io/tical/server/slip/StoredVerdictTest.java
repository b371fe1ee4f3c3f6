package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts as earlier versions stored them. */
class StoredVerdictTest {
    private static final String PARTY =
            "{\"bank_code\":\"SCB\",\"account_no\":\"xxx-x-x1234-x\",\"proxy\":null,\"names\":[\"SOMCHAI J\"]}";

    @ParameterizedTest
    @ValueSource(strings = {"1760000000", "null"})
    void isReadAndWrittenAsItWas(String transferredAt) {
        var stored = """
                {"outcome":"verified","verifier":"scb","why":null,"facts":{"reference":"REF1","amount":12500,"currency":"THB",\
                "transferred_at":%s,"sender":%s,"receiver":%s},"asked_at":1760000060}""".formatted(transferredAt, PARTY, PARTY);
        assertThat(Json.text(Json.read(stored, new TypeReference<Verdict>() {})))
                .isEqualTo(stored);
    }
}
