-- A challenge counts only if it was made after the last use of its passkey, whose row carries a MAC.
DROP TABLE spent_challenge;
