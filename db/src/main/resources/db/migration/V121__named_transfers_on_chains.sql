-- A transfer to a deposit whose transaction was recorded as another transfer, such as a refund, is unallocated funds.
ALTER TABLE suspense
    DROP CONSTRAINT suspense_reason_check,
    ADD CONSTRAINT suspense_reason_check CHECK (reason IN ('late', 'partial', 'extra', 'closed', 'named', 'delivered_late'));
