package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The brands of merchants. */
public final class Brands {
    private static final int ENTRIES_MAX = 20_000;

    private final Database database;
    private final Configuration configuration;
    private final Clock clock;
    private final Actor author;
    private final ConfigurationCache<UUID, Brand> known;

    private record Logged(
            @Nullable String displayName,
            @Nullable String support,
            @Nullable String homeUrl,
            @Nullable String logoSha256) {
        static Logged of(Brand brand) {
            return new Logged(brand.displayName(), brand.support(), brand.homeUrl(), brand.logoSha256());
        }
    }

    /**
     * A new logo.
     *
     * @param file the picture; null for none
     */
    public record Logo(byte @Nullable [] file) {}

    Brands(Database database, Configuration configuration, Clock clock) {
        this.database = database;
        this.configuration = configuration;
        this.clock = clock;
        this.author = Actor.SYSTEM;
        this.known = new ConfigurationCache<>(
                configuration, ENTRIES_MAX, id -> database.run(session -> BrandStore.find(session, id, false)));
    }

    private Brands(Brands other, Actor author) {
        this.database = other.database;
        this.configuration = other.configuration;
        this.clock = other.clock;
        this.author = author;
        this.known = other.known;
    }

    /** These use cases with this person as the author. */
    public Brands by(Actor person) {
        return new Brands(this, person);
    }

    /** The brand of an organization; without texts if the merchant set none. */
    public Brand of(UUID organizationId) {
        return known.get(organizationId);
    }

    /** The logo of a brand; empty if there is none, or if the stored logo is not the one that the merchant set. */
    public Optional<byte[]> logo(Brand brand) {
        return database.run(session -> BrandStore.logo(session, brand.organizationId()))
                .filter(file -> sha256(file).equals(brand.logoSha256()));
    }

    private static String sha256(byte[] file) {
        return HexFormat.of().formatHex(Hashes.sha256(file));
    }

    /**
     * Changes the texts, and the logo if a new one is given.
     *
     * @param change keeps the logo; throws if the brand is not the one that the person saw
     * @throws io.tical.server.problem.Problem.Invalid with an error for each invalid field
     */
    public Brand change(UUID organizationId, UnaryOperator<Brand> change, @Nullable Logo logo) {
        return configuration.change(session -> {
            // A brand without texts has no row that two changes at once could lock.
            OrganizationStore.find(session, organizationId, true);
            var old = BrandStore.find(session, organizationId, true);
            var texts = change.apply(old);
            var hash = logo == null ? old.logoSha256() : logo.file() == null ? null : sha256(logo.file());
            var brand = new Brand(organizationId, texts.displayName(), texts.support(), texts.homeUrl(), hash);
            brand.check();
            if (!brand.equals(old)) {
                var now = clock.instant();
                BrandStore.put(session, brand, now);
                if (logo != null) {
                    BrandStore.putLogo(session, organizationId, logo.file(), now);
                }
                var act = Act.change(
                        organizationId, null, "update", "pay_page", organizationId, Logged.of(old), Logged.of(brand));
                AuditEntry.insertLater(session, author, act, now);
            }
            return brand;
        });
    }
}
