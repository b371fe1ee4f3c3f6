-- Organizations, their keys, settings and limits.

CREATE TABLE organization (
    organization_id uuid NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    default_currency text NOT NULL,
    timezone text NOT NULL,
    review_threshold bigint CHECK (review_threshold > 0),
    unverified_review_threshold bigint CHECK (unverified_review_threshold > 0),
    four_eyes_threshold bigint CHECK (four_eyes_threshold > 0),
    created_at timestamptz NOT NULL,
    channel_bank boolean NOT NULL DEFAULT true,
    channel_qrcode boolean NOT NULL DEFAULT true,
    channel_crypto boolean NOT NULL DEFAULT true,
    channel_p2p boolean NOT NULL DEFAULT false,
    network_trc20 boolean NOT NULL DEFAULT true,
    network_erc20 boolean NOT NULL DEFAULT true,
    network_bep20 boolean NOT NULL DEFAULT true,
    p2p_fallback text NOT NULL DEFAULT 'bank_then_qr' CHECK (p2p_fallback IN ('bank_then_qr', 'qr_then_bank', 'off')),
    mac bytea,
    version bigint,
    four_eyes_exceptions json NOT NULL DEFAULT '[]',
    PRIMARY KEY (organization_id)
);
COMMENT ON TABLE organization IS 'kept';
CREATE INDEX organization_code_search ON organization (code text_pattern_ops);
CREATE INDEX organization_name_search ON organization (lower(name) text_pattern_ops);

CREATE TABLE organization_code (
    code text NOT NULL,
    organization_id uuid NOT NULL,
    mac bytea,
    PRIMARY KEY (code)
);
COMMENT ON TABLE organization_code IS 'append-only: the organization of each code';

-- The bank accounts of organizations, to which their money is settled. An archived account stays, because settlements name it.
CREATE TABLE organization_account (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    organization_account_id uuid NOT NULL,
    bank_code text NOT NULL,
    account_no text NOT NULL CHECK (account_no ~ '^[0-9]{6,20}$'),
    holder_name text NOT NULL,
    currency text NOT NULL,
    label text,
    is_default boolean NOT NULL,
    verified_at timestamptz,
    verification_refused_at timestamptz,
    archived_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, organization_account_id),
    CHECK (NOT (is_default AND archived_at IS NOT NULL)),
    CHECK (verified_at IS NULL OR verification_refused_at IS NULL)
);
COMMENT ON TABLE organization_account IS 'kept';
-- Searches by the beginning of an account number.
CREATE INDEX organization_account_digits ON organization_account (organization_id, livemode, account_no text_pattern_ops);
CREATE INDEX organization_account_holder ON organization_account (organization_id, livemode, lower(holder_name) COLLATE "C" text_pattern_ops);
-- Operators find an account by its id alone.
CREATE INDEX organization_account_id ON organization_account (organization_account_id NULLS FIRST);
CREATE INDEX organization_account_pending ON organization_account (livemode, organization_account_id) WHERE verified_at IS NULL AND verification_refused_at IS NULL AND archived_at IS NULL;
CREATE UNIQUE INDEX organization_account_default ON organization_account (organization_id, livemode, currency) WHERE is_default;
CREATE UNIQUE INDEX organization_account_number ON organization_account (organization_id, livemode, bank_code, account_no) WHERE archived_at IS NULL;

CREATE TABLE api_key (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    key_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    scopes text[] NOT NULL,
    signing_secret bytea,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    mac bytea,
    signing_required boolean,
    signing_since timestamptz,
    previous_signing_secret bytea,
    previous_signing_until timestamptz,
    unsigned_requests bigint NOT NULL DEFAULT 0,
    unsigned_at timestamptz,
    PRIMARY KEY (organization_id, livemode, key_id)
);
COMMENT ON TABLE api_key IS 'kept';
COMMENT ON COLUMN api_key.unsigned_requests IS 'not evidence: counted while requests with and without a signature are accepted';
COMMENT ON COLUMN api_key.unsigned_at IS 'not evidence: when the last one was counted';

CREATE TABLE api_key_hash (
    key_hash bytea NOT NULL,
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    key_id uuid NOT NULL,
    mac bytea,
    PRIMARY KEY (key_hash)
);
COMMENT ON TABLE api_key_hash IS 'append-only: the key of each hash';

CREATE TABLE ip_allowlist (
    organization_id uuid NOT NULL,
    entry text NOT NULL,
    created_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, entry)
);
COMMENT ON TABLE ip_allowlist IS 'unchanged: entries are added and removed';

CREATE TABLE callback_endpoint (
    organization_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('payin', 'payout')),
    url text,
    form text NOT NULL CHECK (form IN ('auto', 'envelope', 'transaction')),
    signing_secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_until timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    last_success_at timestamptz,
    failing_since timestamptz,
    suspended_at timestamptz,
    mac bytea,
    PRIMARY KEY (organization_id, kind)
);
COMMENT ON COLUMN callback_endpoint.last_success_at IS 'not evidence: for people who look at the endpoint';
COMMENT ON COLUMN callback_endpoint.failing_since IS 'not evidence: what deliveries have come to';
COMMENT ON COLUMN callback_endpoint.suspended_at IS 'not evidence: what deliveries have come to';

-- A row replaces the default of its environment, currency and method. min = max = 0 is maintenance.
CREATE TABLE amount_limit (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    currency text NOT NULL,
    method_type text NOT NULL CHECK (method_type IN ('bank', 'qrcode', 'crypto', 'payout')),
    min_deposit bigint NOT NULL CHECK (min_deposit >= 0),
    max_deposit bigint NOT NULL,
    min_withdraw bigint NOT NULL CHECK (min_withdraw >= 0),
    max_withdraw bigint NOT NULL,
    daily_withdraw_limit bigint CHECK (daily_withdraw_limit >= 0),
    maintenance_ranges json NOT NULL DEFAULT '[]',
    mac bytea,
    PRIMARY KEY (organization_id, livemode, currency, method_type),
    CHECK (max_deposit >= min_deposit),
    CHECK (max_withdraw >= min_withdraw)
);
COMMENT ON TABLE amount_limit IS 'kept';

CREATE TABLE fee (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    currency text NOT NULL,
    operation text NOT NULL CHECK (operation IN ('payin', 'payout', 'settlement')),
    per_mille bigint NOT NULL CHECK (per_mille >= 0 AND per_mille <= 1000),
    fixed bigint NOT NULL CHECK (fixed >= 0),
    mac bytea,
    PRIMARY KEY (organization_id, livemode, currency, operation)
);
COMMENT ON TABLE fee IS 'kept';

-- What a merchant shows to its payers. Without a row it is the name of the organization alone. The logo is in a table of its own, so that
-- reading the texts does not read it; its hash is in the row that carries a MAC.
CREATE TABLE pay_page_brand (
    organization_id uuid NOT NULL,
    display_name text,
    support text,
    home_url text,
    logo_sha256 text,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id)
);
COMMENT ON TABLE pay_page_brand IS 'kept';

CREATE TABLE pay_page_logo (
    organization_id uuid NOT NULL,
    file bytea NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id)
);

-- One row: every change of keys, allowlists, signing or limits raises it, and nodes that see it rise drop their caches.
CREATE TABLE configuration_version (
    singleton boolean NOT NULL DEFAULT true CHECK (singleton),
    version bigint NOT NULL,
    PRIMARY KEY (singleton)
);
COMMENT ON TABLE configuration_version IS 'kept';
INSERT INTO configuration_version (version) VALUES (1);
