package io.tical.server.paypage;

import io.tical.common.Word;
import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import io.tical.server.slip.Slips;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Where the slips go that payers send. */
public interface SlipIntake {
    /** Bytes that a slip's file may have: 10 MB. */
    int FILE_BYTES_MAX = 10 * 1024 * 1024;

    /** Slips that a payin may have, over this page and the merchants' API. */
    int UPLOADS_MAX = Slips.UPLOADS_MAX;

    /** How the slips of a payin stand. */
    Standing standing(Payment payment);

    /**
     * Takes a slip.
     *
     * @param file as it was sent, by anybody
     * @param source where they came from
     * @throws Problem.Refused {@code SLIP_LIMIT_REACHED}
     * @throws Problem.Conflict when the payin takes no slip any more
     * @throws Problem.UnsupportedMedia when it is no picture of a kind that is taken
     * @throws Problem.BadRequest when the picture cannot be opened
     */
    void receive(Payment payment, UploadedFile file, InetAddress source, String requestId);

    /**
     * How the slips of a payin stand.
     *
     * @param reason why the last one was rejected: {@code unreadable}, {@code not_a_slip}, {@code wrong_amount},
     *     {@code wrong_receiver}, {@code duplicate}, {@code not_received} or {@code other}; null unless it was
     * @param uploadsLeft how many more may be sent
     * @param accepting whether one may be sent now
     */
    record Standing(Progress progress, @Nullable String reason, int uploadsLeft, boolean accepting) {}

    /** What became of the last slip. */
    enum Progress implements Word {
        NONE,
        CHECKING,
        REJECTED;
    }
}
