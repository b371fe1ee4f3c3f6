package io.tical.console.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.Defect;
import io.tical.console.part.Problems;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** A defect of the console is told as every failure, so that no form and no list waits for ever. */
class TasksTest {
    private static final Callable<String> DEFECT = () -> {
        throw new UnsupportedOperationException("a defect");
    };

    private final Tasks tasks = new Tasks(Runnable::run, Runnable::run);

    @Test
    void aDefectIsToldAndReachesTheHandlerOfUncaughtExceptions() {
        var told = new ArrayList<ApiProblem>();
        var ended = new ArrayList<String>();
        assertThatThrownBy(() -> tasks.run(DEFECT, ended::add, told::add, () -> ended.add("ended")))
                .hasRootCauseMessage("a defect");
        assertThat(told).singleElement().isInstanceOf(Defect.class);
        assertThat(ended).containsExactly("ended");
        assertThat(Problems.reference(told.getFirst())).isEqualTo("UnsupportedOperationException");
    }

    @Test
    void aDefectInWhatFollowsEndsTheTaskToo() {
        var ended = new ArrayList<String>();
        assertThatThrownBy(() -> tasks.run(
                        () -> "answer",
                        _ -> {
                            throw new UnsupportedOperationException("a defect");
                        },
                        why -> ended.add("failed"),
                        () -> ended.add("ended")))
                .hasMessage("a defect");
        assertThat(ended).containsExactly("ended");
    }
}
