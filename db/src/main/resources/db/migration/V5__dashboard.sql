-- People of merchants in the dashboard.

ALTER TABLE dashboard_user ADD COLUMN last_sign_in_at timestamptz;

-- token_hash is SHA-256 of what the browser has: a copy of this table opens no session. It is looked up before anybody
-- knows whose it is.
CREATE TABLE dashboard_session (
    token_hash      bytea PRIMARY KEY,
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    created_at      timestamptz NOT NULL,
    last_seen_at    timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL
);
CREATE INDEX dashboard_session_user ON dashboard_session (organization_id, user_id);
CREATE INDEX dashboard_session_last_seen ON dashboard_session (last_seen_at);

-- Sign-ins that have not succeeded. A pair is SHA-256 of the surface, the username and the network: people type passwords
-- where their name belongs, and those are not kept.
CREATE TABLE sign_in_failure (
    pair      bytea PRIMARY KEY,
    failures  integer NOT NULL CHECK (failures > 0),
    failed_at timestamptz NOT NULL
);
CREATE INDEX sign_in_failure_age ON sign_in_failure (failed_at);
