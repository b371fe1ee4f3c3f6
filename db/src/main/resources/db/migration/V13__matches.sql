-- Direct matching: a payer pays the payee of a waiting payout, and that completes the payout.

-- Payouts that a payer may pay, across organizations, the oldest first: an id is its time. An offer is an invitation and no
-- more: whoever locks the payout's row decides, and one whose payout is over or on its way is worth nothing.
CREATE TABLE p2p_offer (
    payout_id       uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    currency        text NOT NULL,
    amount          bigint NOT NULL CHECK (amount > 0),
    bank_code       text NOT NULL,
    account_no      text NOT NULL,
    holder_name     text NOT NULL,
    offered_until   timestamptz NOT NULL
);
CREATE INDEX p2p_offer_amount ON p2p_offer (livemode, currency, amount, payout_id);
CREATE INDEX p2p_offer_until ON p2p_offer (offered_until);

-- Which payout a payin pays. The payout's side is its attempt of rail p2p: that a leg has one living attempt at most keeps a
-- claim from another claim and from the bank.
CREATE TABLE p2p_match (
    organization_id        uuid NOT NULL,
    livemode               boolean NOT NULL,
    payin_id               uuid NOT NULL,
    payout_organization_id uuid NOT NULL,
    payout_id              uuid NOT NULL,
    attempt_id             uuid NOT NULL,
    currency               text NOT NULL,
    amount                 bigint NOT NULL CHECK (amount > 0),
    status                 text NOT NULL CHECK (status IN ('open', 'completed', 'released')),
    offered_until          timestamptz NOT NULL,
    release_at             timestamptz,
    created_at             timestamptz NOT NULL,
    closed_at              timestamptz,
    PRIMARY KEY (organization_id, livemode, payin_id),
    CHECK ((status = 'open') = (closed_at IS NULL)),
    CHECK (status = 'open' OR release_at IS NULL)
);
CREATE INDEX p2p_match_release ON p2p_match (release_at) WHERE release_at IS NOT NULL;
CREATE INDEX p2p_match_attempt ON p2p_match (attempt_id);
