package io.tical.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.Page;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A list of 100,000 rows is fetched long before it is scrolled to. */
class PagedRowsTest {
    private static final int ROWS = 100_000;

    private final Queue<Runnable> background = new ArrayDeque<>();
    private final Tasks tasks = new Tasks(background::add, Runnable::run);
    private int fetches;
    private boolean reachable = true;
    private List<Integer> all = IntStream.range(0, ROWS).boxed().toList();

    private final Function<String, Page<Integer>> source = cursor -> {
        if (!reachable) {
            throw new NoAnswer(new IOException("no route"));
        }
        fetches++;
        // As the service: a cursor is the last row of the page before, and stays what it is when rows come and go.
        var left = cursor.isEmpty()
                ? all
                : all.subList(
                        (int) all.stream()
                                .takeWhile(row -> row <= Integer.parseInt(cursor))
                                .count(),
                        all.size());
        var page = left.stream().limit(PagedRows.PAGE).toList();
        return new Page<>(page, page.size() < left.size() ? String.valueOf(page.getLast()) : null);
    };
    private final PagedRows<Integer> rows = new PagedRows<>(tasks, Clock.systemUTC(), source, row -> row);

    private void work() {
        for (var task = background.poll(); task != null; task = background.poll()) {
            task.run();
        }
    }

    @Test
    void pagesFollowWhatIsVisibleAndNoFurther() {
        rows.reload();
        work();
        assertThat(rows.rows()).hasSizeBetween(500, 700);
        rows.visible(900);
        work();
        assertThat(rows.rows().size()).isGreaterThan(1_400).isLessThan(1_700);
        assertThat(fetches).isLessThan(20);
    }

    @Test
    void whoScrollsThroughAllRowsNeverReachesTheEndOfWhatIsFetched() {
        rows.reload();
        work();
        for (int visible = 0; visible < ROWS; visible += 40) {
            assertThat(rows.rows().size()).isGreaterThan(visible);
            rows.visible(visible);
            work();
        }
        assertThat(rows.rows()).hasSize(ROWS);
        assertThat(rows.hasMore()).isFalse();
    }

    @Test
    void newRowsOfALongListWaitAboveAndEverythingElseStaysAtItsPlace() {
        all = IntStream.range(1_000, 1_300).boxed().toList();
        rows.reload();
        work();
        assertThat(rows.rows()).hasSize(300);
        all = Stream.concat(IntStream.range(988, 1_000).boxed(), all.stream().filter(row -> row != 1_005))
                .toList();

        rows.changed(1_005);
        work();

        assertThat(rows.waiting().get()).isEqualTo(12);
        assertThat(rows.rows()).hasSize(299).startsWith(1_000).doesNotContain(1_005);
        rows.showWaiting();
        work();
        assertThat(rows.waiting().get()).isZero();
        assertThat(rows.rows()).startsWith(988).doesNotContain(1_005);
    }

    @Test
    void aRowFarBelowTheFirstPageIsReadAgainWhereItStands() {
        all = IntStream.range(0, 450).boxed().toList();
        rows.reload();
        work();
        all = all.stream().filter(row -> row != 250).toList();
        rows.changed(250);
        work();
        assertThat(rows.rows()).isEqualTo(all);
        // New rows of a list that begins with the oldest one come at its end.
        all = IntStream.range(0, 470).filter(row -> row != 250).boxed().toList();
        rows.changed(460);
        work();
        assertThat(rows.rows()).isEqualTo(all);
        assertThat(rows.waiting().get()).isZero();
    }

    @Test
    void aDecidedRowLeavesALongListAndNothingMoves() {
        all = IntStream.range(0, 300).boxed().toList();
        rows.reload();
        work();
        rows.remove(100);
        all = all.stream().filter(row -> row != 100).toList();
        rows.reload();
        work();
        assertThat(rows.rows()).isEqualTo(all);
        rows.changed(150);
        work();
        assertThat(rows.rows()).isEqualTo(all);
    }

    @Test
    void rowsStayWhenTheServiceDoesNotAnswerAndAreFetchedAgainWhenItDoes() {
        rows.reload();
        work();
        reachable = false;
        rows.reload();
        work();
        assertThat(rows.rows()).isNotEmpty();
        assertThat(rows.state().get()).isInstanceOf(LoadState.Stale.class);
        reachable = true;
        rows.reload();
        work();
        assertThat(rows.state().get()).isInstanceOf(LoadState.Ready.class);
        rows.visible(rows.rows().size() - 1);
        var before = rows.rows().size();
        work();
        assertThat(rows.rows().size()).isGreaterThan(before);
    }

    @Test
    void changesThatFollowFastAreReadTogetherWhereTheyAreSeen() {
        all = IntStream.range(0, 1_000).boxed().toList();
        rows.reload();
        work();
        rows.visible(350);
        work();
        all = all.stream().filter(row -> row != 340 && row != 5).toList();
        var before = fetches;
        for (int change = 0; change < 100; change++) {
            rows.changed();
        }
        work();
        assertThat(rows.rows()).doesNotContain(5, 340);
        assertThat(fetches - before).isLessThan(10);
    }

    @Test
    void aListIsReadAgainAfterAChangeThatWasNotAnswered() {
        all = IntStream.range(0, 10).boxed().toList();
        rows.reload();
        work();
        reachable = false;
        rows.changed();
        rows.changed();
        work();
        reachable = true;
        all = IntStream.range(3, 10).boxed().toList();
        rows.changed();
        work();
        assertThat(rows.rows()).doesNotContain(1);
    }
}
