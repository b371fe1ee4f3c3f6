package io.tical.server.merchant;

import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Organizations and the users of their dashboards in the overview of operators. */
final class MerchantOverview {
    static final List<Search> SEARCHES = List.of(
            SearchTable.ofNoEnvironment(
                    "organization",
                    "organization_id",
                    List.of(
                            Place.idEverywhere("id", "organization t", "t.organization_id = cast(:id AS uuid)"),
                            prefix("code", "organization t", "t.code", "upper"),
                            prefix("name", "organization t", "lower(t.name)", "lower"))),
            SearchTable.ofNoEnvironment(
                    "user",
                    "user_id",
                    List.of(
                            Place.idEverywhere("id", "dashboard_user t", "t.user_id = cast(:id AS uuid)"),
                            prefix(
                                    "username",
                                    "dashboard_username n JOIN dashboard_user t USING (organization_id, user_id)",
                                    "n.username",
                                    "lower"))));

    private MerchantOverview() {}

    /** A prefix search that ignores case, with the operators of its index. */
    private static Place prefix(String matched, String from, String text, String inCase) {
        return Place.prefixEverywhere(
                matched,
                from,
                "%1$s ~>=~ %2$s(cast(:from AS text)) AND %1$s ~<=~ %2$s(cast(:to AS text))".formatted(text, inCase),
                text + " USING ~<~");
    }
}
