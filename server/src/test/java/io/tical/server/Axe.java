package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tical.server.Browser.Visit;
import java.io.IOException;
import java.util.List;

/** What axe objects to on a page: nobody may be kept from using it. */
public final class Axe {
    /** The rules of axe, and one that it has not enabled yet: a name contains what is written on the control. */
    private static final String CHECK = """
            async () => (await axe.run(document, { rules: { 'label-content-name-mismatch': { enabled: true } },
                resultTypes: ['violations'] })).violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
            """;

    private final String script;

    public Axe() throws IOException {
        script = Tools.nodeFile("axe-core/axe.min.js");
    }

    /** Every page that is opened from now on has it: handing it to each would cost more than its checks. */
    public void join(Visit visit) {
        visit.context().addInitScript(script);
    }

    /** Fails if axe objects to this page of a visit that it joined. */
    public void check(Page page, String what) {
        assertThat((List<?>) page.evaluate(CHECK)).as(what).isEmpty();
    }
}
