package io.tical.server.dashboard;

import io.tical.server.http.StaticSite;

/** The pages of the dashboard. They are files that a browser runs as they are; all they know they ask of {@code /api}. */
public final class DashboardPages {
    /** Nothing but our own files, and no request to anybody but ourselves. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private DashboardPages() {}

    /** The pages, to be mounted where {@code /api} is. */
    public static StaticSite site() {
        return StaticSite.of("/dashboard", CONTENT_SECURITY_POLICY, DashboardPages.class, "dashboard.html");
    }
}
