package io.tical.console.shell;

import io.tical.common.admin.Overview;
import javafx.event.Event;
import javafx.event.EventType;

/** Asks the shell to show the place where a queue is worked on. */
public final class GoToQueue extends Event {
    static final EventType<GoToQueue> TYPE = new EventType<>(Event.ANY, "GO_TO_QUEUE");

    private final transient Overview.Queue queue;

    public GoToQueue(Overview.Queue queue) {
        super(TYPE);
        this.queue = queue;
    }

    Overview.Queue queue() {
        return queue;
    }
}
