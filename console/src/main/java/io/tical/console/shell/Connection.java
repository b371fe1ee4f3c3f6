package io.tical.console.shell;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tical.common.Json;
import io.tical.common.admin.Overview;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.api.ServerEvent;
import io.tical.console.work.Workspace;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Follows the service's events, and connects again when they end. Tells on the thread of the user interface. */
public final class Connection implements AutoCloseable {
    private static final Duration RETRY_MIN = Duration.ofSeconds(1);
    private static final Duration RETRY_MAX = Duration.ofSeconds(10);

    /** Receives the events. */
    public interface Listener {
        /** The waiting items of a queue have changed. */
        void queues(Overview overview);

        /** An object has changed. */
        void changed(String type, UUID id, @Nullable Integer version);

        /** Objects of a list have changed, whichever. */
        void listChanged(String type);

        /** The service answers again, or anything may have changed meanwhile. */
        void reset();

        /** The service does not answer. */
        void lost();
    }

    private record Item(String type, UUID id, @Nullable Integer version) {}

    private record ChangedList(String type) {}

    private final Workspace workspace;
    private final Listener listener;
    private final String path;
    private final Thread thread;

    public Connection(Workspace workspace, Listener listener) {
        this.workspace = workspace;
        this.listener = listener;
        this.path = AdminApi.path("/admin/v1/events", Map.of("livemode", String.valueOf(workspace.livemode())));
        this.thread = Thread.ofVirtual().name("events").unstarted(this::follow);
    }

    /** Begins to follow the events. */
    void open() {
        thread.start();
    }

    private void follow() {
        var pause = RETRY_MIN;
        while (!Thread.currentThread().isInterrupted()) {
            var connectedAt = workspace.clock().instant();
            try {
                workspace.api().listen(path, this::tell);
            } catch (Refused refused) {
                if (refused.endsSession()) {
                    return;
                }
            } catch (NoAnswer _) {
                // tried again below
            } catch (RuntimeException defect) {
                var thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, defect);
            }
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            ui(listener::lost);
            var lasted = Duration.between(connectedAt, workspace.clock().instant());
            pause = lasted.compareTo(RETRY_MAX) > 0 ? RETRY_MIN : min(pause.multipliedBy(2), RETRY_MAX);
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private void tell(ServerEvent event) {
        switch (event.name()) {
            case "queues" -> {
                var overview = read(event.data(), Overview.class);
                ui(() -> listener.queues(overview));
            }
            case "item" -> {
                var item = read(event.data(), Item.class);
                ui(() -> listener.changed(item.type(), item.id(), item.version()));
            }
            case "list" -> {
                var list = read(event.data(), ChangedList.class);
                ui(() -> listener.listChanged(list.type()));
            }
            case "reset" -> ui(listener::reset);
            default -> {} // of a newer service
        }
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return Json.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new NoAnswer(e);
        }
    }

    private void ui(Runnable told) {
        workspace.tasks().ui().execute(told);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
