package io.tical.server.merchant;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of brands. */
final class BrandStore {
    static final Table<Stored> BRANDS = Table.of("pay_page_brand", BrandStore::columns);

    private BrandStore() {}

    record Stored(Brand brand, Instant updatedAt) {}

    /** @param lock whether to lock the brand until the transaction ends, to change it */
    static Brand find(Session session, UUID organizationId, boolean lock) {
        return session.sql("SELECT * FROM pay_page_brand WHERE organization_id = cast(:organization AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
                .bind("organization", organizationId)
                .first(BRANDS.locked(session).andThen(Stored::brand))
                .orElse(Brand.none(organizationId));
    }

    private static Function<Row, Stored> columns(TableColumns<Stored> t) {
        var brand = t.part(Stored::brand);
        var organizationId = brand.key("organization_id", ID, Brand::organizationId);
        var displayName = brand.column("display_name", TEXT.orNull(), Brand::displayName);
        var support = brand.column("support", TEXT.orNull(), Brand::support);
        var homeUrl = brand.column("home_url", TEXT.orNull(), Brand::homeUrl);
        var logoSha256 = brand.column("logo_sha256", TEXT.orNull(), Brand::logoSha256);
        var updatedAt = t.column("updated_at", TIME, Stored::updatedAt);
        return row -> new Stored(
                new Brand(
                        organizationId.of(row),
                        displayName.of(row),
                        support.of(row),
                        homeUrl.of(row),
                        logoSha256.of(row)),
                updatedAt.of(row));
    }

    static void put(Session session, Brand brand, Instant now) {
        BRANDS.upsert(session, List.of(new Stored(brand, now))).run();
    }

    static Optional<byte[]> logo(Session session, UUID organizationId) {
        return session.sql("SELECT file FROM pay_page_logo WHERE organization_id = cast(:organization AS uuid)")
                .bind("organization", organizationId)
                .first(row -> row.bytes("file"));
    }

    /** @param file null deletes the logo */
    static void putLogo(Session session, UUID organizationId, byte @Nullable [] file, Instant now) {
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
