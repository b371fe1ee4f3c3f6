package io.tical.server.bankfile;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The charges of an entry or of a payment, in every form that versions of camt have. */
final class CamtCharges {
    private final Map<String, BigDecimal> sums = new HashMap<>();

    /** Reads charges, the current element: one of them, or a total with its records. */
    void read(XmlCursor cursor) throws BankFileException, IOException {
        var group = new Group();
        group.read(cursor);
        if (group.records == 0 && group.total != null) {
            add(group.total, false);
        }
    }

    private void add(XmlAmount amount, boolean credit) {
        var currency = amount.currency() == null ? "" : amount.currency();
        var value = amount.amount().value();
        sums.merge(currency, credit ? value : value.negate(), BigDecimal::add);
    }

    private final class Group {
        @Nullable
        private XmlAmount total;

        @Nullable
        private XmlAmount amount;

        private boolean credit;
        private int records;

        void read(XmlCursor cursor) throws BankFileException, IOException {
            cursor.children(name -> {
                switch (name) {
                    case "TtlChrgsAndTaxAmt" -> total = XmlAmount.read(cursor);
                    case "Amt" -> amount = XmlAmount.read(cursor);
                    case "CdtDbtInd" -> credit = XmlAmount.credit(cursor);
                    case "Rcrd" -> {
                        records++;
                        new Group().read(cursor);
                    }
                    default -> {}
                }
            });
            if (amount != null) {
                records++;
                add(amount, credit);
            }
        }
    }

    boolean isEmpty() {
        return sums.isEmpty();
    }

    /** In signed minor units of the account's currency; what is in another one does not count. */
    long minor(AccountMoney money, Place place) throws BankFileException {
        var sum = sums.getOrDefault(money.currency(), BigDecimal.ZERO);
        return new DecimalAmount(sum, place).minor(money.currency(), money.scale());
    }
}
