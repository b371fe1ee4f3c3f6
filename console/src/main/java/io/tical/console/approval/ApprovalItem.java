package io.tical.console.approval;

import io.tical.common.admin.Approvals;
import io.tical.console.paymentfile.AskedFile;
import org.jspecify.annotations.Nullable;

/**
 * An approval with the object that it is about.
 *
 * @param subject null for the change of a control, which shows all that it changes
 * @param file the payment file that it is about; null for anything else
 */
record ApprovalItem(
        Approvals.Row row,
        Approvals.@Nullable Subject subject,
        @Nullable AskedFile file) {}
