package io.tical.console;

import io.tical.console.overview.OverviewScreen;
import io.tical.console.shell.Place;
import io.tical.console.slip.SlipScreen;
import java.util.List;
import org.kordamp.ikonli.feather.Feather;

/** The places of the console, in the order of the navigation. */
final class Places {
    private static final String WORK = "shell.group.work";

    static final List<Place> ALL = List.of(
            new Place("overview", WORK, Feather.HOME, null, null, "read", OverviewScreen::new),
            new Place("slips", WORK, Feather.IMAGE, "slips_pending", "slip", "read", SlipScreen::of));

    private Places() {}
}
