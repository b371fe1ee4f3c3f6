package io.tical.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTest {
    @Test
    void aMissingObjectSendsAnApiKeyToTheOtherEnvironment() {
        var missing = Problem.NotFound.of("organization_account");
        assertThat(missing.message()).isEqualTo("There is no such organization account");
        assertThat(missing.forKey(false).code()).isEqualTo("ORGANIZATION_ACCOUNT_NOT_FOUND");
        assertThat(missing.forKey(false).message())
                .isEqualTo("There is no such organization account in the test environment;"
                        + " check the id, and use a live key for a live object");
        assertThat(missing.forKey(true).message())
                .isEqualTo("There is no such organization account in the live environment;"
                        + " check the id, and use a test key for a test object");
    }

    @Test
    void aSentenceOfARuleStaysAsItIs() {
        var missing = new Problem.NotFound("ROUTE_NOT_FOUND", "No operation has this path; see /docs");
        assertThat(missing.forKey(true)).isSameAs(missing);
    }
}
