package io.tical.server.rail;

import io.tical.server.transaction.EventType;

/**
 * What routing decides on.
 *
 * @param bank of the destination, as stored
 * @param amount of one transfer, in minor units
 */
record Asked(EventType.Subject subject, String currency, String bank, long amount) {
    static Asked of(TransferOrder order) {
        return new Asked(order.subject(), order.currency(), order.bankCode(), order.amount());
    }
}
