-- What people did: operators, and merchants' users in the dashboard. Written in the transaction of what was done.
CREATE TABLE audit_entry (
    audit_id        uuid PRIMARY KEY,
    organization_id uuid,
    livemode        boolean,
    actor_type      text NOT NULL CHECK (actor_type IN ('staff', 'user')),
    actor_id        text NOT NULL,
    source          text,
    request_id      text,
    action          text NOT NULL,
    object_type     text NOT NULL,
    object_id       uuid,
    before          json,
    after           json,
    note            text,
    created_at      timestamptz NOT NULL,
    mac             bytea
);
COMMENT ON TABLE audit_entry IS 'append-only: who did what';
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, audit_id);
CREATE INDEX audit_entry_object ON audit_entry (object_id, audit_id);
CREATE INDEX audit_entry_organization ON audit_entry (organization_id, audit_id);

-- A session of an operator. The token itself is not stored.
CREATE TABLE operator_session (
    token_hash   bytea PRIMARY KEY,
    session_id   uuid NOT NULL,
    operator_id  uuid NOT NULL,
    source       text NOT NULL,
    created_at   timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    mac          bytea
);
COMMENT ON COLUMN operator_session.last_seen_at IS 'not evidence: moved by requests; the session ends at expires_at';
CREATE INDEX operator_session_operator ON operator_session (operator_id);
CREATE INDEX operator_session_last_seen ON operator_session (last_seen_at);

-- An operator who leaves stays known by name, because the audit log names people by it.
ALTER TABLE operator ADD COLUMN disabled_at timestamptz;
COMMENT ON TABLE operator IS 'kept';
