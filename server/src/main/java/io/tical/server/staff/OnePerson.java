package io.tical.server.staff;

import io.tical.db.Session;
import java.time.Instant;

/** Whether two operators, by username, count as one person. */
public interface OnePerson {
    boolean test(Session session, String one, String other, Instant now);
}
