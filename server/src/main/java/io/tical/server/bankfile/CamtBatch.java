package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Batch;
import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What an entry is the sum of: one batch, or several that are added. */
final class CamtBatch {
    /** More than any batch has. */
    private static final int COUNT_MAX = 1_000_000_000;

    private int batches;

    @Nullable
    private String messageId;

    @Nullable
    private String paymentId;

    private int count;
    private int counted;

    @Nullable
    private XmlAmount total;

    @Nullable
    private Boolean credit;

    /** Reads the current element. */
    void read(XmlCursor cursor) throws BankFileException, IOException {
        batches++;
        cursor.children(name -> {
            switch (name) {
                case "MsgId" -> messageId = messageId == null ? PlainText.reference(cursor.code()) : messageId;
                case "PmtInfId" -> paymentId = paymentId == null ? PlainText.reference(cursor.code()) : paymentId;
                case "NbOfTxs" -> {
                    count = Math.min(count + number(cursor), COUNT_MAX);
                    counted++;
                }
                case "TtlAmt" -> total = XmlAmount.read(cursor);
                case "CdtDbtInd" -> credit = XmlAmount.credit(cursor);
                default -> {}
            }
        });
    }

    private static int number(XmlCursor cursor) throws BankFileException, IOException {
        var place = cursor.place();
        var text = cursor.code();
        if (text == null || !text.matches("\\d{1,15}")) {
            throw new BankFileException(Fault.FIELD_INVALID, place, "NbOfTxs", text == null ? "" : text);
        }
        return (int) Math.min(Long.parseLong(text), COUNT_MAX);
    }

    /** Whether the entry can be that many payments, by what it says about a batch. */
    boolean isOf(int payments) {
        return counted == 0 || (counted == batches && count == payments);
    }

    /** Null if the entry is no batch. Of several, only what all say is a sum. */
    @Nullable
    Batch batch(AccountMoney money, CamtDirection entry) throws BankFileException {
        if (batches == 0) {
            return null;
        }
        var sum = batches == 1 && total != null && money.isOf(total) ? money.signed(total, entry.ofPart(credit)) : null;
        return new Batch(messageId, paymentId, counted == batches ? count : null, sum);
    }
}
