package io.tical.console.collection;

import io.tical.common.admin.CollectionAccount;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the collection accounts. */
public final class CollectionScreen {
    private CollectionScreen() {}

    public static WorkScreen<CollectionAccount, CollectionAccount> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new CollectionKind(workspace), new Sheet<>(new CollectionSheet(workspace)::sections));
    }
}
