package io.tical.console.collection;

import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the collection accounts. */
public final class CollectionScreen {
    private CollectionScreen() {}

    public static WorkScreen<CollectionItem, CollectionItem> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new CollectionKind(workspace), new Sheet<>(new CollectionSheet(workspace)::sections));
    }
}
