package io.tical.server.rail;

/**
 * One call of a rail.
 *
 * @param attempt the committed attempt
 * @param fresh whether to send the attempt; otherwise poll it
 */
public record Sending(Leg leg, Attempt attempt, boolean fresh) {}
