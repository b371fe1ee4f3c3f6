-- Users of merchants.

CREATE TABLE dashboard_user (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    username text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'viewer')),
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL,
    last_sign_in_at timestamptz,
    mac bytea,
    PRIMARY KEY (organization_id, user_id)
);
COMMENT ON COLUMN dashboard_user.last_sign_in_at IS 'not evidence: for people who look at the user';
CREATE INDEX dashboard_user_id ON dashboard_user (user_id);

CREATE TABLE dashboard_username (
    username text NOT NULL,
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    mac bytea,
    PRIMARY KEY (username)
);
COMMENT ON TABLE dashboard_username IS 'unchanged: the user of each name';
CREATE INDEX dashboard_username_search ON dashboard_username (username text_pattern_ops);

-- The authenticator app of a user. The secret is encrypted under the master key. last_step is the time step of the last code that was
-- accepted: no code of it or of an earlier one is accepted again. recovery has the MACs of the recovery codes that were not used, with
-- spaces between them. Before confirmed_at nothing asks for codes.
CREATE TABLE dashboard_second_factor (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    secret bytea NOT NULL,
    recovery text NOT NULL,
    last_step bigint NOT NULL,
    created_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    mac bytea,
    PRIMARY KEY (organization_id, user_id)
);

-- Passkeys of users: public keys in the form of COSE. A browser uses a passkey only at the host that it was made for.
CREATE TABLE dashboard_passkey (
    credential_id bytea NOT NULL,
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    passkey_id uuid NOT NULL,
    name text NOT NULL,
    host text NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    mac bytea,
    PRIMARY KEY (credential_id)
);
CREATE INDEX dashboard_passkey_user ON dashboard_passkey (organization_id, user_id);

-- token_hash is SHA-256 of what the browser has: a copy of this table opens no session. It is looked up before anybody
-- knows whose it is.
CREATE TABLE dashboard_session (
    token_hash bytea NOT NULL,
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    mac bytea,
    source text NOT NULL,
    browser text NOT NULL,
    PRIMARY KEY (token_hash)
);
COMMENT ON COLUMN dashboard_session.last_seen_at IS 'not evidence: moved by requests; the session ends at expires_at';
CREATE INDEX dashboard_session_last_seen ON dashboard_session (last_seen_at);
CREATE INDEX dashboard_session_user ON dashboard_session (organization_id, user_id);

-- Sign-ins that have not succeeded. A pair is SHA-256 of the surface, the username and the network: people type passwords
-- where their name belongs, and those are not kept.
CREATE TABLE sign_in_failure (
    pair bytea NOT NULL,
    failures int NOT NULL CHECK (failures > 0),
    failed_at timestamptz NOT NULL,
    PRIMARY KEY (pair)
);
CREATE INDEX sign_in_failure_age ON sign_in_failure (failed_at);

-- Sign-ins to one username from all addresses together, whether such a user exists or not. A name is SHA-256 of the surface and
-- the username. full_at is when the name has all its attempts again: each takes it a minute further, up to fifty ahead.
CREATE TABLE sign_in_guess (
    name bytea NOT NULL,
    full_at timestamptz NOT NULL,
    PRIMARY KEY (name)
);
CREATE INDEX sign_in_guess_full ON sign_in_guess (full_at);
