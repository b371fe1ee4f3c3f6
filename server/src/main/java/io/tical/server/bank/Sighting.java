package io.tical.server.bank;

import io.tical.server.bankfile.BankEntry;
import io.tical.server.bankfile.BankStatement;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one statement says an entry: what it may be recognised by in another one.
 *
 * @param format statements of one format call an entry by the same references, such as {@code camt.053} of all versions
 * @param statement what the pages of the statement have in common; two pages never have the same entry
 * @param page of the statement, from 1
 * @param bank the bank's reference
 * @param balanceAfter the balance after it
 * @param text in one case and without repeated spaces
 */
record Sighting(
        String format,
        String statement,
        int page,
        @Nullable String bank,
        @Nullable String endToEnd,
        @Nullable String customer,
        @Nullable Long balanceAfter,
        @Nullable LocalTime time,
        String text) {
    static Sighting of(BankStatement.Head head, String statement, BankEntry entry) {
        var references = entry.references();
        return new Sighting(
                format(head.format()),
                statement,
                head.page(),
                references.bank(),
                references.endToEnd(),
                references.customer(),
                entry.balanceAfter(),
                entry.time(),
                String.join(" ", entry.texts()).replaceAll("\\s+", " ").strip().toUpperCase(Locale.ROOT));
    }

    /** {@code camt.053} of {@code camt.053.001.08}: versions of a message call an entry by the same references. */
    private static String format(String format) {
        return format.startsWith("camt.") && format.length() > "camt.053".length()
                ? format.substring(0, "camt.053".length())
                : format;
    }

    /** Whether both are on pages of one statement, so that they are two entries. */
    private boolean besides(Sighting other) {
        return statement.equals(other.statement) && page != other.page;
    }

    /** Whether one bank, which calls an entry always by the same reference and time in one format, says that they are two. */
    private boolean contradicts(Sighting other) {
        return format.equals(other.format) && (differ(bank, other.bank) || differ(time, other.time));
    }

    /** Whether both cannot be the same entry. */
    boolean excludes(Sighting other) {
        return besides(other) || contradicts(other);
    }

    private static boolean differ(@Nullable Object one, @Nullable Object other) {
        return one != null && other != null && !one.equals(other);
    }

    /** By what two statements may call the same entry, from the strongest to the weakest. */
    enum Likeness {
        BANK_REFERENCE {
            @Override
            boolean between(Sighting one, Sighting other) {
                return both(one.bank, other.bank);
            }
        },
        END_TO_END {
            @Override
            boolean between(Sighting one, Sighting other) {
                return both(one.endToEnd, other.endToEnd);
            }
        },
        CUSTOMER_REFERENCE {
            @Override
            boolean between(Sighting one, Sighting other) {
                return both(one.customer, other.customer);
            }
        },
        BALANCE_AFTER {
            @Override
            boolean between(Sighting one, Sighting other) {
                return both(one.balanceAfter, other.balanceAfter);
            }
        },
        TIME_AND_TEXT {
            @Override
            boolean between(Sighting one, Sighting other) {
                return both(one.time, other.time) && one.text.equals(other.text);
            }
        },
        TEXT {
            @Override
            boolean between(Sighting one, Sighting other) {
                return !one.text.isEmpty() && one.text.equals(other.text);
            }
        },
        /** Day and amount, which all compared entries have in common. */
        AMOUNT {
            @Override
            boolean between(Sighting one, Sighting other) {
                return true;
            }
        };

        abstract boolean between(Sighting one, Sighting other);

        private static boolean both(@Nullable Object one, @Nullable Object other) {
            return one != null && Objects.equals(one, other);
        }
    }
}
