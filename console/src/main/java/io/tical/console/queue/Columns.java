package io.tical.console.queue;

import io.tical.common.admin.WorkItem;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.work.Workspace;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The columns that most lists have. */
public record Columns(Workspace workspace) {
    private static final double AGE_WIDTH = 56;
    private static final double MONEY_WIDTH = 120;
    private static final double STATUS_WIDTH = 112;
    private static final double CLAIMED_WIDTH = 72;
    private static final double ENVIRONMENT_WIDTH = 56;

    /** @param at in seconds since 1970 */
    public <R> Column<R> age(ToLongFunction<R> at) {
        return age("queue.column.age", AGE_WIDTH, Look.AGE, at);
    }

    /** How long ago a moment is. A file, which is read later, has the moment. */
    public <R> Column<R> age(String key, double width, Look look, ToLongFunction<R> at) {
        return new Column<>(
                key,
                width,
                look,
                row -> workspace.formats().age(at.applyAsLong(row), workspace.now()),
                new Column.Exported<>(
                        "queue.column.since", row -> workspace.formats().timestamp(at.applyAsLong(row))));
    }

    /** @param amount in minor units */
    public <R> Column<R> money(ToLongFunction<R> amount, Function<R, String> currency) {
        return money("queue.column.amount", MONEY_WIDTH, amount, currency);
    }

    public <R> Column<R> money(String key, double width, ToLongFunction<R> amount, Function<R, String> currency) {
        return new Column<>(
                key, width, Look.MONEY, row -> workspace.formats().money(amount.applyAsLong(row), currency.apply(row)));
    }

    /** Who works on an item, or asked for a decision on it that a colleague must approve. */
    public <R extends WorkItem> Column<R> claimed() {
        return new Column<>("queue.column.claimed", CLAIMED_WIDTH, Look.TEXT, Columns::who);
    }

    static String who(WorkItem item) {
        var approval = item.approval();
        return approval != null ? approval.maker() : item.claimedBy() == null ? "" : item.claimedBy();
    }

    /** The environment of an item. */
    public <R extends WorkItem> Column<R> environment() {
        return new Column<>(
                "queue.column.environment",
                ENVIRONMENT_WIDTH,
                Look.SHORT,
                row -> workspace.texts().get(row.livemode() ? "common.live" : "common.test"));
    }

    public <R> Column<R> status(Function<R, String> status) {
        return new Column<>("queue.column.status", STATUS_WIDTH, Look.STATUS, status);
    }
}
