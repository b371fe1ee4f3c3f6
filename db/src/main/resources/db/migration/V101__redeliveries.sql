-- A merchant sends all failed callbacks that match again. Background work does it batch by batch: position is the last delivery of the
-- previous batch, and deliveries from created_before on do not belong to it. Rows are forgotten after 30 days, as deliveries are.
CREATE TABLE redelivery (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    redelivery_id   uuid NOT NULL,
    endpoint        text,
    type            text,
    code            integer,
    transaction_id  uuid,
    reference       text,
    transactions    text,
    created_before  uuid NOT NULL,
    matched         bigint NOT NULL,
    started_by      text NOT NULL,
    request_id      text NOT NULL,
    source          text NOT NULL,
    created_at      timestamptz NOT NULL,
    status          text NOT NULL CHECK (status IN ('running', 'completed', 'stopped')),
    position        uuid NOT NULL,
    redelivered     bigint NOT NULL CHECK (redelivered >= 0),
    due_at          timestamptz,
    updated_at      timestamptz NOT NULL,
    mac             bytea,
    PRIMARY KEY (organization_id, livemode, redelivery_id),
    CHECK ((status = 'running') = (due_at IS NOT NULL))
);
-- One at a time in each environment of an organization.
CREATE UNIQUE INDEX redelivery_running ON redelivery (organization_id, livemode) WHERE status = 'running';
CREATE INDEX redelivery_due ON redelivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX redelivery_created ON redelivery (created_at);
COMMENT ON COLUMN redelivery.due_at IS 'not evidence: when background work looks at it next';
