package io.tical.console.queue;

import io.tical.common.admin.WorkItem;
import io.tical.console.part.Column.Exported;
import io.tical.console.work.Workspace;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The columns of files that accounting reads: amounts as plain numbers with their currency apart, and times with their zone. */
public record Exports(Workspace workspace) {
    public <R> Exported<R> text(String key, Function<R, @Nullable String> value) {
        return new Exported<>(key, row -> Objects.requireNonNullElse(value.apply(row), ""));
    }

    public <R> Exported<R> id(String key, Function<R, @Nullable UUID> value) {
        return new Exported<>(key, row -> {
            var id = value.apply(row);
            return id == null ? "" : id.toString();
        });
    }

    /** @param minor units; null for an empty cell */
    public <R> Exported<R> amount(
            String key, Function<R, @Nullable Long> minor, Function<R, @Nullable String> currency) {
        return new Exported<>(key, row -> {
            var amount = minor.apply(row);
            var code = currency.apply(row);
            return amount == null || code == null ? "" : workspace.formats().number(amount, code);
        });
    }

    /** @param at in seconds since 1970 */
    public <R> Exported<R> time(String key, ToLongFunction<R> at) {
        return new Exported<>(key, row -> workspace.formats().timestamp(at.applyAsLong(row)));
    }

    /** The same of a moment that may not have come. */
    public <R> Exported<R> timeOrNone(String key, Function<R, @Nullable Long> at) {
        return new Exported<>(key, row -> {
            var moment = at.apply(row);
            return moment == null ? "" : workspace.formats().timestamp(moment);
        });
    }

    public <R> Exported<R> currency(Function<R, @Nullable String> currency) {
        return text("export.currency", currency);
    }

    public <R extends WorkItem> Exported<R> environment() {
        return new Exported<>(
                "queue.column.environment",
                row -> workspace.texts().get(row.livemode() ? "common.live" : "common.test"));
    }

    public <R extends WorkItem> Exported<R> merchant() {
        return new Exported<>("queue.column.organization", WorkItem::organizationName);
    }

    public <R extends WorkItem> Exported<R> merchantId() {
        return new Exported<>("export.merchant-id", row -> Objects.toString(row.organizationId(), ""));
    }

    public <R extends WorkItem> Exported<R> status() {
        return new Exported<>("queue.column.status", row -> workspace.texts().word("status", row.status()));
    }

    public <R extends WorkItem> Exported<R> claimed() {
        return new Exported<>("queue.column.claimed", Columns::who);
    }
}
