package io.tical.server.admin;

import org.jspecify.annotations.Nullable;

/** The environments whose queues an operator reads. */
enum Reach {
    LIVE(true),
    TEST(false),
    BOTH(null);

    private final @Nullable Boolean livemode;

    Reach(@Nullable Boolean livemode) {
        this.livemode = livemode;
    }

    /** @param livemode null for both */
    static Reach of(@Nullable Boolean livemode) {
        return livemode == null ? BOTH : livemode ? LIVE : TEST;
    }

    /** Null for both. */
    @Nullable
    Boolean livemode() {
        return livemode;
    }
}
