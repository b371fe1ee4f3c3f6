package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.input.UploadedFile;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Channel;
import io.tical.server.payin.ExpectedTransfers;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Payins;
import io.tical.server.picture.Picture;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Receives slips from merchants and payers. It re-encodes the picture, stores it, and inserts the slip; {@link
 * SlipWork} examines it.
 */
public record Slips(
        Database database,
        IdempotencyRecords idempotency,
        Payins payins,
        ExpectedTransfers expected,
        PictureReader pictures,
        SlipStorage storage,
        Clock clock) {
    /** The maximum number of slips of one payin. Refused uploads do not count. */
    public static final int UPLOADS_MAX = 10;

    /**
     * An upload of a slip.
     *
     * @param payin the payin to pay
     * @param file the uploaded file, untrusted
     */
    public record Sent(TransactionKey payin, UploadedFile file, Slip.Source source, Actor actor, String requestId) {}

    /** A received slip with its payin. */
    public record Received(Slip slip, Payin payin) {}

    /**
     * Receives a slip for a payin.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND}
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin no longer accepts a payment
     * @throws Problem.Refused {@code SLIP_LIMIT_REACHED}
     * @throws Problem.UnsupportedMedia when the file is neither PNG nor JPEG
     * @throws Problem.TooLarge when it has more than {@link PictureReader#FILE_BYTES_MAX} bytes
     * @throws Problem.BadRequest {@code IMAGE_TOO_LARGE}, {@code IMAGE_TOO_LONG} or {@code IMAGE_UNREADABLE}
     */
    public Received receive(Sent sent) {
        return storing(sent, key -> {
            var picture = kept(key, sent);
            return database.transaction(session -> take(session, key, sent, picture));
        });
    }

    /** Receives a slip in an idempotent request. */
    StoredAnswer receive(Sent sent, IdempotentRequest<Received> request) {
        return storing(sent, key -> {
            var answer = idempotency.run(
                    request, () -> kept(key, sent), (session, image) -> take(session, key, sent, image));
            if (answer.replayed()) {
                // A duplicate stored the same file on another node.
                storage.delete(key);
            }
            return answer;
        });
    }

    /** Deletes the picture again when the slip is refused. */
    private <T> T storing(Sent sent, Function<TransactionKey, T> work) {
        var key = new TransactionKey(sent.payin().organizationId(), sent.payin().livemode(), Ids.next());
        try {
            return work.apply(key);
        } catch (Problem refused) {
            storage.delete(key);
            throw refused;
        }
    }

    /**
     * Checks whether the payin accepts a slip.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND}
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin no longer accepts a payment
     * @throws Problem.Refused {@code SLIP_LIMIT_REACHED}
     */
    void requireUse(TransactionKey target) {
        var payin = payins.reads().get(target);
        requireUploadLeft(database.run(session -> {
            requireOpen(session, payin);
            return SlipStore.count(session, target);
        }));
    }

    /** Checks first whether the payin accepts a slip, because reading a picture is expensive. */
    private Picture<SlipContents> kept(TransactionKey key, Sent sent) {
        requireUse(sent.payin());
        var picture = pictures.read(sent.file(), SlipContents::of);
        storage.put(key, picture.file());
        return picture;
    }

    private Received take(Session session, TransactionKey key, Sent sent, Picture<SlipContents> picture) {
        // Locks the payin, so that concurrent uploads do not exceed the limit.
        var locked = payins.lock(session, sent.payin());
        requireOpen(session, locked);
        // What the bank's entry paid does not arrive again.
        var payin = locked.status().takesPayment() ? payins.arrive(session, sent.payin(), sent.actor()) : locked;
        var uploads = SlipStore.count(session, sent.payin());
        requireUploadLeft(uploads);
        var terms = payin.terms();
        var code = picture.found().code();
        var slip = new Slip(
                key,
                new Slip.Upload(
                        payin.id(),
                        uploads + 1,
                        sent.source(),
                        payin.status() == PayinStatus.EXPIRED,
                        terms.merchantRef(),
                        terms.transferAmount(),
                        terms.currency(),
                        terms.channel(),
                        picture.width(),
                        picture.height(),
                        picture.found().hash(),
                        code == null ? null : code.payload(),
                        sent.requestId(),
                        SlipStorage.sha256(picture.file())),
                Slip.Progress.begun(code == null ? null : Slip.Transfer.of(code), clock.instant()));
        SlipStore.insert(session, slip);
        return new Received(slip, payin);
    }

    private static void requireUploadLeft(int uploads) {
        if (uploads >= UPLOADS_MAX) {
            throw new Problem.Refused(
                    "SLIP_LIMIT_REACHED",
                    "This payin has its " + UPLOADS_MAX + " slips; if none of them is accepted, contact support");
        }
    }

    /** A payin takes slips as long as it takes a payment, and afterwards those that may prove what the bank's entry paid. */
    private void requireOpen(Session session, Payin payin) {
        if (payin.terms().channel() == Channel.CRYPTO) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "A crypto payin accepts no slip, because the service finds its payment on the blockchain. Wait for"
                            + " its confirmations.");
        }
        // An expired payin may have been paid; operators review its slips.
        var shown = payin.status() == PayinStatus.SUCCESS && expected.paidByEntry(session, payin);
        if (!payin.status().takesPayment() && !shown) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "A payin that is " + payin.status().word() + " accepts no further slip; if the payer has paid,"
                            + " contact the operator");
        }
    }

    /** The result of the last slip, for its payer. */
    public enum Outlook implements Word {
        NONE,
        CHECKING,
        REJECTED
    }

    /**
     * The state of a payin's slips.
     *
     * @param sent all slips, oldest first
     * @param uploadsLeft the number of further uploads
     * @param accepting whether the payin accepts an upload now
     */
    public record Standing(List<SentSlip> sent, int uploadsLeft, boolean accepting) {
        public Outlook outlook() {
            if (sent.stream().anyMatch(slip -> slip.status() == SlipStatus.PENDING)) {
                return Outlook.CHECKING;
            }
            return last() == SlipStatus.REJECTED ? Outlook.REJECTED : Outlook.NONE;
        }

        /** Why the last slip was rejected; null unless it was rejected. */
        public Slip.@Nullable Reason reason() {
            return outlook() == Outlook.REJECTED ? sent.getLast().reason() : null;
        }

        /** The doubt about the last slip; null if none is known. */
        public SentSlip.@Nullable Doubt doubt() {
            return sent.isEmpty() ? null : sent.getLast().doubt();
        }

        private @Nullable SlipStatus last() {
            return sent.isEmpty() ? null : sent.getLast().status();
        }
    }

    /** A number for each payin that every upload and change of its slips increases; payins without slips have no entry. */
    public Map<TransactionKey, Long> versions(Session session, Collection<TransactionKey> payins) {
        return SlipStore.versions(session, payins);
    }

    /** @param status the status of the payin */
    public Standing standing(TransactionKey payin, PayinStatus status) {
        if (status == PayinStatus.PENDING) {
            // A pending payin has no slips, so no query is needed.
            return new Standing(List.of(), UPLOADS_MAX, true);
        }
        var sent = database.run(session -> SlipStore.ofPayin(session, payin)).stream()
                .map(SentSlip::of)
                .toList();
        var left = UPLOADS_MAX - sent.size();
        return new Standing(sent, left, left > 0 && status.takesPayment());
    }
}
