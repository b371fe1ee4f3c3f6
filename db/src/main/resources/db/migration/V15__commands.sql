-- Commands of staff, and of the service where repeating one is not harmless, that took effect: written in the transaction of the
-- effect. A command that is run again, because its commit was not acknowledged or because a client sent it twice, finds its record
-- and is answered with its object.
CREATE TABLE command_record (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    object_id       uuid NOT NULL,
    command_id      text COLLATE "C" NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, object_id, command_id)
);
CREATE INDEX command_record_age ON command_record USING brin (created_at);
