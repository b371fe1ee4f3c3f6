package io.tical.server.paypage;

import io.tical.common.Word;
import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import io.tical.server.slip.Slips;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Receives the slips of payers. */
public interface SlipIntake {
    /** The maximum size of a slip's file in bytes: 10 MB. */
    int FILE_BYTES_MAX = 10 * 1024 * 1024;

    /** The maximum number of slips of a payin, including those sent by the merchants' API. */
    int UPLOADS_MAX = Slips.UPLOADS_MAX;

    /** The state of the slips of a payin. */
    Standing standing(Payment payment);

    /**
     * Receives a slip.
     *
     * @param file the file as it was sent; untrusted
     * @param source the address of the payer
     * @throws Problem.Refused {@code SLIP_LIMIT_REACHED}
     * @throws Problem.Conflict when the payin no longer accepts slips
     * @throws Problem.UnsupportedMedia when it is not a picture of an accepted type
     * @throws Problem.BadRequest when the picture cannot be opened
     */
    void receive(Payment payment, UploadedFile file, InetAddress source, String requestId);

    /**
     * The state of the slips of a payin.
     *
     * @param reason the reason of the last rejection: {@code unreadable}, {@code not_a_slip}, {@code wrong_amount},
     *     {@code wrong_receiver}, {@code duplicate}, {@code not_received} or {@code other}; null unless it was
     * @param uploadsLeft how many more slips may be sent
     * @param accepting whether a slip may be sent now
     */
    record Standing(Progress progress, @Nullable String reason, int uploadsLeft, boolean accepting) {}

    /** The state of the last slip. */
    enum Progress implements Word {
        NONE,
        CHECKING,
        REJECTED;
    }
}
