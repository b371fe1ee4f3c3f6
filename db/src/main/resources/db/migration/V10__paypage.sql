-- What payers accepted before they saw the account of another person: which text, when, and from where.
CREATE TABLE disclosure (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    payin_id        uuid NOT NULL,
    text_version    text NOT NULL,
    address         text NOT NULL,
    request_id      text NOT NULL,
    accepted_at     timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, payin_id, text_version, address)
);
COMMENT ON TABLE disclosure IS 'append-only: consents of payers';
