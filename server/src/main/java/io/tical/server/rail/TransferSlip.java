package io.tical.server.rail;

import io.tical.server.input.JsonBody;
import io.tical.server.input.Texts;
import io.tical.server.qr.MiniQr;
import org.jspecify.annotations.Nullable;

/**
 * The slip of a transfer that staff made or saw at the bank, as far as they know it.
 *
 * @param reference the bank's reference of the transfer, without spaces
 * @param qrString the text of the slip's QR code
 */
public record TransferSlip(
        @Nullable String reference, @Nullable String qrString) {
    public static final TransferSlip NONE = new TransferSlip(null, null);

    private static final int REFERENCE_MAX = 100;
    private static final int QR_STRING_MAX = 512;

    public TransferSlip {
        reference = BankTransfer.withoutSpacesOrNull(reference);
    }

    /** Reads {@code reference} and {@code slip_qr_string}, which are allowed only for a transfer that arrived. */
    public static TransferSlip read(JsonBody body, boolean delivered) {
        var slip = read(body);
        if (!delivered && !slip.equals(NONE)) {
            var field = slip.qrString() == null ? "reference" : "slip_qr_string";
            body.wrong(field, "not_allowed", "is for a transfer that arrived only");
        }
        return slip;
    }

    /** Takes the reference from the QR code if the body has none. */
    private static TransferSlip read(JsonBody body) {
        var reference = text(body, "reference", REFERENCE_MAX);
        var qrString = text(body, "slip_qr_string", QR_STRING_MAX);
        var coded = qrString == null
                ? null
                : MiniQr.read(qrString).map(MiniQr::reference).orElse(null);
        if (coded != null && reference != null && !BankTransfer.same(coded, reference)) {
            body.wrong("reference", "mismatch", "differs from the reference in slip_qr_string, " + coded);
        }
        return new TransferSlip(reference == null ? coded : reference, qrString);
    }

    /** The text of a field; null if it is absent or blank. */
    private static @Nullable String text(JsonBody body, String field, int lengthMax) {
        var text = body.textOrNull(field, lengthMax);
        return text == null || Texts.blank(text) ? null : text;
    }

    /** @param amount minor units */
    public PayoutOutcome.Delivered delivered(long amount) {
        return new PayoutOutcome.Delivered(amount, reference, PayoutOutcome.Sender.UNKNOWN, qrString);
    }
}
