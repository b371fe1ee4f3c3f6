package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Counterparty;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Payer and payee of a payment, of which one is the account's owner. */
final class CamtParties {
    private static final String[] NAMES = {"Nm", "Pty/Nm", "Agt/FinInstnId/Nm"};

    private final Party debtor = new Party();
    private final Party creditor = new Party();

    /**
     * Whose statement it is.
     *
     * @param account its number
     * @param person the owner's name
     * @param name of the account
     */
    record Owner(
            @Nullable String account,
            @Nullable String person,
            @Nullable String name) {
        private boolean is(Party party) {
            if (party.account != null) {
                return same(party.account, account);
            }
            return same(party.name(), person) || same(party.name(), name);
        }

        private static boolean same(@Nullable String one, @Nullable String other) {
            return one != null && other != null && plain(one).equals(plain(other));
        }

        private static String plain(String text) {
            return text.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        }
    }

    private static final class Party {
        @Nullable
        private String name;

        @Nullable
        private String ultimate;

        @Nullable
        private String account;

        @Nullable
        private String bank;

        @Nullable
        private String proxy;

        @Nullable
        String name() {
            return name == null ? ultimate : name;
        }

        boolean isEmpty() {
            return name() == null && account == null && proxy == null;
        }

        void account(XmlLeaves leaves) {
            account = leaves.reference("Id/IBAN", "Id/Othr/Id");
            var id = leaves.first("Prxy/Id");
            var type = leaves.first("Prxy/Tp/Cd", "Prxy/Tp/Prtry");
            proxy = id == null || type == null ? id : type + " " + id;
        }
    }

    /** Reads the parties, the current element. */
    void read(XmlCursor cursor) throws BankFileException, IOException {
        cursor.children(name -> {
            switch (name) {
                case "Dbtr" -> debtor.name = cursor.leaves().first(NAMES);
                case "Cdtr" -> creditor.name = cursor.leaves().first(NAMES);
                case "UltmtDbtr" -> debtor.ultimate = cursor.leaves().first(NAMES);
                case "UltmtCdtr" -> creditor.ultimate = cursor.leaves().first(NAMES);
                case "DbtrAcct" -> debtor.account(cursor.codes());
                case "CdtrAcct" -> creditor.account(cursor.codes());
                default -> {}
            }
        });
    }

    /** Reads their banks, the current element. */
    void readBanks(XmlCursor cursor) throws BankFileException, IOException {
        cursor.children(name -> {
            switch (name) {
                case "DbtrAgt" -> debtor.bank = bank(cursor.codes());
                case "CdtrAgt" -> creditor.bank = bank(cursor.codes());
                default -> {}
            }
        });
    }

    /** The BIC of a bank, or its number in a clearing system. */
    static @Nullable String bank(XmlLeaves leaves) {
        return leaves.reference("FinInstnId/BICFI", "FinInstnId/BIC", "FinInstnId/ClrSysMmbId/MmbId");
    }

    /**
     * The other side.
     *
     * @param credit whether the money came in
     * @param returned whether a payment came back; its parties are often those of the original payment
     */
    @Nullable
    Counterparty counterparty(boolean credit, boolean returned, Owner owner) {
        var expected = credit == returned ? creditor : debtor;
        var other = expected == debtor ? creditor : debtor;
        var instead = owner.is(expected) || (returned && expected.isEmpty());
        var chosen = instead && !other.isEmpty() && !owner.is(other) ? other : expected;
        if (chosen.isEmpty()) {
            return null;
        }
        var name = chosen.name();
        return new Counterparty(name, chosen.account, chosen.bank, chosen.proxy, PlainText.cut(name));
    }
}
