package io.tical.server.holder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamFailure.Kind;
import io.tical.server.rail.UpstreamServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A holder lookup whose fields are called as the operator says. */
class HttpHolderLookupTest {
    private final UpstreamServer server = new UpstreamServer();
    private final Upstream upstream = server.upstream();
    private final HttpHolderLookup lookup = lookup("TOKENSECRET");

    private HttpHolderLookup lookup(String token) {
        return new HttpHolderLookup(
                upstream,
                new HolderLookups.Options(
                        "http",
                        "",
                        token,
                        "{\"bankCode\":\"{bank_number}\",\"bank\":\"{bank}\",\"beneficiaryNo\":\"{account}\"}",
                        List.of("/data/name", "/name"),
                        List.of("404", "/code=1404")));
    }

    @AfterEach
    void close() {
        upstream.close();
        server.close();
    }

    @Test
    void itSendsWhatTheMappingSays() {
        server.answering(200, "{\"name\":\" MR. SOMCHAI \"}");

        assertThat(lookup.holder("KBANK", "0123456789")).contains("MR. SOMCHAI");
        assertThat(server.last().method()).isEqualTo("POST");
        assertThat(server.last().headers()).containsEntry("Authorization", "Bearer TOKENSECRET");
        assertThat(server.last().text())
                .isEqualTo("{\"bankCode\":\"004\",\"bank\":\"KBANK\",\"beneficiaryNo\":\"0123456789\"}");

        lookup("").holder("DBSSSGSG", "012345");
        assertThat(server.last().headers()).doesNotContainKey("Authorization");
        assertThat(server.last().text())
                .isEqualTo("{\"bankCode\":\"DBSSSGSG\",\"bank\":\"DBSSSGSG\",\"beneficiaryNo\":\"012345\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"404 | {}", "404 | {\"name\":\"X\"}", "200 | {\"code\":1404}", "400 | {\"code\":\"1404\"}"})
    void anUnknownAccountIsToldByASign(int status, String body) {
        server.answering(status, body);

        assertThat(lookup.holder("KBANK", "0123456789")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {} | MISCONFIGURED",
                "403 | {\"name\":\"X\"} | MISCONFIGURED",
                "200 | {\"holder\":\"X\"} | MISCONFIGURED",
                "200 | {\"name\":\"  \",\"data\":{\"name\":7}} | MISCONFIGURED",
                "400 | {\"code\":{\"1404\":1}} | RETRYABLE",
                "500 | {\"name\":\"X\"} | RETRYABLE",
                "200 | nonsense | RETRYABLE"
            })
    void anythingElseIsNoAnswer(int status, String body, Kind kind) {
        server.answering(status, body);

        var failure = catchThrowableOfType(UpstreamFailure.class, () -> lookup.holder("KBANK", "0123456789"));
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.why()).doesNotContain("SECRET");
    }
}
