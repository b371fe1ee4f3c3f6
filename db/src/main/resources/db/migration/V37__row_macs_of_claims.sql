-- The MACs of matches, consents, and the transfers that slips claim. The next migration computes those of the rows that exist.
ALTER TABLE p2p_match ADD COLUMN mac bytea;
ALTER TABLE disclosure ADD COLUMN mac bytea;
ALTER TABLE slip_reference ADD COLUMN mac bytea;
ALTER TABLE slip_first_use ADD COLUMN mac bytea;
COMMENT ON COLUMN p2p_match.release_at IS 'not evidence: when background work looks at it next';
COMMENT ON COLUMN slip_reference.taken_at IS 'not evidence: the history of the slip tells when';
