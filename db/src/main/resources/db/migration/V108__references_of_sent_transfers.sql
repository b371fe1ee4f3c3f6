-- The references of transfers that were sent are compared with those of received payments, whatever their case.
DROP INDEX payout_attempt_reference;
DROP INDEX settlement_attempt_reference;
CREATE INDEX payout_attempt_reference ON payout_attempt (upper(rail_reference COLLATE "C")) WHERE rail_reference IS NOT NULL;
CREATE INDEX settlement_attempt_reference ON settlement_attempt (upper(rail_reference COLLATE "C")) WHERE rail_reference IS NOT NULL;
