package io.tical.server.dashboard;

import io.tical.server.http.StaticSite;

/** The pages of the dashboard: static files, which load all data from {@code /api}. */
public final class DashboardPages {
    /** Allows only our own files, and requests to this service. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private DashboardPages() {}

    /** The pages, for the socket of {@code /api}. */
    public static StaticSite site() {
        return StaticSite.of("/dashboard", CONTENT_SECURITY_POLICY, DashboardPages.class, "dashboard.html");
    }
}
