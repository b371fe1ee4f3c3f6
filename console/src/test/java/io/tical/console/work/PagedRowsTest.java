package io.tical.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.Page;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A list of 100,000 rows is fetched long before it is scrolled to. */
class PagedRowsTest {
    private static final int ROWS = 100_000;

    private final Queue<Runnable> background = new ArrayDeque<>();
    private final Tasks tasks = new Tasks(background::add, Runnable::run);
    private int fetches;
    private boolean reachable = true;

    private final Function<String, Page<Integer>> source = cursor -> {
        if (!reachable) {
            throw new NoAnswer(new IOException("no route"));
        }
        fetches++;
        var from = cursor.isEmpty() ? 0 : Integer.parseInt(cursor);
        var to = Math.min(from + PagedRows.PAGE, ROWS);
        return new Page<>(IntStream.range(from, to).boxed().toList(), to < ROWS ? String.valueOf(to) : null);
    };
    private final PagedRows<Integer> rows = new PagedRows<>(tasks, Clock.systemUTC(), source);

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
}
