package io.tical.server.merchant;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of brands. */
final class BrandStore {
    static final BulkWrite<Stored> BRANDS = BulkWrite.<Stored>of("pay_page_brand")
            .key("organization_id", "uuid", one -> one.brand().organizationId())
            .column("display_name", "text", one -> one.brand().displayName())
            .column("support", "text", one -> one.brand().support())
            .column("home_url", "text", one -> one.brand().homeUrl())
            .column("logo_sha256", "text", one -> one.brand().logoSha256())
            .column("updated_at", "timestamptz", Stored::updatedAt)
            .authenticated()
            .journaled();

    private BrandStore() {}

    record Stored(Brand brand, Instant updatedAt) {}

    /** @param lock whether to lock the brand until the transaction ends, to change it */
    static Brand find(Session session, UUID organizationId, boolean lock) {
        var proof = BRANDS.proof(session);
        return session.sql("SELECT * FROM pay_page_brand WHERE organization_id = cast(:organization AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
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
