package io.tical.server.merchant;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The brands of merchants. */
public final class Brands {
    static final BulkWrite<Stored> BRANDS = BulkWrite.<Stored>of("pay_page_brand")
            .key("organization_id", "uuid", one -> one.brand().organizationId())
            .column("display_name", "text", one -> one.brand().displayName())
            .column("support", "text", one -> one.brand().support())
            .column("home_url", "text", one -> one.brand().homeUrl())
            .column("logo_sha256", "text", one -> one.brand().logoSha256())
            .column("updated_at", "timestamptz", Stored::updatedAt)
            .authenticated()
            .journaled();

    private static final int ENTRIES_MAX = 20_000;

    private final Database database;
    private final Configuration configuration;
    private final Clock clock;
    private final Actor author;
    private final ConfigurationCache<UUID, Brand> known;

    record Stored(Brand brand, Instant updatedAt) {}

    private record Audited(
            @Nullable String displayName,
            @Nullable String support,
            @Nullable String homeUrl,
            @Nullable String logoSha256) {
        static Audited of(Brand brand) {
            return new Audited(brand.displayName(), brand.support(), brand.homeUrl(), brand.logoSha256());
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
                configuration, ENTRIES_MAX, id -> database.run(session -> find(session, id, "")));
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

    private static Brand find(Session session, UUID organizationId, String locking) {
        var proof = BRANDS.proof(session);
        return session.sql("SELECT * FROM pay_page_brand WHERE organization_id = cast(:organization AS uuid)" + locking)
                .bind("organization", organizationId)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return brand(row);
                })
                .orElse(Brand.none(organizationId));
    }

    private static Brand brand(Row row) {
        return new Brand(
                row.uuid("organization_id"),
                row.textOrNull("display_name"),
                row.textOrNull("support"),
                row.textOrNull("home_url"),
                row.textOrNull("logo_sha256"));
    }

    /** The logo of a brand; empty if there is none, or if the stored logo is not the one that the merchant set. */
    public Optional<byte[]> logo(Brand brand) {
        return database.run(session -> session.sql(
                                "SELECT file FROM pay_page_logo WHERE organization_id = cast(:organization AS uuid)")
                        .bind("organization", brand.organizationId())
                        .first(row -> row.bytes("file")))
                .filter(file -> sha256(file).equals(brand.logoSha256()));
    }

    private static String sha256(byte[] file) {
        return HexFormat.of().formatHex(Hashes.sha256(file));
    }

    /**
     * Changes the texts, and the logo if a new one is given.
     *
     * @param change keeps the logo
     * @throws io.tical.server.problem.Problem.Invalid with an error for each invalid field
     */
    public Brand change(UUID organizationId, UnaryOperator<Brand> change, @Nullable Logo logo) {
        return configuration.change(session -> {
            var old = find(session, organizationId, " FOR UPDATE");
            var texts = change.apply(old);
            var hash = logo == null ? old.logoSha256() : logo.file() == null ? null : sha256(logo.file());
            var brand = new Brand(organizationId, texts.displayName(), texts.support(), texts.homeUrl(), hash);
            brand.check();
            if (!brand.equals(old)) {
                var now = clock.instant();
                BRANDS.upsert(session, List.of(new Stored(brand, now))).run();
                if (logo != null) {
                    put(session, organizationId, logo.file(), now);
                }
                var act = Act.change(
                        organizationId, null, "update", "pay_page", organizationId, Audited.of(old), Audited.of(brand));
                AuditEntry.insert(session, author, act, now);
            }
            return brand;
        });
    }

    private static void put(Session session, UUID organizationId, byte @Nullable [] file, Instant now) {
        if (file == null) {
            session.sql("DELETE FROM pay_page_logo WHERE organization_id = cast(:organization AS uuid)")
                    .bind("organization", organizationId)
                    .run();
            return;
        }
        session.sql("""
                        INSERT INTO pay_page_logo (organization_id, file, updated_at)
                        VALUES (cast(:organization AS uuid), :file, :now)
                        ON CONFLICT (organization_id) DO UPDATE SET file = excluded.file, updated_at = excluded.updated_at
                        """)
                .bind("organization", organizationId)
                .bind("file", file)
                .bind("now", now)
                .run();
    }
}
