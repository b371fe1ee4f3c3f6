-- What verification services said, so that the same question is not paid for twice within a day.

-- The last answer about a transfer. Only transfers that happened are kept; the rows go when they are a day old.
CREATE TABLE slip_verification (
    organization_id   uuid NOT NULL,
    livemode          boolean NOT NULL,
    reference         text NOT NULL,
    sending_bank      text NOT NULL,
    qr_hash           bytea NOT NULL,
    amount            bigint NOT NULL CHECK (amount > 0),
    currency          text NOT NULL,
    transferred_at    timestamptz,
    sender_account    text,
    sender_name       text,
    receiver_bank     text,
    receiver_account  text,
    receiver_name     text,
    verified_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, reference, sending_bank)
);
CREATE INDEX slip_verification_qr ON slip_verification (organization_id, livemode, qr_hash);
CREATE INDEX slip_verification_verified ON slip_verification USING brin (verified_at);

-- How often a merchant asked about a transfer. It has no facts of it and stays: a slip that comes back after a year is still a repeated one.
CREATE TABLE slip_seen (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    reference       text NOT NULL,
    sending_bank    text NOT NULL,
    times           bigint NOT NULL CHECK (times > 0),
    first_at        timestamptz NOT NULL,
    last_at         timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, reference, sending_bank)
);

CREATE TABLE holder_lookup (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    bank_code       text NOT NULL,
    account_no      text NOT NULL,
    holder_name     text NOT NULL,
    checked_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, bank_code, account_no)
);
CREATE INDEX holder_lookup_checked ON holder_lookup USING brin (checked_at);
