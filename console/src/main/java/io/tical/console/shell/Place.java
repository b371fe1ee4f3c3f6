package io.tical.console.shell;

import io.tical.console.work.Workspace;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/**
 * An entry of the navigation.
 *
 * @param id names it, such as {@code slips}; the key of its title is {@code shell.nav.slips}
 * @param group the key of its group
 * @param queue the beginning of the names of the queues whose count it shows, such as {@code slips_}; null for none
 * @param type the type of the objects that it opens, as the search and the events name it; null for none
 * @param permission who lacks it does not see the entry
 * @param make makes its screen
 */
public record Place(
        String id,
        String group,
        Feather icon,
        @Nullable String queue,
        @Nullable String type,
        String permission,
        Function<Workspace, Screen> make) {
    /** Whether it shows the count of a queue. */
    boolean counts(String name) {
        return queue != null && name.startsWith(queue);
    }
}
