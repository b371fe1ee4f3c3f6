package io.tical.server.module;

import io.helidon.health.HealthCheck;
import io.tical.db.BulkWrite;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.Content;
import io.tical.server.http.Endpoint;
import io.tical.server.http.HttpServer.MountedRoutes;
import io.tical.server.http.PublicApi.PublicPages;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.http.PublicEvents;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.metric.Calls;
import io.tical.server.metric.Family;
import io.tical.server.outward.Departures;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Mentions;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.session.Member;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.MerchantReferences;
import io.tical.server.transaction.TransactionKind;
import io.tical.server.work.Work;
import java.util.List;

/**
 * One capability of the service, with everything that it contributes. A module registers the resources that it opens
 * with {@link Platform#open}, and the service closes them.
 */
public interface Module {
    /** Operations of the merchants' API. */
    default List<Endpoint> endpoints() {
        return List.of();
    }

    /** JSON operations of the pay host. */
    default List<PublicEndpoint<Content>> payEndpoints() {
        return List.of();
    }

    /** Streams of events of the pay host. */
    default List<PublicEvents> payEvents() {
        return List.of();
    }

    /** Pages of the pay host. */
    default List<PublicPages> payPages() {
        return List.of();
    }

    /** Pages of the API socket. */
    default List<MountedRoutes> pages() {
        return List.of();
    }

    /** Operations of the dashboard's API. */
    default List<SessionEndpoint<Member>> dashboardEndpoints() {
        return List.of();
    }

    /** Pages of the admin socket. */
    default List<MountedRoutes> adminPages() {
        return List.of();
    }

    /** The kinds of decisions of operators on its objects. */
    default List<StaffAction> staffActions() {
        return List.of();
    }

    /** Operations of the operators' API. */
    default List<SessionEndpoint<Staff>> adminEndpoints() {
        return List.of();
    }

    /** The resources that describe its operations of the operators' API, each a part of the document of that API. */
    default List<String> adminDocuments() {
        return List.of();
    }

    /** Its queues of work for operators. */
    default List<Queue> queues() {
        return List.of();
    }

    /** The lists of its objects for operators, who are told when one has changed. */
    default List<ListedTable> lists() {
        return List.of();
    }

    /** Its figures of the last hours, for the overview of operators. */
    default List<Activity> activities() {
        return List.of();
    }

    /** The types of transactions that it adds. */
    default List<TransactionKind> transactionKinds() {
        return List.of();
    }

    /** How operators find objects of all organizations. */
    default List<Search> searches() {
        return List.of();
    }

    /** Its objects that refusals may be about and no search finds. */
    default List<Mentions.Source> mentions() {
        return List.of();
    }

    /** What it lets leave. */
    default List<Departures> departures() {
        return List.of();
    }

    default List<Work> work() {
        return List.of();
    }

    /** Checks of {@code /observe/health}. */
    default List<HealthCheck> checks() {
        return List.of();
    }

    /** Metrics of {@code /observe/metrics}, each in {@code docs/operating.md}. */
    default List<Family> metrics() {
        return List.of();
    }

    /** Its calls of external services, which are counted and timed. */
    default List<Calls<?>> calls() {
        return List.of();
    }

    /** The tables whose rows carry a MAC. */
    default List<BulkWrite<?>> authenticatedTables() {
        return List.of();
    }

    /** The merchants' references of its objects, for statements. */
    default List<MerchantReferences> references() {
        return List.of();
    }

    /** The audits that compare its rows with the ledger. */
    default List<MoneyAudit> audits() {
        return List.of();
    }
}
