package io.tical.server.merchant;

import java.util.List;
import java.util.UUID;

/** What {@code credentials.json} tells about the demo organization: everything needed to try the service. */
public record Credentials(
        String apiUrl,
        String payUrl,
        String adminUrl,
        UUID organizationId,
        String organizationCode,
        String testKey,
        String liveKey,
        String payinWebhookSecret,
        String payoutWebhookSecret,
        Person dashboard,
        List<Staff> operators) {
    /** Somebody of the merchant, for the dashboard. */
    public record Person(String username, String password) {}

    /** Somebody of the service's staff, for the console. */
    public record Staff(String username, String password, String role) {}

    @Override
    public String toString() {
        return "credentials of " + organizationId;
    }
}
