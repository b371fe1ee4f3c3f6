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

/** A kind of what modules add to the service. */
public final class Kind<T> {
    /** Operations of the merchants' API. */
    public static final Kind<Endpoint> ENDPOINTS = new Kind<>();

    /** JSON operations of the pay host. */
    public static final Kind<PublicEndpoint<Content>> PAY_ENDPOINTS = new Kind<>();

    /** Streams of events of the pay host. */
    public static final Kind<PublicEvents> PAY_EVENTS = new Kind<>();

    /** Pages of the pay host. */
    public static final Kind<PublicPages> PAY_PAGES = new Kind<>();

    /** Pages of the API socket. */
    public static final Kind<MountedRoutes> PAGES = new Kind<>();

    /** Operations of the dashboard's API. */
    public static final Kind<SessionEndpoint<Member>> DASHBOARD_ENDPOINTS = new Kind<>();

    /** Pages of the admin socket. */
    public static final Kind<MountedRoutes> ADMIN_PAGES = new Kind<>();

    /** The kinds of decisions of operators on objects of the capability. */
    public static final Kind<StaffAction> STAFF_ACTIONS = new Kind<>();

    /** Operations of the operators' API. */
    public static final Kind<SessionEndpoint<Staff>> ADMIN_ENDPOINTS = new Kind<>();

    /** The resources that describe operations of the operators' API, each a part of the document of that API. */
    public static final Kind<String> ADMIN_DOCUMENTS = new Kind<>();

    /** Queues of work for operators. */
    public static final Kind<Queue> QUEUES = new Kind<>();

    /** Lists of objects for operators, who are told when one has changed. */
    public static final Kind<ListedTable> LISTS = new Kind<>();

    /** Figures of the last hours, for the overview of operators. */
    public static final Kind<Activity> ACTIVITIES = new Kind<>();

    /** Types of transactions. */
    public static final Kind<TransactionKind> TRANSACTION_KINDS = new Kind<>();

    /** How operators find objects of all organizations. */
    public static final Kind<Search> SEARCHES = new Kind<>();

    /** Objects that refusals may be about and no search finds. */
    public static final Kind<Mentions.Source> MENTIONS = new Kind<>();

    /** What may leave. */
    public static final Kind<Departures> DEPARTURES = new Kind<>();

    /** Background work. */
    public static final Kind<Work> WORK = new Kind<>();

    /** Checks of {@code /observe/health}. */
    public static final Kind<HealthCheck> CHECKS = new Kind<>();

    /** Metrics of {@code /observe/metrics}, each in {@code docs/operating.md}. */
    public static final Kind<Family> METRICS = new Kind<>();

    /** Calls of external services, which are counted and timed. */
    public static final Kind<Calls<?>> CALLS = new Kind<>();

    /** The tables whose rows carry a MAC. */
    public static final Kind<BulkWrite<?>> AUTHENTICATED_TABLES = new Kind<>();

    /** The merchants' references of objects. */
    public static final Kind<MerchantReferences> REFERENCES = new Kind<>();

    /** The audits that compare rows with the ledger. */
    public static final Kind<MoneyAudit> AUDITS = new Kind<>();

    private Kind() {}
}
