-- Consoles read the lists again that operators look at. A node raises the marks of the lists that its transactions changed, once a second, so
-- that the tables themselves need no index of what changed.
CREATE TABLE list_mark (
    list text NOT NULL,
    livemode boolean NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (list, livemode)
) WITH (fillfactor = 50);
COMMENT ON TABLE list_mark IS 'kept: a number for each list of operators that rises when rows of the list have changed.';
