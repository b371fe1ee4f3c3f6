-- The service's role may not delete from tables whose comment begins with 'kept', and may neither update nor delete rows of append-only ones.
COMMENT ON TABLE pay_token IS 'append-only: the payin of each token';
COMMENT ON TABLE crypto_address IS 'append-only: whom each address was given to';
COMMENT ON TABLE wallet IS 'kept';
COMMENT ON TABLE payout IS 'kept';
COMMENT ON TABLE payout_step IS 'kept';
COMMENT ON TABLE payout_attempt IS 'kept';
COMMENT ON TABLE payin IS 'kept';
COMMENT ON TABLE suspense IS 'kept';
COMMENT ON TABLE p2p_match IS 'kept';
COMMENT ON TABLE slip IS 'kept';
COMMENT ON TABLE slip_seen IS 'kept';
COMMENT ON TABLE crypto_deposit IS 'kept';
COMMENT ON TABLE crypto_transfer IS 'kept';
COMMENT ON TABLE crypto_source IS 'kept';
COMMENT ON TABLE simulator_transfer IS 'kept';
COMMENT ON TABLE organization IS 'kept';
COMMENT ON TABLE collection_account IS 'kept';
