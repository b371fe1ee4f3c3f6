package io.tical.console.queue;

import io.tical.common.admin.Destination;
import io.tical.common.admin.Slips;
import io.tical.console.part.Unbroken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands beside the form of a decision, because the operator compares it with what is typed. */
public sealed interface Aside {
    record Nothing() implements Aside {}

    /** What differs, although the decision accepts it. */
    record Differences(List<Difference> all) implements Aside {}

    /**
     * @param check its name in the operator's language
     * @param numbers whether the values are numbers, which must not break
     */
    record Difference(String check, String expected, String found, boolean numbers) {
        /** The length of its longest line of numbers. */
        int lineLength() {
            return numbers ? Math.max(Unbroken.longest(expected), Unbroken.longest(found)) : 0;
        }
    }

    /**
     * The account that money goes to. What is null is not known.
     *
     * @param amount what the operator transfers, in minor units; null where the form asks for what arrived
     */
    record Account(
            @Nullable String bank,
            @Nullable String number,
            @Nullable String holder,
            @Nullable Long amount,
            String currency)
            implements Aside {
        public Account(Destination to, @Nullable Long amount, String currency) {
            this(to.bankCode(), to.accountNo(), to.holderName(), amount, currency);
        }

        public Account(Slips.Party to, long amount, String currency) {
            this(
                    to.bankCode(),
                    to.accountNo() == null ? to.proxy() : to.accountNo(),
                    String.join(", ", to.names()),
                    amount,
                    currency);
        }
    }
}
