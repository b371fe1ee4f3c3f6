package io.tical.db;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Keeps connections after a migration. The pool closes a connection after any error of class 0A000; one that only has outdated prepared
 * statements forgets them, and a node that opened all connections anew for each changed table would keep callers waiting.
 */
final class KeptConnections implements SQLExceptionOverride {
    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return SqlStates.otherColumns(failure) ? Override.DO_NOT_EVICT : Override.CONTINUE_EVICT;
    }
}
