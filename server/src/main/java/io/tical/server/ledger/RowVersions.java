package io.tical.server.ledger;

import io.tical.db.RowChange;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one row before and after each change, as digests, in any order. Together the changes form a path from one version to
 * another; its end is the row as it must be now. The absence of the row is a version too.
 */
final class RowVersions {
    private static final int FIRST_CHANGES = 2;

    /** The versions before and after each change. There are few, so they are searched. */
    private @Nullable Long[] versions = new Long[2 * FIRST_CHANGES];

    private int count;

    /** The verdict on a stored row. */
    enum Verdict {
        NEWEST,
        EARLIER,
        UNKNOWN,
        /** It was reverted to an earlier version in between: the changes do not form one path. */
        REPEATED
    }

    void add(RowChange change) {
        if (count == versions.length) {
            versions = Arrays.copyOf(versions, 2 * count);
        }
        versions[count++] = change.before();
        versions[count++] = change.after();
    }

    /**
     * Judges a stored row.
     *
     * @param stored its digest; null if the row does not exist
     * @param all whether these are all changes of the row, so that the first one must be its insertion
     * @param complete whether no change is lost; a lost one may be the first
     */
    Verdict judge(@Nullable Long stored, boolean all, boolean complete) {
        var balance = balanceOfVersions(all && (complete || isInserted()));
        var times = balance.get(stored);
        if (times == null) {
            return Verdict.UNKNOWN;
        }
        // The end of a path that returns to its beginning is unknown.
        var ends = balance.values().stream().mapToInt(Math::abs).sum();
        if (ends == 0) {
            return Verdict.NEWEST;
        }
        if (times <= 0) {
            return isReplaced(stored) ? Verdict.EARLIER : Verdict.UNKNOWN;
        }
        return complete && ends > (all ? 1 : 2) ? Verdict.REPEATED : Verdict.NEWEST;
    }

    /** How much more often a version was written than replaced. */
    private Map<@Nullable Long, Integer> balanceOfVersions(boolean all) {
        var balance = new HashMap<@Nullable Long, Integer>();
        if (all) {
            balance.put(null, 1);
        }
        for (int place = 0; place < count; place++) {
            balance.merge(versions[place], place % 2 == 0 ? -1 : 1, Integer::sum);
        }
        return balance;
    }

    private boolean isInserted() {
        return isReplaced(null);
    }

    /** Whether another version came after this one. A change may also write the same version again. */
    private boolean isReplaced(@Nullable Long version) {
        for (int place = 0; place < count; place += 2) {
            if (Objects.equals(versions[place], version) && !Objects.equals(versions[place + 1], version)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the row no longer exists, or never existed. */
    boolean isDeleted(boolean all) {
        return balanceOfVersions(all).getOrDefault(null, 0) > 0;
    }
}
