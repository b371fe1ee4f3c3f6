package io.tical.server;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The Chromium that is installed on this machine, for tests that look at pages as people do. Where there is none the tests
 * are skipped and say so; under {@code CI} they fail. Nothing is downloaded. Tests get it as a parameter, by
 * {@link InBrowser}.
 *
 * <p>With {@code -Dtical.browser.slower=6} every page has a sixth of the processor: what a test does not wait for shows then.
 */
public final class Browser implements AutoCloseable {
    private static final List<Path> PLACES = Stream.of(
                    // Debian's build without a user interface: it starts faster and uses a third of the processor time.
                    "/usr/bin/chromium-headless-shell",
                    "/usr/bin/chromium",
                    "/usr/bin/chromium-browser",
                    "/usr/bin/google-chrome",
                    "/Applications/Chromium.app/Contents/MacOS/Chromium",
                    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
            .map(Path::of)
            .toList();
    private static final List<String> QUIET = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            // One process less, which would only pass on what is drawn.
            "--in-process-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // Nothing but this machine is ever asked, not even for an address.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost");

    private static final int SLOWER = Integer.getInteger("tical.browser.slower", 1);
    /** How long a page may take to answer: nobody waits so long but where something is wrong or the machine is very busy. */
    private static final int PATIENCE_MS = 30_000;

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    /** How wide and high a window is, in CSS pixels, and which of its looks a page has. */
    public record Window(int width, int height, boolean dark) {
        public static final Window PHONE = new Window(375, 800, false);
        public static final Window TABLET = new Window(768, 1024, false);
        public static final Window DESK = new Window(1280, 900, false);

        /** The same by night. */
        public Window darkened() {
            return new Window(width, height, true);
        }
    }

    private Browser(Path executable, List<String> without) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
        chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setIgnoreDefaultArgs(without)
                        .setArgs(QUIET));
    }

    /** Starts it; the test that asks for it ends here where there is none. */
    static Browser start() {
        return start(List.of());
    }

    /** One more, which keeps pages that are left as they are and shows them again by Back, as people's browsers do. */
    public static Browser withBackForwardCache() {
        return start(List.of("--disable-back-forward-cache"));
    }

    private static Browser start(List<String> without) {
        var executable = PLACES.stream().filter(Files::isExecutable).findFirst();
        if (executable.isEmpty()) {
            var message = "Chromium is not installed (looked at " + PLACES + "), so nothing looks at the pages";
            if (System.getenv("CI") != null) {
                fail(message);
            }
            abort(message);
        }
        return new Browser(executable.orElseThrow(), without);
    }

    /** A fresh profile in a window of this size; its clock and language are what is set here. */
    public Visit visit(Window window) {
        return visit(window, options -> {});
    }

    /** The same, with what a test wants otherwise. */
    public Visit visit(Window window, Consumer<NewContextOptions> more) {
        var options = new NewContextOptions()
                .setViewportSize(window.width(), window.height())
                .setColorScheme(window.dark() ? ColorScheme.DARK : ColorScheme.LIGHT)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setLocale("en-US")
                .setTimezoneId("UTC");
        more.accept(options);
        return new Visit(chromium.newContext(options));
    }

    /** A page in a profile of its own, and all that it complained about. */
    public static final class Visit implements AutoCloseable {
        private final BrowserContext context;
        private final Page page;
        private final List<String> complaints = new ArrayList<>();

        private Visit(BrowserContext context) {
            this.context = context;
            context.setDefaultTimeout(PATIENCE_MS);
            context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
            page = opened();
        }

        private Page opened() {
            var page = context.newPage();
            if (SLOWER > 1) {
                var rate = new JsonObject();
                rate.addProperty("rate", SLOWER);
                context.newCDPSession(page).send("Emulation.setCPUThrottlingRate", rate);
            }
            page.onConsoleMessage(message -> {
                if (message.type().equals("error") || message.type().equals("warning")) {
                    complaints.add(message.text() + " at " + message.location());
                }
            });
            page.onPageError(complaints::add);
            page.onRequest(request -> {
                if (!request.url().startsWith("http://127.0.0.1:")
                        && !request.url().startsWith("http://localhost:")) {
                    complaints.add("asked for " + request.url());
                }
            });
            return page;
        }

        /** Another tab of the same profile. */
        public Page another() {
            return opened();
        }

        public Page page() {
            return page;
        }

        public BrowserContext context() {
            return context;
        }

        /** The size of text that people have set in their browser; it is 16 pixels where nothing is set. */
        public void textSize(int pixels) {
            var sizes = new JsonObject();
            sizes.addProperty("standard", pixels);
            sizes.addProperty("fixed", pixels);
            var asked = new JsonObject();
            asked.add("fontSizes", sizes);
            context.newCDPSession(page).send("Page.setFontSizes", asked);
        }

        /** What of the page cannot be read: texts and controls that are cut off, or are beside the window. */
        @SuppressWarnings("unchecked")
        public List<String> cut() {
            return (List<String>) page.evaluate("""
                    () => {
                      const found = [];
                      const wide = document.documentElement.scrollWidth - innerWidth;
                      if (wide > 0) found.push(`${wide} px too wide`);
                      const clips = (one, axis) => getComputedStyle(one)[`overflow-${axis}`] === "hidden";
                      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                      for (let text; (text = walker.nextNode()); ) {
                        const parent = text.parentElement;
                        if (!text.data.trim() || !parent.checkVisibility()) continue;
                        // What is clipped is for screen readers only, and what ends in an ellipsis says so.
                        let meant = false;
                        for (let one = parent; one; one = one.parentElement) {
                          const style = getComputedStyle(one);
                          meant ||= style.clipPath !== "none" || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
                        }
                        if (meant) continue;
                        const range = document.createRange();
                        range.selectNodeContents(text);
                        for (const { left, right, top, bottom } of range.getClientRects()) {
                          const says = `"${text.data.trim().slice(0, 40)}"`;
                          if (left < -1 || right > innerWidth + 1) found.push(`${says} is beside the window: ${left} to ${right}`);
                          for (let one = parent; one !== document.body; one = one.parentElement) {
                            const box = one.getBoundingClientRect();
                            // Glyphs may be higher than their line.
                            if (clips(one, "x") && (left < box.left - 1 || right > box.right + 1)) found.push(`${says} is cut by ${one.className || one.tagName}`);
                            if (clips(one, "y") && (top < box.top - 8 || bottom > box.bottom + 8)) found.push(`${says} is cut below by ${one.className || one.tagName}`);
                          }
                        }
                      }
                      return [...new Set(found)];
                    }""");
        }

        /** Errors and warnings on the console, and requests that left this machine. */
        public List<String> complaints() {
            return complaints;
        }

        @Override
        public void close() {
            context.close();
        }
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
