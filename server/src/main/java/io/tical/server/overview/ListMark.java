package io.tical.server.overview;

/** A list in one environment, whose number in the database rises when its rows have changed. */
public record ListMark(String list, boolean livemode) {}
