-- From where a session was opened, for its user: the address, and the browser in words. Null for sessions of earlier releases.
ALTER TABLE dashboard_session
    ADD COLUMN source text,
    ADD COLUMN browser text;

-- The authenticator app of a user. The secret is encrypted under the master key. last_step is the time step of the last code that was
-- accepted: no code of it or of an earlier one is accepted again. recovery has the MACs of the recovery codes that were not used, with
-- spaces between them. Before confirmed_at nothing asks for codes.
CREATE TABLE dashboard_second_factor (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    secret          bytea NOT NULL,
    recovery        text NOT NULL,
    last_step       bigint NOT NULL,
    created_at      timestamptz NOT NULL,
    confirmed_at    timestamptz,
    mac             bytea,
    PRIMARY KEY (organization_id, user_id)
);

-- The same of an operator.
CREATE TABLE operator_second_factor (
    operator_id  uuid PRIMARY KEY,
    secret       bytea NOT NULL,
    recovery     text NOT NULL,
    last_step    bigint NOT NULL,
    created_at   timestamptz NOT NULL,
    confirmed_at timestamptz,
    mac          bytea
);

-- Passkeys of users: public keys in the form of COSE. A browser uses a passkey only at the host that it was made for.
CREATE TABLE dashboard_passkey (
    credential_id   bytea PRIMARY KEY,
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    passkey_id      uuid NOT NULL,
    name            text NOT NULL,
    host            text NOT NULL,
    public_key      bytea NOT NULL,
    sign_count      bigint NOT NULL,
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz,
    mac             bytea
);
CREATE INDEX dashboard_passkey_user ON dashboard_passkey (organization_id, user_id);

-- Challenges of passkeys that were answered, until they expire: each is accepted once. Those that were not answered are not stored.
CREATE TABLE spent_challenge (
    challenge  bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
);
COMMENT ON TABLE spent_challenge IS 'unchanged: a challenge is spent, and forgotten';
CREATE INDEX spent_challenge_expiry ON spent_challenge (expires_at);
