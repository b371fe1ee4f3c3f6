package io.tical.console.webhook;

import io.tical.common.admin.Deliveries;

/**
 * A callback.
 *
 * @param alike how many callbacks of its merchant have the same status, counted up to a page
 * @param more whether there are more than that
 */
public record WebhookItem(Deliveries.Detail detail, int alike, boolean more) {
    Deliveries.Row row() {
        return detail.row();
    }
}
