package io.tical.server.bankfile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a report of statuses says besides them.
 *
 * @param format such as {@code pain.002.001.10}
 * @param id the bank's id of the report; null if it has none
 * @param messageId the id of the file of payments
 * @param messageName the format of that file, such as {@code pain.001.001.09}
 * @param notices what an operator should know and what is no error
 */
public record PaymentReport(
        String format,
        @Nullable String id,
        String messageId,
        @Nullable String messageName,
        List<Notice> notices) {}
