package io.tical.server.paymentfile;

import io.tical.db.Session;
import io.tical.server.paymentfile.OutgoingFile.Status;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The files of test payments that the simulator has, as the bank to which people gave them. */
public final class TestFiles {
    private TestFiles() {}

    /**
     * A file that was handed out.
     *
     * @param name by which the bank knows it
     */
    public record Given(
            UUID accountId, String name, String format, String currency, Instant handedOutAt, List<Ordered> payments) {}

    /**
     * A payment that the bank was told to make.
     *
     * @param attemptId of it, unique
     * @param reference unique over all files
     * @param amount minor units
     * @param handedOutAt when the bank got its file
     */
    public record Ordered(
            UUID attemptId, String reference, long amount, String accountNo, String holderName, Instant handedOutAt) {}

    /**
     * A file that the simulator has.
     *
     * @throws Problem.NotFound {@code PAYMENT_FILE_NOT_FOUND}
     * @throws Problem.Conflict {@code PAYMENT_FILE_LIVE} if it is of live money; {@code PAYMENT_FILE_STATUS_TRANSITION_INVALID} if nobody took
     *     its bytes
     */
    public static Given given(Session session, UUID id) {
        var file = OutgoingFiles.found(session, id, false);
        if (file.livemode()) {
            throw new Problem.Conflict(
                    "PAYMENT_FILE_LIVE",
                    "This file is of live money. Only its bank says what became of it, not the simulator.");
        }
        OutgoingFiles.require(file, Status.HANDED_OUT, Status.CLOSED);
        var at = file.progress().handedOutAt();
        var handedOutAt = at == null ? file.updatedAt() : at;
        return new Given(
                file.terms().accountId(),
                file.terms().name(),
                file.terms().format(),
                file.terms().currency(),
                handedOutAt,
                OutgoingPaymentStore.shown(session, id, null).stream()
                        .filter(one -> one.status() != OutgoingPayment.Status.REMOVED)
                        .map(one -> ordered(one, handedOutAt))
                        .toList());
    }

    private static Ordered ordered(OutgoingPayment payment, Instant handedOutAt) {
        return new Ordered(
                payment.attemptId(),
                payment.reference(),
                payment.amount(),
                payment.payee().accountNo(),
                payment.payee().holderName(),
                handedOutAt);
    }

    /** The files from an account that the simulator got since a time, in their order. */
    public static List<UUID> since(Session session, UUID accountId, Instant since) {
        return OutgoingFileStore.testFilesSince(session, accountId, since);
    }
}
