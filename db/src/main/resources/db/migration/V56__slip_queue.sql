-- Operators look for the slips of a payin, whosever it is.
CREATE INDEX slip_payin ON slip (payin_id);

-- Leases of slips are in the table lease. The columns stay: a MAC has the numbers of the columns that it covers, so it would not prove the
-- rows that were written before.
COMMENT ON COLUMN slip.claimed_by IS 'null in rows written since leases are in the table lease';
COMMENT ON COLUMN slip.claimed_until IS 'null in rows written since leases are in the table lease';
