-- Staff find a payment for a payin that was cancelled or failed: it becomes unallocated funds of source 'staff'.
ALTER TABLE suspense
    DROP CONSTRAINT suspense_source_check,
    ADD CONSTRAINT suspense_source_check CHECK (source IN ('crypto', 'slip', 'payout', 'staff'));
