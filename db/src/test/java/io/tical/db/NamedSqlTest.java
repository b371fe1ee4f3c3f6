package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NamedSqlTest {
    static Stream<Arguments> statements() {
        return Stream.of(
                Arguments.of("SELECT 1", "SELECT 1", List.of()),
                Arguments.of("SELECT cast(:id as uuid), :id, :b_2", "SELECT cast(? as uuid), ?, ?", List.of(0, 0, 1)),
                Arguments.of("SELECT now()::date, :d::date", "SELECT now()::date, ?::date", List.of(0)),
                Arguments.of("SELECT ':no', 'it''s :no', :a", "SELECT ':no', 'it''s :no', ?", List.of(0)),
                Arguments.of("SELECT \":no\" -- :no\n, :a", "SELECT \":no\" -- :no\n, ?", List.of(0)),
                Arguments.of("SELECT /* :no\n*/ :a", "SELECT /* :no\n*/ ?", List.of(0)),
                Arguments.of(
                        "DO $$ BEGIN x := 1; y := ':no'; END $$", "DO $$ BEGIN x := 1; y := ':no'; END $$", List.of()),
                Arguments.of("SELECT $q$ :no $$ $q$, :a", "SELECT $q$ :no $$ $q$, ?", List.of(0)),
                Arguments.of("SELECT a[1:2], '10:30', :a", "SELECT a[1:2], '10:30', ?", List.of(0)));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void namesOutsideQuotesAndCommentsBecomePositions(String sql, String text, List<Integer> positions) {
        var parsed = NamedSql.parse(sql);
        assertThat(parsed.text()).isEqualTo(text);
        assertThat(parsed.positions()).isEqualTo(positions);
    }

    static Stream<Arguments> statementsOfRows() {
        return Stream.of(
                Arguments.of(
                        "SELECT * FROM unnest(cast(:a AS uuid[]),\n cast(:b AS text[])) AS r (a, b) WHERE c = :c",
                        "SELECT * FROM (VALUES (cast(? AS uuid),\n cast(? AS text))) AS r (a, b) WHERE c = ?",
                        Set.of(0, 1)),
                Arguments.of("SELECT e FROM unnest(cast(:a AS text[])) AS e", null, Set.of()),
                Arguments.of("SELECT * FROM unnest(cast(:a AS text[])) WITH ORDINALITY AS r (a, n)", null, Set.of()),
                Arguments.of(
                        "SELECT * FROM unnest(cast(:a AS int[])) AS r (a) WHERE 1 = ANY (cast(:a AS int[]))",
                        null,
                        Set.of()));
    }

    @ParameterizedTest
    @MethodSource("statementsOfRows")
    void rowsOfColumnsHaveAStatementForOneRow(String sql, @Nullable String oneRow, Set<Integer> columns) {
        var parsed = NamedSql.parse(sql);
        assertThat(parsed.oneRow() == null ? null : parsed.oneRow().text()).isEqualTo(oneRow);
        assertThat(parsed.columns()).isEqualTo(columns);
    }

    @Test
    void rowsOfArraysAreSelectedFromTheirElements() {
        var parsed = NamedSql.parse(
                "SELECT * FROM unnest(cast(:a AS uuid[]),\n cast(:b AS text[])) AS r (a, b) WHERE c = :c");
        assertThat(parsed.text())
                .isEqualTo(
                        "SELECT * FROM (SELECT unnest(cast(? AS uuid[])),\n unnest(cast(? AS text[]))) AS r (a, b) WHERE c = ?");
        assertThat(parsed.positions()).containsExactly(0, 1, 2);
    }

    @Test
    void namesAreNumberedInTheirOrder() {
        assertThat(NamedSql.parse(":b :a :b").names()).isEqualTo(Map.of("b", 0, "a", 1));
    }

    @Test
    void aStatementIsParsedOneTimeAndTheCacheIsBounded() {
        var cache = new NamedSql.Cache();
        assertThat(cache.get("SELECT :a")).isSameAs(cache.get(new String("SELECT :a")));
        for (int i = 0; i < 5_000; i++) {
            assertThat(cache.get("SELECT :a, " + i).positions()).containsExactly(0);
        }
        assertThat(cache.size()).isLessThanOrEqualTo(2_000);
    }
}
