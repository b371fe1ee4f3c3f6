package io.tical.server.merchant;

import io.tical.common.Word;
import io.tical.db.Session;
import io.tical.server.merchant.ApiKeys.NewKey;
import io.tical.server.merchant.CredentialsFile.Credentials;
import io.tical.server.session.Member;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Operators;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The first start: creates the demo organization in an empty database and writes {@code credentials.json} to the home
 * folder. If several nodes start concurrently, exactly one creates it. If a node dies, the next start completes or
 * discards its work.
 *
 * @param callbacks creates the callback endpoints of an organization in the same transaction
 * @param others creates the demo data of other modules in the same transaction
 */
public record Bootstrap(
        MerchantModule merchants, BiFunction<Session, UUID, CallbackSecrets> callbacks, Consumer<Session> others) {
    private static final int PASSWORD_LENGTH = 20;
    private static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1");

    /** The base URLs of the three sockets of this node, such as {@code http://127.0.0.1:8080}. */
    public record Addresses(String api, String pay, String admin) {}

    /** The signing secrets of an organization's callback endpoints. */
    public record CallbackSecrets(String payin, String payout) {
        @Override
        public String toString() {
            return "CallbackSecrets[***]";
        }
    }

    /** A second person must approve changes of controls, so there are two administrators. */
    private static final String SECOND_ADMIN = "admin2";

    private record User(String username, String password, String passwordHash) {
        /** Of an operator. */
        Operator.Role role() {
            return username.equals(SECOND_ADMIN) ? Operator.Role.ADMIN : Word.of(Operator.Role.class, username);
        }
    }

    /**
     * Creates the demo organization if there is no organization.
     *
     * @return the credentials file, if this start wrote it
     * @throws IllegalStateException if the database was created with another master key
     */
    public Optional<Path> run(Path home, Addresses addresses) {
        var file = new CredentialsFile(home);
        if (merchants.platform().database().run(OrganizationStore::any)) {
            merchants.platform().database().requireSameKey();
            return file.isPrepared() ? recover(file) : Optional.empty();
        }
        var people = people();
        var made = merchants.configuration().change(session -> {
            OrganizationStore.lockBootstrap(session);
            if (OrganizationStore.any(session)) {
                return false;
            }
            file.prepare(make(session, people, addresses));
            return true;
        });
        if (made) {
            file.publish();
            return Optional.of(file.path());
        }
        merchants.platform().database().requireSameKey();
        return Optional.empty();
    }

    /** Publishes a prepared file if its organization was committed, and deletes it otherwise. */
    private Optional<Path> recover(CredentialsFile file) {
        return merchants.platform().database().transaction(session -> {
            OrganizationStore.lockBootstrap(session);
            if (file.prepared()
                    .flatMap(prepared -> OrganizationStore.find(session, prepared.organizationId(), false))
                    .isEmpty()) {
                file.discard();
                return Optional.empty();
            }
            file.publish();
            return Optional.of(file.path());
        });
    }

    private Credentials make(Session session, List<User> people, Addresses addresses) {
        var now = merchants.platform().clock().instant();
        var organization = merchants.organizations().create(session, "Demo Store", "THB", "Asia/Bangkok");
        var id = organization.id();
        var test = merchants.apiKeys().create(session, id, NewKey.full(false, "Demo test key"));
        var live = merchants.apiKeys().create(session, id, NewKey.full(true, "Demo live key"));
        AllowlistStore.replace(session, id, Allowlist.normal(LOOPBACK), now);
        var callbackSecrets = callbacks.apply(session, id);
        var owner = people.getFirst();
        var operators = people.subList(1, people.size());
        DashboardUsers.create(session, id, owner.username(), owner.passwordHash(), Member.Role.OWNER, now);
        for (var person : operators) {
            Operators.create(session, person.username(), person.passwordHash(), person.role(), now);
        }
        others.accept(session);
        return new Credentials(
                addresses.api(),
                addresses.pay(),
                addresses.admin(),
                id,
                organization.code(),
                test.secret(),
                live.secret(),
                callbackSecrets.payin(),
                callbackSecrets.payout(),
                new Credentials.Person(owner.username(), owner.password()),
                operators.stream()
                        .map(person -> new Credentials.Staff(
                                person.username(),
                                person.password(),
                                person.role().word()))
                        .toList());
    }

    /** The owner, an operator of each role, and a second administrator. Their passwords are hashed in parallel, because Argon2 is slow. */
    private List<User> people() {
        var roles = Arrays.stream(Operator.Role.values()).map(Operator.Role::word);
        return Stream.of(Stream.of("demo"), roles, Stream.of(SECOND_ADMIN))
                .flatMap(names -> names)
                .toList()
                .parallelStream()
                .map(username -> {
                    var password = Base62.random(PASSWORD_LENGTH);
                    return new User(username, password, merchants.passwords().hashUnlimited(password));
                })
                .toList();
    }
}
