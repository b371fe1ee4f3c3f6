package io.tical.server.rail;

import io.tical.common.BankCode;
import io.tical.server.input.JsonBody;
import io.tical.server.input.Texts;
import org.jspecify.annotations.Nullable;

/** The field {@code sending_bank}: the bank or wallet that sent a transfer, as staff name it. */
public final class SendingBank {
    /** The field. */
    public static final String FIELD = "sending_bank";

    /** Names a bank without a code. References of unknown banks are compared with those of all banks. */
    public static final String OTHER = "OTHER";

    private static final int BANK_MAX = 32;

    private SendingBank() {}

    /**
     * Reads the field.
     *
     * @return the bank as {@link BankCode#ofTransfer}; empty for {@link #OTHER}; null if the field is absent, blank or wrong. A text that names
     *     no bank is wrong, because it cannot be compared
     */
    public static @Nullable String read(JsonBody body) {
        var written = body.textOrNull(FIELD, BANK_MAX);
        if (written == null || Texts.blank(written)) {
            return null;
        }
        if (written.strip().equalsIgnoreCase(OTHER)) {
            return "";
        }
        var bank = BankCode.ofTransfer(written);
        if (bank.isEmpty()) {
            body.wrong(
                    FIELD,
                    "unknown",
                    "must be the number of a Thai bank, one of " + String.join(", ", BankCode.transferCodes()) + ", or "
                            + OTHER + " for any other bank");
        }
        return bank.orElse(null);
    }
}
