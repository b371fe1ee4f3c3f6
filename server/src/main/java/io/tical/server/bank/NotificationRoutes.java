package io.tical.server.bank;

import io.tical.server.http.Answer;
import io.tical.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.util.UUID;

/**
 * {@code POST /bank-api/v1/entries}: entries that a bank or an aggregator notifies. Each request is kept as a file, and imported at once. A
 * repeated request changes nothing.
 */
record NotificationRoutes(BankFiles files) {
    private static final String NAME = "notified.json";
    private static final String SENDER = "bank-api";

    /** @param id of the file that has them */
    private record Taken(UUID id, BankFile.Status status) {}

    /**
     * @throws Problem.BadRequest {@code BANK_FILE_UNREADABLE} if they are not valid, or the account is none of the operator's; nothing of
     *     them counts
     */
    Answer take(byte[] body) {
        BankFiles.Bytes bytes = () -> new ByteArrayInputStream(body);
        var id = files.known(true, files.hash(bytes))
                .orElseGet(() -> files.receive(true, NAME, BankFile.Origin.NOTIFIED, SENDER, bytes)
                        .id());
        var file = files.get(id);
        if (file.status() == BankFile.Status.WAITING) {
            var faults = files.preview(id).faults();
            if (!faults.isEmpty()) {
                var fault = faults.getFirst();
                throw new Problem.BadRequest(
                        "BANK_FILE_UNREADABLE",
                        fault.text() + " (line " + fault.line() + ", column " + fault.column() + ")");
            }
            file = files.takeIn(id, false, null);
        }
        return Answer.ok(new Taken(id, file.status()));
    }
}
