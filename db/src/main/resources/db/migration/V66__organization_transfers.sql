-- Money that organizations send each other: one row for each side, both with the same id, written in one transaction. The creation time
-- is the millisecond in the id. The reference and the id of the request are the sender's alone. Names are as of the transfer.
CREATE TABLE organization_transfer (
    organization_id          uuid NOT NULL,
    livemode                 boolean NOT NULL,
    organization_transfer_id uuid NOT NULL,
    direction                text NOT NULL CHECK (direction IN ('outgoing', 'incoming')),
    counterparty_id          uuid NOT NULL CHECK (counterparty_id <> organization_id),
    counterparty_code        text NOT NULL,
    counterparty_name        text NOT NULL,
    merchant_ref             text COLLATE "C" CHECK ((merchant_ref IS NOT NULL) = (direction = 'outgoing')),
    currency                 text NOT NULL,
    amount                   bigint NOT NULL CHECK (amount > 0),
    notes                    text,
    request_id               text CHECK ((request_id IS NOT NULL) = (direction = 'outgoing')),
    mac                      bytea,
    PRIMARY KEY (organization_id, livemode, organization_transfer_id)
);
COMMENT ON TABLE organization_transfer IS 'append-only: money sent between organizations';
CREATE UNIQUE INDEX organization_transfer_reference ON organization_transfer (organization_id, livemode, merchant_ref)
    WHERE merchant_ref IS NOT NULL;
-- Sorts nulls first, unlike the primary key, so that a filtered list does not walk that one.
CREATE INDEX organization_transfer_direction
    ON organization_transfer (organization_id, livemode, direction, currency, organization_transfer_id NULLS FIRST);
