-- What requests of merchants and decisions of people leave behind.

-- The answer of every request that changed something, written in the transaction of the change.
CREATE TABLE idempotency (
    key_hash uuid NOT NULL,
    created_at timestamptz NOT NULL,
    fingerprint bigint NOT NULL,
    status smallint NOT NULL,
    answer bytea NOT NULL,
    mac bytea,
    PRIMARY KEY (key_hash)
);
COMMENT ON TABLE idempotency IS 'unchanged: a record is written once, and forgotten';
CREATE INDEX idempotency_age ON idempotency USING brin (created_at);

-- What happened to an object, one row a transition; its creation is told by the object itself.
CREATE TABLE state_change (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    object_id uuid NOT NULL,
    change_id uuid NOT NULL,
    object_type text NOT NULL,
    from_status text NOT NULL,
    to_status text NOT NULL,
    trigger text NOT NULL,
    actor_type text NOT NULL CHECK (actor_type IN ('api_key', 'payer', 'staff', 'system', 'user')),
    actor_id text,
    request_id text,
    note text,
    created_at timestamptz NOT NULL,
    mac bytea,
    event_id uuid,
    PRIMARY KEY (organization_id, livemode, object_id, change_id)
);
COMMENT ON TABLE state_change IS 'append-only: the history of every object';
-- Merchants cancel and confirm; most changes are made by the service itself.
CREATE INDEX state_change_request ON state_change (organization_id, livemode, request_id) WHERE actor_type = 'api_key';

-- What people did: operators, and merchants' users in the dashboard. Written in the transaction of what was done.
CREATE TABLE audit_entry (
    audit_id uuid NOT NULL,
    organization_id uuid,
    livemode boolean,
    actor_type text NOT NULL CHECK (actor_type IN ('staff', 'user')),
    actor_id text NOT NULL,
    source text,
    request_id text,
    action text NOT NULL,
    object_type text NOT NULL,
    object_id uuid,
    before json,
    after json,
    note text,
    created_at timestamptz NOT NULL,
    mac bytea,
    asked_by text,
    subject text,
    PRIMARY KEY (audit_id)
);
COMMENT ON TABLE audit_entry IS 'append-only: who did what';
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, audit_id);
CREATE INDEX audit_entry_control ON audit_entry (audit_id) WHERE subject IS NOT NULL;
CREATE INDEX audit_entry_object ON audit_entry (object_id, audit_id);
CREATE INDEX audit_entry_organization ON audit_entry (organization_id, audit_id);

-- Who works on what, so that two operators do not work on one object. A lease ends by itself.
CREATE TABLE lease (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    object_id uuid NOT NULL,
    operator text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, object_id)
);
CREATE INDEX lease_until ON lease (until);
