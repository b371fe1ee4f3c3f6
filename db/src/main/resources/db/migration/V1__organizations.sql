-- Organizations, who may act for them, and the rules they are under.
-- organization_id leads every primary and unique key of an organization's tables, so that the schema can be distributed by it.
-- What must be unique across organizations has a small table of its own (organization_code, api_key_hash, dashboard_username).

-- One row: every change of keys, allowlists, signing or limits raises it, and nodes that see it rise drop their caches.
CREATE TABLE configuration_version (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    version   bigint NOT NULL
);
INSERT INTO configuration_version (version) VALUES (1);

CREATE TABLE organization (
    organization_id             uuid PRIMARY KEY,
    code                        text NOT NULL,
    name                        text NOT NULL,
    default_currency            text NOT NULL,
    timezone                    text NOT NULL,
    review_threshold            bigint CHECK (review_threshold > 0),
    unverified_review_threshold bigint CHECK (unverified_review_threshold > 0),
    four_eyes_threshold         bigint CHECK (four_eyes_threshold > 0),
    created_at                  timestamptz NOT NULL
);

CREATE TABLE organization_code (
    code            text PRIMARY KEY,
    organization_id uuid NOT NULL
);

-- A row replaces the default of its environment, currency and method. min = max = 0 is maintenance.
CREATE TABLE amount_limit (
    organization_id      uuid NOT NULL,
    livemode             boolean NOT NULL,
    currency             text NOT NULL,
    method_type          text NOT NULL CHECK (method_type IN ('bank', 'qrcode', 'crypto', 'payout')),
    min_deposit          bigint NOT NULL CHECK (min_deposit >= 0),
    max_deposit          bigint NOT NULL CHECK (max_deposit >= min_deposit),
    min_withdraw         bigint NOT NULL CHECK (min_withdraw >= 0),
    max_withdraw         bigint NOT NULL CHECK (max_withdraw >= min_withdraw),
    daily_withdraw_limit bigint CHECK (daily_withdraw_limit >= 0),
    maintenance_ranges   jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (organization_id, livemode, currency, method_type)
);

CREATE TABLE fee (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    currency        text NOT NULL,
    operation       text NOT NULL CHECK (operation IN ('payin', 'payout', 'settlement')),
    per_mille       bigint NOT NULL CHECK (per_mille BETWEEN 0 AND 1000),
    fixed           bigint NOT NULL CHECK (fixed >= 0),
    PRIMARY KEY (organization_id, livemode, currency, operation)
);

CREATE TABLE api_key (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    key_id          uuid NOT NULL,
    name            text NOT NULL,
    prefix          text NOT NULL,
    scopes          text[] NOT NULL,
    signing_secret  bytea,
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz,
    revoked_at      timestamptz,
    PRIMARY KEY (organization_id, livemode, key_id)
);

CREATE TABLE api_key_hash (
    key_hash        bytea PRIMARY KEY,
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    key_id          uuid NOT NULL
);

CREATE TABLE ip_allowlist (
    organization_id uuid NOT NULL,
    entry           text NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, entry)
);

CREATE TABLE callback_endpoint (
    organization_id       uuid NOT NULL,
    kind                  text NOT NULL CHECK (kind IN ('payin', 'payout')),
    url                   text,
    form                  text NOT NULL CHECK (form IN ('auto', 'envelope', 'transaction')),
    signing_secret        bytea NOT NULL,
    previous_secret       bytea,
    previous_secret_until timestamptz,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    PRIMARY KEY (organization_id, kind)
);

CREATE TABLE dashboard_user (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    username        text NOT NULL,
    role            text NOT NULL CHECK (role IN ('owner', 'viewer')),
    password_hash   text NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, user_id)
);

CREATE TABLE dashboard_username (
    username        text PRIMARY KEY,
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL
);

-- The service's own staff: they belong to no organization.
CREATE TABLE operator (
    operator_id   uuid PRIMARY KEY,
    username      text NOT NULL UNIQUE,
    role          text NOT NULL CHECK (role IN ('finance', 'support', 'admin')),
    password_hash text NOT NULL,
    created_at    timestamptz NOT NULL
);

-- Counterparties of a merchant: a customer has one or more bank accounts.
CREATE TABLE customer (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    customer_id     uuid NOT NULL,
    name            text NOT NULL,
    email           text,
    phone           text,
    metadata        jsonb NOT NULL,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, customer_id)
);

CREATE TABLE customer_account (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    account_id      uuid NOT NULL,
    customer_id     uuid NOT NULL,
    bank_code       text NOT NULL,
    account_no      text NOT NULL,
    holder_name     text COLLATE "C" NOT NULL,
    currency        text NOT NULL,
    verified_at     timestamptz,
    verification_requested_at timestamptz,
    edited_at       timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, account_id),
    UNIQUE (organization_id, livemode, bank_code, account_no),
    FOREIGN KEY (organization_id, livemode, customer_id) REFERENCES customer
);
CREATE INDEX customer_account_holder ON customer_account (organization_id, livemode, lower(holder_name) COLLATE "C" text_pattern_ops);
CREATE INDEX customer_account_customer ON customer_account (organization_id, livemode, customer_id);
