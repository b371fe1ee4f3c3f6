package io.tical.server.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import io.tical.common.Json;
import io.tical.server.http.StaticContent;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The single modules of the dashboard, for tests of their functions: the page itself loads them joined. */
final class Modules {
    private static final String PATH = "/modules/";

    private Modules() {}

    /** From now on the pages of a profile can import modules at {@code /modules/<path>.js}. */
    static void offer(BrowserContext context) {
        context.route("**" + PATH + "**", route -> {
            var path = URI.create(route.request().url()).getPath().substring(PATH.length());
            var module = StaticContent.resource(DashboardModule.class, "js/" + path);
            route.fulfill(new FulfillOptions().setContentType(module.type()).setBodyBytes(module.bytes()));
        });
    }

    /** What a function of a module answers to these arguments; of a promise, what it becomes. */
    static @Nullable Object call(Page page, String module, String function, Object... arguments) {
        return page.evaluate(
                "async ([path, name, values]) => (await import(path))[name](...values)",
                List.of(
                        PATH + module + ".js",
                        function,
                        Arrays.stream(arguments).map(Modules::plain).toList()));
    }

    /** JSON as an argument. */
    static Object json(JsonNode value) {
        return Json.mapper().convertValue(value, Object.class);
    }

    /** The driver knows no long. */
    private static Object plain(Object value) {
        return value instanceof Long number ? number.doubleValue() : value;
    }
}
