package io.tical.server.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private final List<String> closed = new ArrayList<>();
    private final Resources resources = new Resources();

    private AutoCloseable resource(String name) {
        return () -> closed.add(name);
    }

    private AutoCloseable failing(String name) {
        return () -> {
            closed.add(name);
            throw new IllegalStateException(name);
        };
    }

    @Test
    void theyAreClosedInReverseOrder() {
        resources.open(resource("database"));
        resources.open(resource("module"));
        resources.open(resource("sockets"));

        resources.close();

        assertThat(closed).containsExactly("sockets", "module", "database");
    }

    @Test
    void aFailureToCloseKeepsNoOtherOpen() {
        resources.open(resource("database"));
        resources.open(failing("first"));
        resources.open(resource("module"));
        resources.open(failing("second"));

        assertThatThrownBy(resources::close)
                .isInstanceOf(IllegalStateException.class)
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("second", "first"));
        assertThat(closed).containsExactly("second", "module", "first", "database");
    }

    @Test
    void eachIsClosedOnlyTheFirstTime() {
        resources.open(resource("module"));

        resources.close();
        resources.close();

        assertThat(closed).containsExactly("module");
    }

    @Test
    void aFailedStartStaysTheFailureThatIsReported() {
        resources.open(resource("database"));
        resources.open(failing("module"));
        var start = new IllegalStateException("the start failed");

        resources.closeAfter(start);

        assertThat(closed).containsExactly("module", "database");
        assertThat(start.getSuppressed()).hasSize(1);
    }
}
