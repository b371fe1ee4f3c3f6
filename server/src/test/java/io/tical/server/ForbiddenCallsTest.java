package io.tical.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.tical.server.ArchitectureTest.MAIN_CODE;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.session.Passwords;
import io.tical.server.transaction.StateTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What only named classes may call: connections, the time, SQL, and the states of objects. */
class ForbiddenCallsTest {
    private static final String SERVER = "io.tical.server.";

    /**
     * The programs that measure and show a service connect to it; {@code Checkup} looks at its own machine alone, and {@code AdminSocket} is
     * told the service by an operator.
     */
    private static final DescribedPredicate<JavaClass> MAY_CONNECT = resideInAnyPackage(
                    "io.tical.server.rail..", "io.tical.server.bench..", "io.tical.server.demo..")
            .or(nameMatching("io\\.tical\\.server\\.command\\.(Checkup|AdminSocket)(\\$.*)?"))
            // Merchants' servers, through the addresses that AddressGuard allows.
            .or(nameMatching("io\\.tical\\.server\\.webhook\\.Callback(Sender|Connection).*"));

    @Test
    void onlyRailsAndCallbacksConnectToOtherHosts() {
        noClasses()
                .that()
                .resideInAPackage("io.tical..")
                .and(not(MAY_CONNECT))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "io.helidon.webclient..")
                .orShould(access("a connection", ForbiddenCallsTest::connects))
                .check(MAIN_CODE);
        assertThat(violations(access("a connection", ForbiddenCallsTest::connects), Connecting.class))
                .hasSize(3);
    }

    /** Whether a call opens a connection. A server's sockets come from {@code accept}. */
    private static boolean connects(JavaAccess<?> access) {
        var owner = access.getTargetOwner().getFullName();
        var name = access.getName();
        return switch (owner) {
            case "java.net.Socket", "java.net.DatagramSocket", "javax.net.ssl.SSLSocket" ->
                name.equals("<init>") || name.equals("connect");
            case "java.nio.channels.SocketChannel",
                    "java.nio.channels.DatagramChannel",
                    "java.nio.channels.AsynchronousSocketChannel" -> name.equals("open") || name.equals("connect");
            case "javax.net.SocketFactory", "javax.net.ssl.SSLSocketFactory" -> name.equals("createSocket");
            case "java.net.URL" ->
                name.equals("openConnection") || name.equals("openStream") || name.equals("getContent");
            default -> false;
        };
    }

    /** What the rule must see. */
    record Connecting(java.net.URI address) {
        void connect() throws IOException {
            address.toURL().openStream().close();
            new java.net.Socket(address.getHost(), 80).close();
            java.nio.channels.SocketChannel.open().close();
        }
    }

    /** Whoever needs the time is handed the clock, so that one service has one. Ids have a clock of their own: decision 0004. */
    @Test
    void onlyOneClockReadsTheTime() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.server..")
                .and()
                .resideOutsideOfPackages("io.tical.server.bench..", "io.tical.server.demo..")
                .and()
                // It creates the clock.
                .doNotHaveFullyQualifiedName("io.tical.server.config.Options")
                .and()
                // It stamps answers, and decides nothing by the time.
                .doNotHaveFullyQualifiedName("io.tical.server.http.Envelope")
                .should(access("another clock", ForbiddenCallsTest::readsTheTime))
                .check(MAIN_CODE);
        assertThat(violations(access("another clock", ForbiddenCallsTest::readsTheTime), Untimely.class))
                .hasSize(5);
    }

    private static boolean readsTheTime(JavaAccess<?> access) {
        var owner = access.getTargetOwner().getFullName();
        var name = access.getName();
        if (owner.equals("java.time.Clock")) {
            return name.startsWith("system") || name.startsWith("tick");
        }
        return (owner.startsWith("java.time.") && name.equals("now") && !readsAClock(access))
                || (owner.equals("java.lang.System") && name.equals("currentTimeMillis"))
                || (owner.equals("java.util.Date") && name.equals("<init>"));
    }

    private static boolean readsAClock(JavaAccess<?> access) {
        return access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget target
                && target.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Clock.class));
    }

    /** What the rule must see, and one thing that it allows. */
    record Untimely(Clock clock) {
        List<Object> times() {
            Supplier<Instant> now = Instant::now;
            return List.of(
                    now,
                    java.time.LocalDate.now(clock),
                    java.time.LocalDate.now(java.time.ZoneOffset.UTC),
                    java.time.OffsetDateTime.now(java.time.ZoneOffset.UTC),
                    System.currentTimeMillis(),
                    Clock.systemUTC());
        }
    }

    @Test
    void allSqlGoesThroughTheSession() {
        noClasses()
                .that()
                .resideInAPackage("io.tical.server..")
                .and(not(resideInAPackage("io.tical.server.bench..")))
                .and()
                .doNotHaveFullyQualifiedName("io.tical.server.command.Checkup")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "io.helidon.dbclient..")
                .check(MAIN_CODE);
    }

    /** The statements that stores of all packages share, and the audits of money. */
    private static final DescribedPredicate<JavaClass> MAY_HAVE_SQL = resideInAnyPackage(
                    "io.tical.server.transaction..", "io.tical.server.work..", "io.tical.server.bench..")
            .or(nameMatching(".*(Store|Audit|Table)(\\$.*)?"));

    /** The other classes with SQL text, and why. */
    private static final Map<String, String> WITH_SQL = Map.of(
            "slip.DatabaseStorage", "stores pictures in the database, as DirectoryStorage does in files",
            "webhook.DeliveryQueue", "is nothing but SQL",
            "webhook.Events", "is nothing but the statement that payment transactions wait for",
            "ledger.ChangedRows", "a part of the audit",
            "rail.SimulatorRail", "the simulator's bank is a table; there is nothing else behind it");

    @Test
    void useCasesHaveNoSql() {
        var classes = MAIN_CODE.stream()
                .filter(type -> type.getPackageName().startsWith("io.tical.server"))
                .filter(not(MAY_HAVE_SQL))
                .filter(type -> accesses(type)
                        .anyMatch(access -> access.getTargetOwner().isEquivalentTo(Session.class)
                                && access.getName().equals("sql")))
                .map(ForbiddenCallsTest::outer)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(classes)
                .as("move the statements to a store, or list the class here with its reason")
                .containsExactlyInAnyOrderElementsOf(WITH_SQL.keySet());
    }

    /** The classes that read the moment of creation from an id, which is the machine's time, to show it, to compare it with other ids or with what banks say, or to name a day. */
    private static final List<String> READ_TIMES_OF_IDS = List.of(
            "bank.AccountStateStore",
            "bank.AccountStates",
            "collection.DayRooms",
            "decision.Approval",
            "http.Paging",
            "admin.NoticeRoutes",
            "interorg.OrganizationTransfer",
            "outward.LogComparison",
            "overview.QueueTable",
            "overview.SearchTable",
            "payin.PaidPayins",
            "payin.Payin",
            "payin.PayinDraft",
            "payout.Payout",
            "payout.PayoutCreationRules",
            "settlement.Settlement",
            "settlement.SettlementCreationRules",
            "slip.Slip",
            "slip.SlipUseStore",
            "suspense.SuspenseItem",
            "ticket.Ticket",
            "ticket.TicketComment",
            "transaction.RequestSearch");

    /** Due times are the database's (decision 0043), so none is computed from the time in an id. */
    @Test
    void onlyMomentsOfCreationAreReadFromIds() {
        var classes = MAIN_CODE.stream()
                .filter(type -> type.getPackageName().startsWith("io.tical.server"))
                .filter(type -> accesses(type)
                        .anyMatch(access -> access.getTargetOwner().isEquivalentTo(Ids.class)
                                && access.getName().equals("madeAt")))
                .map(ForbiddenCallsTest::outer)
                .distinct();
        assertThat(classes)
                .as("compute times from the clock, or list the class here if it shows when something was created")
                .containsExactlyInAnyOrderElementsOf(READ_TIMES_OF_IDS);
    }

    /** The records that have the status of an object, with its other changing values. */
    private static final List<String> STATEFUL = List.of(
            "crypto.Deposit$Progress",
            "crypto.Transfer",
            "customer.CustomerStore$Account",
            "decision.Approval",
            "merchant.ApiKey",
            "p2p.Match",
            "payin.Payin$Progress",
            "payout.Payout$Progress",
            "payout.Payout$Leg",
            "rail.Attempt",
            "settlement.Settlement$Progress",
            "slip.Slip$Progress",
            "suspense.SuspenseItem",
            "ticket.Ticket",
            "treasury.OrganizationAccount",
            "webhook.CallbackEndpoint",
            "webhook.Delivery");

    /** Which classes construct the first state of an object. */
    private static final Set<String> CREATE = Set.of(
            "customer.Customers",
            "payin.PayinDraft",
            "payout.PayoutCreationRules",
            "settlement.SettlementCreationRules",
            "treasury.OrganizationAccounts");

    /** Only a state table changes a status. What statements do to a status is checked by {@link TableOwnersTest}. */
    @Test
    void aStatusIsChangedByWhoeverAsksItsStateTable() {
        for (var stateful : STATEFUL) {
            var type = MAIN_CODE.get(SERVER + stateful);
            assertThat(type.getConstructorCallsToSelf().stream()
                            .map(call -> call.getOriginOwner())
                            .filter(caller -> !outer(caller).equals(outer(type)))
                            // Reads a row.
                            .filter(caller -> !caller.getName().matches(".*(Store|Rows|Table)"))
                            .filter(caller -> !CREATE.contains(outer(caller)))
                            .filter(caller -> caller.getMethodCallsFromSelf().stream()
                                    .noneMatch(call -> call.getTargetOwner().isEquivalentTo(StateTable.class)
                                            && call.getName().equals("on")))
                            .map(ForbiddenCallsTest::outer)
                            .distinct())
                    .as("classes that construct " + stateful + " and do not ask its state table")
                    .isEmpty();
        }
    }

    /** The name within the server, without nested classes. */
    private static String outer(JavaClass type) {
        return type.getName().substring(SERVER.length()).replaceFirst("\\$.*", "");
    }

    @Test
    void theServiceHashesPasswordsAtFullCost() {
        noClasses()
                .that()
                .areNotAssignableTo(Passwords.class)
                .should()
                .callConstructor(Passwords.class, int.class, int.class)
                .check(MAIN_CODE);
    }

    private static ArchCondition<JavaClass> access(String what, Predicate<JavaAccess<?>> wanted) {
        return new ArchCondition<>("use " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                accesses(type)
                        .filter(wanted)
                        .forEach(access -> events.add(SimpleConditionEvent.satisfied(access, access.getDescription())));
            }
        };
    }

    private static List<String> violations(ArchCondition<JavaClass> forbidden, Class<?> type) {
        return noClasses()
                .should(forbidden)
                .evaluate(new ClassFileImporter().importClasses(type))
                .getFailureReport()
                .getDetails();
    }

    /** Accesses, method references among them. */
    private static Stream<JavaAccess<?>> accesses(JavaClass type) {
        return Stream.<JavaAccess<?>>concat(
                        type.getAccessesFromSelf().stream(),
                        Stream.concat(
                                type.getMethodReferencesFromSelf().stream(),
                                type.getConstructorReferencesFromSelf().stream()))
                .distinct();
    }
}
