-- Deposits on blockchains.

-- An address is one deposit's, over all organizations, forever: what comes there can be nobody else's.
CREATE TABLE crypto_address (
    address text NOT NULL COLLATE "C",
    source text NOT NULL,
    address_index bigint NOT NULL CHECK (address_index >= 0),
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    mac bytea,
    PRIMARY KEY (address),
    UNIQUE (source, address_index)
);
COMMENT ON TABLE crypto_address IS 'append-only: whom each address was given to';

-- Amounts are micro-USDT. due_at is when the address is looked at next, and null when it is not any more.
CREATE TABLE crypto_deposit (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    network text NOT NULL CHECK (network IN ('TRC20', 'ERC20', 'BEP20')),
    address text NOT NULL COLLATE "C",
    amount bigint NOT NULL CHECK (amount > 0),
    required_confirmations int NOT NULL CHECK (required_confirmations > 0),
    state text NOT NULL CHECK (state IN ('waiting', 'paying', 'paid', 'closed')),
    received bigint NOT NULL DEFAULT 0 CHECK (received >= 0),
    tx_hash text,
    confirmations bigint NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
    paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
    paid_by text,
    cursor text,
    version bigint NOT NULL DEFAULT 1,
    opened_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    due_at timestamptz,
    mac bytea,
    checked_through timestamptz,
    difference numeric(78,0) CHECK (difference <> (0)::numeric),
    differs_since timestamptz,
    check_at timestamptz,
    PRIMARY KEY (organization_id, livemode, payin_id)
) WITH (fillfactor=80);
COMMENT ON TABLE crypto_deposit IS 'kept';
COMMENT ON COLUMN crypto_deposit.due_at IS 'not evidence: when background work looks at it next';
COMMENT ON COLUMN crypto_deposit.check_at IS 'not evidence: when background work checks it next';
CREATE INDEX crypto_deposit_check ON crypto_deposit (network, livemode, check_at) WHERE check_at IS NOT NULL;
CREATE INDEX crypto_deposit_unscheduled ON crypto_deposit (expires_at) WHERE check_at IS NULL AND (checked_through IS NULL OR checked_through < expires_at);
CREATE INDEX crypto_deposit_differing ON crypto_deposit (differs_since) WHERE differs_since IS NOT NULL;
CREATE INDEX crypto_deposit_due ON crypto_deposit (network, livemode, due_at) WHERE due_at IS NOT NULL;

-- How many addresses of a source are given out. A source is an account's public key, or a simulator; what two networks share
-- they count together. A row is raised in the transaction that uses the number, so none is skipped and none comes twice.
CREATE TABLE crypto_source (
    source text NOT NULL,
    next_index bigint NOT NULL CHECK (next_index >= 0),
    mac bytea,
    PRIMARY KEY (source)
);
COMMENT ON TABLE crypto_source IS 'kept';

-- Every transfer to one of these addresses, whatever became of it. units are the token's own smallest; what is less than a
-- micro-USDT of them is dust, which is credited to nobody.
CREATE TABLE crypto_transfer (
    network text NOT NULL,
    tx_hash text NOT NULL COLLATE "C",
    log_index bigint NOT NULL CHECK (log_index >= 0),
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    sender text NOT NULL,
    units numeric(78,0) NOT NULL CHECK (units > (0)::numeric),
    amount bigint NOT NULL CHECK (amount >= 0),
    dust numeric(78,0) NOT NULL CHECK (dust >= (0)::numeric),
    block bigint NOT NULL CHECK (block >= 0),
    confirmations bigint NOT NULL CHECK (confirmations >= 0),
    block_at timestamptz NOT NULL,
    state text NOT NULL CHECK (state IN ('seen', 'withdrawn', 'confirmed', 'counted', 'credited', 'review')),
    seen_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (network, tx_hash, log_index)
);
COMMENT ON TABLE crypto_transfer IS 'kept';
COMMENT ON COLUMN crypto_transfer.seen_at IS 'not evidence: for people who look for a row';
COMMENT ON COLUMN crypto_transfer.updated_at IS 'not evidence: for people who look for a row';
CREATE INDEX crypto_transfer_deposit ON crypto_transfer (organization_id, livemode, payin_id);
CREATE INDEX crypto_transfer_review ON crypto_transfer (organization_id, livemode, seen_at) WHERE state = 'review';
