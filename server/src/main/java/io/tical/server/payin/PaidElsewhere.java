package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.overview.Search;
import io.tical.server.transaction.PartSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.UUID;

/** Finds payins by their pay links, and by the references of the bank transfers that their slips or recorded payments name. */
record PaidElsewhere(PayinSlips slips) implements PartSearch.Elsewhere {
    @Override
    public Collection<UUID> find(Session session, UUID organizationId, boolean livemode, String text) {
        var found = new ArrayList<UUID>();
        Search.Text.payToken(text)
                .flatMap(token -> PayinStore.idOfToken(session, organizationId, livemode, token))
                .ifPresent(found::add);
        if (!only(text)) {
            found.addAll(slips.ofReference(session, organizationId, livemode, text));
        }
        return found;
    }

    /** Whoever enters the address of a page means its payin. */
    @Override
    public boolean only(String text) {
        return text.contains("/") && Search.Text.payToken(text).isPresent();
    }
}
