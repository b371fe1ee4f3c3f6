-- Crypto deposits: an address for each, and what came there.

-- How many addresses of a source are given out. A source is an account's public key, or a simulator; what two networks share
-- they count together. A row is raised in the transaction that uses the number, so none is skipped and none comes twice.
CREATE TABLE crypto_source (
    source     text PRIMARY KEY,
    next_index bigint NOT NULL CHECK (next_index >= 0)
);

-- An address is one deposit's, over all organizations, forever: what comes there can be nobody else's.
CREATE TABLE crypto_address (
    address         text COLLATE "C" PRIMARY KEY,
    source          text NOT NULL,
    address_index   bigint NOT NULL CHECK (address_index >= 0),
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    payin_id        uuid NOT NULL,
    UNIQUE (source, address_index)
);

-- Amounts are micro-USDT. due_at is when the address is looked at next, and null when it is not any more.
CREATE TABLE crypto_deposit (
    organization_id        uuid NOT NULL,
    livemode               boolean NOT NULL,
    payin_id               uuid NOT NULL,
    network                text NOT NULL CHECK (network IN ('TRC20', 'ERC20', 'BEP20')),
    address                text COLLATE "C" NOT NULL,
    amount                 bigint NOT NULL CHECK (amount > 0),
    required_confirmations integer NOT NULL CHECK (required_confirmations > 0),
    state                  text NOT NULL CHECK (state IN ('waiting', 'paying', 'paid', 'closed')),
    received               bigint NOT NULL DEFAULT 0 CHECK (received >= 0),
    tx_hash                text,
    confirmations          bigint NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
    paid                   bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
    paid_by                text,
    cursor                 text,
    version                bigint NOT NULL DEFAULT 1,
    opened_at              timestamptz NOT NULL,
    expires_at             timestamptz NOT NULL,
    due_at                 timestamptz,
    PRIMARY KEY (organization_id, livemode, payin_id)
) WITH (fillfactor = 80);
CREATE INDEX crypto_deposit_due ON crypto_deposit (network, livemode, due_at) WHERE due_at IS NOT NULL;

-- Every transfer to one of these addresses, whatever became of it. units are the token's own smallest; what is less than a
-- micro-USDT of them is dust, which is credited to nobody.
CREATE TABLE crypto_transfer (
    network         text NOT NULL,
    tx_hash         text COLLATE "C" NOT NULL,
    log_index       bigint NOT NULL CHECK (log_index >= 0),
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    payin_id        uuid NOT NULL,
    sender          text NOT NULL,
    units           numeric(78, 0) NOT NULL CHECK (units > 0),
    amount          bigint NOT NULL CHECK (amount >= 0),
    dust            numeric(78, 0) NOT NULL CHECK (dust >= 0),
    block           bigint NOT NULL CHECK (block >= 0),
    confirmations   bigint NOT NULL CHECK (confirmations >= 0),
    block_at        timestamptz NOT NULL,
    state           text NOT NULL CHECK (state IN ('seen', 'withdrawn', 'confirmed', 'counted', 'credited', 'review')),
    seen_at         timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (network, tx_hash, log_index)
);
CREATE INDEX crypto_transfer_deposit ON crypto_transfer (organization_id, livemode, payin_id);
CREATE INDEX crypto_transfer_review ON crypto_transfer (organization_id, livemode, seen_at) WHERE state = 'review';
