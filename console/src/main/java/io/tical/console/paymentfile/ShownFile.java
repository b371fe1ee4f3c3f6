package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.File;
import io.tical.common.admin.WorkItem;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A file with the word of its status that no other object has. */
record ShownFile(File file) implements WorkItem {
    /** What was released waits to be given to the bank; elsewhere this word says that something was given back. */
    static String status(File file) {
        return file.status().equals("released") ? "ready" : file.status();
    }

    @Override
    public UUID id() {
        return file.id();
    }

    @Override
    public @Nullable UUID organizationId() {
        return null;
    }

    @Override
    public String organizationName() {
        return "";
    }

    @Override
    public boolean livemode() {
        return file.livemode();
    }

    @Override
    public String status() {
        return status(file);
    }
}
