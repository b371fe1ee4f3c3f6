package io.tical.server;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The service as it is put together, and the document that describes it. */
class EveryEndpointIsDocumentedTest {
    @Test
    void theServiceAnswersWhatTheDocumentSaysAndNothingElse() {
        try (var service = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            OpenApiContract.merchants().requireSamePaths(service.tical().endpoints());
        }
    }
}
