-- Which organizations have reservations on an account: how large the share of each is depends on their number.
CREATE INDEX amount_reservation_user ON amount_reservation (collection_account_id, livemode, organization_id);
