package io.tical.db;

/** A table of which this node has changed rows of one environment. */
public record WrittenTable(String table, boolean livemode) {}
