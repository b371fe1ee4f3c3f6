package io.tical.server.merchant;

import java.util.List;

/** Changes of an organization that change one thing. */
public final class OneChange {
    private OneChange() {}

    static Organizations.Change name(String name) {
        return new Organizations.Change(name, null, null, null, null, null, List.of(), List.of());
    }

    static Organizations.Change timezone(String timezone) {
        return new Organizations.Change(null, timezone, null, null, null, null, List.of(), List.of());
    }

    public static Organizations.Change thresholds(Thresholds thresholds) {
        return new Organizations.Change(null, null, old -> thresholds, null, null, null, List.of(), List.of());
    }

    public static Organizations.Change channels(Switches.Channels.Change channels) {
        return new Organizations.Change(null, null, null, channels, null, null, List.of(), List.of());
    }

    public static Organizations.Change networks(Switches.Networks.Change networks) {
        return new Organizations.Change(null, null, null, null, networks, null, List.of(), List.of());
    }

    public static Organizations.Change fallback(MatchFallback fallback) {
        return new Organizations.Change(null, null, null, null, null, fallback, List.of(), List.of());
    }

    public static Organizations.Change limit(Limit limit) {
        return new Organizations.Change(null, null, null, null, null, null, List.of(limit), List.of());
    }

    public static Organizations.Change fee(FeeRule fee) {
        return new Organizations.Change(null, null, null, null, null, null, List.of(), List.of(fee));
    }
}
