package io.tical.server.outward;

import io.tical.db.Session;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What one package lets leave: how it is found in the database again, and what is done with what was lost. */
public interface Departures {
    /** Whether these are of this kind. */
    boolean include(Departure departure);

    /** The ids of those that are in the database. */
    Set<UUID> known(Session session, List<Departure> departures);

    /** Takes up what was lost, where its object exists. What is not taken up stays open. */
    void recover(Collection<Lost> lost);

    /** Which of these open cases an object has taken up since, with its id. */
    default Map<Lost, UUID> takenUp(Session session, List<Lost> open) {
        return Map.of();
    }

    /** The ids of those of these adopted cases whose outcome is not known yet. */
    default Set<UUID> undecided(Session session, List<Lost> adopted) {
        return Set.of();
    }
}
