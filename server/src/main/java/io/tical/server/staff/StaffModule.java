package io.tical.server.staff;

import io.tical.server.http.SessionToken;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.session.KnownDevices;
import io.tical.server.session.Passwords;
import io.tical.server.session.SecondFactors;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignInLock;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.Notices;
import io.tical.server.work.Housekeeping;

/** The operators and their sign-in. */
public record StaffModule(Operators operators, StaffSessions directory, Sessions<Staff> sessions, SignInLock lock)
        implements Module {
    public static StaffModule of(Modules modules, Passwords passwords, OnePerson people) {
        var platform = modules.platform();
        var database = platform.database();
        var operators = new Operators(database, passwords, platform.clock());
        var factors = SecondFactors.ofOperators(database, platform.secrets(), platform.clock());
        var roles = new Roles(database, people, platform.clock());
        var directory = new StaffSessions(operators, roles, factors);
        var lock = new SignInLock(database, "admin", platform.clock());
        var sessions = new Sessions<>(
                database,
                new SessionToken.Bearer(),
                directory,
                lock,
                new KnownDevices(platform.secrets().derive("known-device")),
                factors,
                platform.clock());
        return new StaffModule(operators, directory, sessions, lock);
    }

    @Override
    public void contribute(Contributions to) {
        to.add(
                Kind.WORK,
                Housekeeping.deleting("operators' sessions", sessions::forget),
                Housekeeping.deleting("operators' sign-in failures", lock::forget));
        to.add(
                Kind.AUTHENTICATED_TABLES,
                OperatorStore.OPERATORS,
                StaffSessionStore.SESSIONS,
                RoleStore.ROLES,
                directory.factors().authenticatedTable(),
                AuditEntry.ENTRIES,
                Notices.authenticatedTable());
    }
}
