package io.tical.server.ledger;

import io.tical.common.Word;
import io.tical.db.Database;
import java.util.Optional;

/** Whether what is acknowledged is on a second machine, and what operators must know if it is not. */
public final class Replication {
    private final Database database;
    private final boolean required;

    /** Once live money has moved, it stays so. */
    private volatile boolean live;

    /** What operators must know. The sentence is for monitoring. */
    public enum Warning implements Word {
        /** Live money moves, and a commit waits for no standby. */
        NO_STANDBY("Commits wait for no standby, so what was acknowledged can be lost with the database's machine."),
        /** A standby is required, and there is none. */
        LIVE_REFUSED(NO_STANDBY.sentence + " Live money is refused.");

        private final String sentence;

        Warning(String sentence) {
            this.sentence = sentence;
        }

        String sentence() {
            return sentence;
        }
    }

    /** @param required whether live money is refused while commits wait for no standby */
    Replication(Database database, boolean required) {
        this.database = database;
        this.required = required;
    }

    boolean refusesLive() {
        return required && !database.isSynchronous();
    }

    /** Empty where nothing is at risk: commits wait for a standby, or no live money has moved and no standby is required. */
    public Optional<Warning> warning() {
        if (database.isSynchronous()) {
            return Optional.empty();
        }
        return required ? Optional.of(Warning.LIVE_REFUSED) : live ? Optional.of(Warning.NO_STANDBY) : Optional.empty();
    }

    /** Finds out whether live money has moved. Returns false. */
    boolean look() {
        live = live || database.run(LedgerStore::hasLiveMoney);
        return false;
    }
}
