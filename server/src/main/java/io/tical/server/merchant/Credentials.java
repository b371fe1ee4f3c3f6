package io.tical.server.merchant;

import java.util.List;
import java.util.UUID;

/** The content of {@code credentials.json}: the credentials of the demo organization. */
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
    /** A dashboard user of the merchant. */
    public record Person(String username, String password) {}

    /** An operator of the service, for the console. */
    public record Staff(String username, String password, String role) {}

    @Override
    public String toString() {
        return "credentials of " + organizationId;
    }
}
