package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a browser gets of modules. */
class ScriptBundleTest {
    @Test
    void modulesAreJoinedWithoutTheirComments() {
        var modules = Map.of("first.js", """
                // The first.
                import { part } from "./page.js";

                /** @type {number} */
                let one = 1;
                /**
                 * Of several lines.
                 */
                part(one);
                """, "page.js", "export const part = (id) => id;\n");

        assertThat(ScriptBundle.of(modules::get, "first.js")).isEqualTo("""
                const $page = (() => {
                const part = (id) => id;
                return { part };
                })();
                {
                const { part } = $page;
                let one = 1;
                part(one);
                }
                """);
    }

    /** A line may begin with the type of what follows. */
    @Test
    void aCommentDoesNotTakeCodeWithIt() {
        var modules = Map.of("first.js", """
                /** @type {any} */ (globalThis).one = 1;
                const two = 2; /* two */
                /** The third. */
                const three = 3;
                """);

        assertThat(ScriptBundle.of(modules::get, "first.js")).isEqualTo("""
                {
                /** @type {any} */ (globalThis).one = 1;
                const two = 2; /* two */
                const three = 3;
                }
                """);
    }
}
