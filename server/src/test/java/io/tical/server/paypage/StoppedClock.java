package io.tical.server.paypage;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * A page's clock that stands still but for what a test lets pass, however long the machine takes. To be made before the page is
 * opened.
 */
final class StoppedClock {
    /** A stopped clock must lie in the future of the running one, also when a busy machine takes long to stop it. */
    private static final long LEAD_MS = 60_000;

    private final Page page;
    private final Set<Request> underWay = new HashSet<>();

    StoppedClock(Page page) {
        this.page = page;
        stop(page, System.currentTimeMillis());
        page.onRequest(request -> {
            // A stream of events is never answered completely.
            if (request.url().contains("/pay-api/") && !request.url().endsWith("/events")) {
                underWay.add(request);
            }
        });
        page.onRequestFinished(underWay::remove);
        page.onRequestFailed(underWay::remove);
        page.onFrameNavigated(frame -> underWay.clear());
    }

    /** Stops the clock of a page that is not open yet at this time. */
    static void stop(Page page, long atMillis) {
        page.clock().install(new Clock.InstallOptions().setTime(atMillis - LEAD_MS));
        page.clock().pauseAt(atMillis);
    }

    void pass(long millis) {
        page.clock().runFor(millis);
    }

    /** Passes until this is to be seen. While the page waits for an answer nothing passes, or it would give up waiting. */
    void passUntilSeen(Locator what) {
        page.waitForCondition(() -> {
            if (underWay.isEmpty()) {
                pass(1_000);
            }
            return what.isVisible();
        });
    }

    /** Passes, but while the page waits for an answer. */
    void passAnswered(Duration time) {
        for (long left = time.toSeconds(); left > 0; left -= 5) {
            page.waitForCondition(underWay::isEmpty);
            pass(5_000);
        }
    }

    /**
     * Passes until this is to be seen, whether the page waits for an answer or not. How far the page is from an instant is not known, because
     * its clock stood while it opened, which takes a slow machine seconds.
     */
    void passAnywayUntilSeen(Locator what) {
        page.waitForCondition(() -> {
            pass(1_000);
            return what.isVisible();
        });
    }

    /** Passes until this is to be seen, though no answer comes, and then until nothing is waited for. */
    void passUnansweredUntilSeen(Locator what) {
        page.waitForCondition(() -> {
            pass(1_000);
            return what.isVisible() && underWay.isEmpty();
        });
    }
}
