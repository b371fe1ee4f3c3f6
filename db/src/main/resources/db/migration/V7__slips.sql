-- Pictures of slips, where no directory is set for them. They are compressed already.
CREATE TABLE slip_image (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    slip_id         uuid NOT NULL,
    file            bytea NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, slip_id)
);
ALTER TABLE slip_image ALTER COLUMN file SET STORAGE EXTERNAL;
