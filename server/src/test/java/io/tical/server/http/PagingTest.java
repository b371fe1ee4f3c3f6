package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.http.Paging.Selection;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagingTest {
    private static final Paging PAGING = new Paging("one key of every node".getBytes(StandardCharsets.UTF_8));
    private static final UUID OWNER = UUID.randomUUID();
    private static final List<UUID> ROWS = Stream.generate(Ids::next)
            .limit(45)
            .sorted(Comparator.comparing(UUID::toString).reversed())
            .toList();

    private static Call call(String query) {
        return call("/v1/things", query);
    }

    private static Call call(String path, String query) {
        var caller = TestApi.credential(false, java.util.Set.of(), null).caller();
        var target = query.isEmpty() ? path : path + "?" + query;
        return new Call(caller, "r", "GET", target, Map.of(), Query.parse(query), new byte[0], null, "");
    }

    private static Answer list(String query, String filter) {
        return list(call(query), Selection.of(OWNER, false, filter));
    }

    private static Answer list(Call call, Selection selection) {
        var page = PAGING.page(call, selection);
        var before = page.before();
        var rows = ROWS.stream()
                .filter(row -> before == null || row.toString().compareTo(before.toString()) < 0)
                .skip(page.offset())
                .limit(page.limit() + 1)
                .toList();
        return PAGING.answer(call, page, selection, rows, Function.identity(), UUID::toString);
    }

    private static JsonNode data(Answer answer) throws IOException {
        return Json.mapper().readTree(answer.data());
    }

    @Test
    void everyRowComesOnceAndTheLastPageHasNoCursor() throws IOException {
        var seen = new java.util.ArrayList<String>();
        var query = "limit=20";
        Answer answer;
        do {
            answer = list(query, "f");
            data(answer).forEach(row -> seen.add(row.asText()));
            query = "limit=20&cursor=" + answer.meta().get("next_cursor");
        } while (answer.meta().containsKey("next_cursor"));

        assertThat(seen).isEqualTo(ROWS.stream().map(UUID::toString).toList());
        assertThat(answer.meta()).containsEntry("has_more", false);
        assertThat(answer.headers()).doesNotContainKey("Link");
    }

    @Test
    void theLinkLeadsToTheNextPageWithTheSameFilters() throws IOException {
        var answer = list("q=a%20b&limit=10&offset=5", "f");

        assertThat(data(answer)).hasSize(10);
        assertThat(data(answer).get(0).asText()).isEqualTo(ROWS.get(5).toString());
        assertThat(answer.headers().get("Link"))
                .isEqualTo(
                        "</v1/things?q=a%20b&limit=10&cursor=" + answer.meta().get("next_cursor") + ">; rel=\"next\"");
        var next = list("q=a%20b&limit=10&cursor=" + answer.meta().get("next_cursor"), "f");
        assertThat(data(next).get(0).asText()).isEqualTo(ROWS.get(15).toString());
    }

    @Test
    void withoutParametersAPageHas20Rows() throws IOException {
        assertThat(data(list("", "f"))).hasSize(20);
        assertThat(data(list("limit=100", "f"))).hasSize(45);
        assertThat(data(list("limit=", "f"))).hasSize(20);
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, LIMIT_INVALID",
        "limit=101, LIMIT_INVALID",
        "limit=-1, LIMIT_INVALID",
        "limit=+5, LIMIT_INVALID",
        "limit=5.0, LIMIT_INVALID",
        "limit=abc, LIMIT_INVALID",
        "limit=99999999999999999999, LIMIT_INVALID",
        "limit=%D9%A5, LIMIT_INVALID",
        "limit=1&limit=2, VALIDATION_FAILED",
        "offset=-1, OFFSET_INVALID",
        "offset=10001, OFFSET_INVALID",
        "offset=x, OFFSET_INVALID",
        "cursor=x, CURSOR_INVALID",
        "cursor=%2B%2F, CURSOR_INVALID",
        "cursor=AAAA, CURSOR_INVALID",
        "offset=0&cursor=AAAA, OFFSET_INVALID"
    })
    void aWrongParameterIsNamedByItsCode(String query, String code) {
        assertThatThrownBy(() -> list(query, "f")).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(ErrorAnswer.of(problem).status()).isEqualTo(400);
            assertThat(problem.code()).isEqualTo(code);
        });
    }

    @Test
    void aCursorIsOfOneListWithOneFilter() {
        var cursor = list("limit=1", "payins status=pending").meta().get("next_cursor");

        for (var other : List.of("payins status=success", "payouts status=pending", "")) {
            assertThatThrownBy(() -> list("cursor=" + cursor, other))
                    .isInstanceOfSatisfying(
                            Problem.BadRequest.class,
                            problem -> assertThat(problem.code()).isEqualTo("CURSOR_INVALID"));
        }
        assertThat(list("cursor=" + cursor, "payins status=pending").status()).isEqualTo(200);
    }

    @Test
    void aCursorIsOfOneOrganizationOneEnvironmentAndOneSurface() {
        var own = Selection.of(OWNER, false, "f");
        var cursor = "cursor=" + list(call("limit=1"), own).meta().get("next_cursor");

        assertThat(list(call(cursor), own).status()).isEqualTo(200);
        for (var other : List.of(
                Selection.of(UUID.randomUUID(), false, "f"),
                Selection.of(OWNER, true, "f"),
                new Selection(OWNER, "both", "f"))) {
            refused(() -> list(call(cursor), other));
        }
        for (var path : List.of("/api/things", "/v1/others", "/v1/things/")) {
            refused(() -> list(call(path, cursor), own));
        }
    }

    private static void refused(ThrowingCallable use) {
        assertThatThrownBy(use)
                .isInstanceOfSatisfying(
                        Problem.BadRequest.class,
                        problem -> assertThat(problem.code()).isEqualTo("CURSOR_INVALID"));
    }

    @Test
    void aCursorWithOneChangedBitIsRefusedWhicheverItIs() {
        var cursor = Base64.getUrlDecoder()
                .decode(list("limit=1", "f").meta().get("next_cursor").toString());

        for (int bit = 0; bit < cursor.length * 8; bit++) {
            var changed = cursor.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            var text = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertThatThrownBy(() -> list("cursor=" + text, "f")).isInstanceOf(Problem.BadRequest.class);
        }
    }

    @Test
    void aCursorOfAnotherKeyIsRefused() {
        var cursor = list("limit=1", "f").meta().get("next_cursor");
        var other = new Paging("another key".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> other.page(call("cursor=" + cursor), Selection.of(OWNER, false, "f")))
                .isInstanceOf(Problem.BadRequest.class);
    }

    @Test
    void aSearchHasAtMost200Characters() {
        assertThat(Query.parse("q=" + "a".repeat(200)).search()).hasSize(200);
        assertThat(Query.parse("").search()).isEmpty();
        assertThatThrownBy(() -> Query.parse("q=" + "a".repeat(201)).search()).isInstanceOf(Problem.Invalid.class);
    }
}
