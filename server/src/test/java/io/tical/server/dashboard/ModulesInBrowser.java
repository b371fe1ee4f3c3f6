package io.tical.server.dashboard;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests of single functions of the dashboard's modules, in the browser that runs them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ModulesInBrowser {
    private RecordedApi service;
    private Visit visit;

    @BeforeAll
    final void visit(Browser browser) {
        service = new RecordedApi();
        visit = browser.visit(Window.DESK);
        visit.page().navigate(service.url("/dashboard/test"));
        new Screens(visit.page()).shows("Overview");
        Modules.offer(visit.context());
        run(
                "format",
                "useZone",
                service.recorded("GET /api/session").get("timezone").asText());
        var currencies = service.recorded("GET /api/currencies").<ArrayNode>deepCopy();
        currencies.addObject().put("code", "USDT").put("scale", 6).put("active", false);
        run("format", "useCurrencies", Modules.json(currencies));
    }

    @AfterAll
    final void leave() {
        visit.close();
        service.close();
    }

    /** What a function of a module answers to these arguments. */
    final @Nullable Object run(String module, String function, Object... arguments) {
        return Modules.call(visit.page(), module, function, arguments);
    }
}
