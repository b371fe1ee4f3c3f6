package io.tical.console.work;

import io.tical.common.admin.OperatorSession;
import io.tical.console.api.AdminApi;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.time.Clock;
import java.time.Instant;

/**
 * What every screen of a signed-in operator is given.
 *
 * @param stepUp asks the operator again who they are
 * @param saving asks where an export is to be written
 * @param livemode the environment whose objects are shown: false for test
 * @param store what is remembered between two starts, such as the layout of tables
 */
public record Workspace(
        AdminApi api,
        OperatorSession operator,
        Tasks tasks,
        Texts texts,
        Formats formats,
        Clock clock,
        ConsoleStore store,
        SaveDialog saving,
        StepUp stepUp,
        boolean livemode) {
    public Workspace(
            AdminApi api,
            OperatorSession operator,
            Tasks tasks,
            Texts texts,
            Formats formats,
            Clock clock,
            ConsoleStore store,
            SaveDialog saving,
            boolean livemode) {
        this(api, operator, tasks, texts, formats, clock, store, saving, new StepUp(), livemode);
    }

    /** The time by the service's clock, which all times of objects are of. */
    public Instant now() {
        return clock.instant().plus(api.clockOffset());
    }
}
