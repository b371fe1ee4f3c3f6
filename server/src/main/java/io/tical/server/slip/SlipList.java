package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.transaction.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The SQL of the review queue, across organizations, newest first. */
final class SlipList {
    private SlipList() {}

    /** One row more than the page's limit, when there are that many. Slips that are being verified are not listed. */
    static List<Slip> find(Session session, SlipFilter filter, Page page) {
        var conditions = new ArrayList<>(List.of("stage IS DISTINCT FROM 'checking'"));
        // A literal and not a parameter, so that the planner knows how rare the status is.
        filter.status().ifPresent(status -> conditions.add("status = '" + status.word() + "'"));
        var id = filter.text().flatMap(Ids::parse);
        if (id.isPresent()) {
            conditions.add("(slip_id = cast(:id AS uuid) OR payin_id = cast(:id AS uuid))");
        } else if (filter.text().isPresent()) {
            conditions.add("merchant_ref LIKE :prefix");
        }
        UUID before = page.before();
        if (before != null) {
            conditions.add("slip_id < cast(:before AS uuid)");
        }
        var statement = session.sql("SELECT * FROM slip WHERE " + String.join(" AND ", conditions)
                        + " ORDER BY slip_id DESC LIMIT :rows OFFSET :offset")
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset());
        if (id.isPresent()) {
            statement.bind("id", id.get());
        } else {
            filter.text().ifPresent(text -> statement.bind("prefix", prefix(text)));
        }
        if (before != null) {
            statement.bind("before", before);
        }
        return statement.list(SlipStore::slip);
    }

    private static String prefix(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
