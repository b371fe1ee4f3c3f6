package io.tical.server.paypage;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.util.HashSet;
import java.util.Set;

/**
 * A page's clock that stands still but for what a test lets pass, however long the machine takes. To be made before the page is
 * opened.
 */
final class StoppedClock {
    private final Page page;
    private final Set<Request> underWay = new HashSet<>();

    StoppedClock(Page page) {
        this.page = page;
        var now = System.currentTimeMillis();
        page.clock().install(new Clock.InstallOptions().setTime(now - 1000));
        page.clock().pauseAt(now);
        page.onRequest(request -> {
            if (request.url().contains("/pay-api/")) {
                underWay.add(request);
            }
        });
        page.onRequestFinished(underWay::remove);
        page.onRequestFailed(underWay::remove);
        page.onFrameNavigated(frame -> underWay.clear());
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

    /** Passes until this is to be seen, though no answer comes, and then until nothing is waited for. */
    void passUnansweredUntilSeen(Locator what) {
        page.waitForCondition(() -> {
            pass(1_000);
            return what.isVisible() && underWay.isEmpty();
        });
    }
}
