-- Money that comes.

-- Counterparties of a merchant: a customer has one or more bank accounts.
CREATE TABLE customer (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    customer_id uuid NOT NULL,
    name text NOT NULL,
    email text,
    phone text,
    metadata json NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, customer_id)
);
COMMENT ON TABLE customer IS 'kept';

CREATE TABLE customer_account (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    account_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder_name text NOT NULL COLLATE "C",
    currency text NOT NULL,
    verified_at timestamptz,
    verification_requested_at timestamptz,
    edited_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    verification_refused_at timestamptz,
    PRIMARY KEY (organization_id, livemode, account_id),
    UNIQUE (organization_id, livemode, bank_code, account_no),
    FOREIGN KEY (organization_id, livemode, customer_id) REFERENCES customer(organization_id, livemode, customer_id)
);
COMMENT ON TABLE customer_account IS 'kept';
CREATE INDEX customer_account_customer ON customer_account (organization_id, livemode, customer_id);
CREATE INDEX customer_account_holder ON customer_account (organization_id, livemode, lower(holder_name) text_pattern_ops);
-- Operators find an account by its id alone.
CREATE INDEX customer_account_id ON customer_account (account_id NULLS FIRST);
-- Searches of customers by the beginning of an account number.
CREATE INDEX customer_account_number ON customer_account (organization_id, livemode, account_no text_pattern_ops);
-- The account whose verification was asked for first.
CREATE INDEX customer_account_requested ON customer_account (livemode, verification_requested_at, account_id) WHERE verification_requested_at IS NOT NULL AND verified_at IS NULL AND verification_refused_at IS NULL;
CREATE INDEX customer_account_verification ON customer_account (livemode, account_id) WHERE verification_requested_at IS NOT NULL AND verified_at IS NULL AND verification_refused_at IS NULL;

-- Where payers send money: the operator's own accounts, which belong to no organization. Weight 0 takes nothing new.
CREATE TABLE collection_account (
    collection_account_id uuid NOT NULL,
    currency text NOT NULL,
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder_name text NOT NULL,
    promptpay_id text,
    weight int NOT NULL CHECK (weight >= 0 AND weight <= 1000),
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (collection_account_id),
    UNIQUE (currency, bank_code, account_no)
);
COMMENT ON TABLE collection_account IS 'kept';

CREATE TABLE payin (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    status text NOT NULL,
    dialect text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    merchant_ref text NOT NULL COLLATE "C",
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    transfer_amount bigint NOT NULL,
    fee bigint NOT NULL CHECK (fee >= 0),
    channel text NOT NULL CHECK (channel IN ('bank', 'qrcode', 'crypto')),
    provider text,
    collection_account_id uuid,
    promptpay_id text,
    pay_token text NOT NULL,
    theme text NOT NULL,
    redirect_url text,
    notes text,
    account_id uuid,
    customer_id uuid,
    customer_name text,
    bank_code text,
    account_no text,
    holder_name text,
    request_id text NOT NULL,
    receiving_type text NOT NULL,
    receiving_platform text,
    receiving_identifier text,
    receiving_holder_name text,
    paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
    fee_charged bigint NOT NULL DEFAULT 0,
    fee_returned bigint NOT NULL DEFAULT 0,
    paid_reference text,
    failure_code text,
    version bigint NOT NULL DEFAULT 1,
    due_at timestamptz,
    expires_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    finalized_at timestamptz,
    mac bytea,
    refund_reference text,
    PRIMARY KEY (organization_id, livemode, payin_id),
    UNIQUE (organization_id, livemode, merchant_ref),
    CHECK (transfer_amount >= amount),
    CHECK (fee_charged >= 0 AND fee_charged <= paid),
    CHECK (fee_returned >= 0 AND fee_returned <= fee_charged)
) WITH (fillfactor=80);
COMMENT ON TABLE payin IS 'kept';
COMMENT ON COLUMN payin.due_at IS 'not evidence: when background work looks at it next';
CREATE INDEX payin_account ON payin (organization_id, livemode, account_id, payin_id) WHERE account_id IS NOT NULL;
-- For a range of amounts that has few rows.
CREATE INDEX payin_amount ON payin (organization_id, livemode, currency, channel, status, amount, payin_id);
CREATE INDEX payin_currency ON payin (organization_id, livemode, currency, channel, status, payin_id NULLS FIRST) INCLUDE (amount);
-- What the background work looks for; a claim moves due_at into the future, which is its lease.
CREATE INDEX payin_due ON payin (due_at) WHERE due_at IS NOT NULL;
-- Operators find transactions by the beginning of the merchant's notes. Only rows that have notes are in these indexes, so other transactions are
-- written as fast as before.
CREATE INDEX payin_notes ON payin (lower(left(notes, 128)) text_pattern_ops) WHERE notes IS NOT NULL;
-- Which transaction a request was about. The service makes request ids with the time of the request in them (UUID version 7), and finds their
-- transactions by that time. Only ids that clients chose are in these indexes, so that other rows cost nothing.
CREATE INDEX payin_request ON payin (organization_id, livemode, request_id) WHERE request_id NOT LIKE '________-____-7___-____-____________';
CREATE INDEX payin_status ON payin (organization_id, livemode, status, payin_id NULLS FIRST);
-- Which payin a transfer that a bank reports may be for.
CREATE INDEX payin_transfer ON payin (collection_account_id, transfer_amount) WHERE collection_account_id IS NOT NULL;

-- A payer comes with nothing but the token.
CREATE TABLE pay_token (
    pay_token text NOT NULL COLLATE "C",
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    mac bytea,
    PRIMARY KEY (pay_token)
);
COMMENT ON TABLE pay_token IS 'append-only: the payin of each token';

-- What payers accepted before they saw the account of another person: which text, when, and from where.
CREATE TABLE disclosure (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    text_version text NOT NULL,
    address text NOT NULL,
    request_id text NOT NULL,
    accepted_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, payin_id, text_version, address)
);
COMMENT ON TABLE disclosure IS 'append-only: consents of payers';

CREATE TABLE amount_reservation (
    collection_account_id uuid NOT NULL,
    livemode boolean NOT NULL,
    transfer_amount bigint NOT NULL,
    organization_id uuid NOT NULL,
    payin_id uuid NOT NULL,
    free_at timestamptz,
    PRIMARY KEY (collection_account_id, livemode, transfer_amount)
);
CREATE INDEX amount_reservation_free ON amount_reservation (free_at) WHERE free_at IS NOT NULL;
-- Which organizations have reservations on an account: how large the share of each is depends on their number.
CREATE INDEX amount_reservation_user ON amount_reservation (collection_account_id, livemode, organization_id);

CREATE TABLE holder_lookup (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder_name text NOT NULL,
    checked_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, bank_code, account_no)
);
CREATE INDEX holder_lookup_checked ON holder_lookup USING brin (checked_at);
