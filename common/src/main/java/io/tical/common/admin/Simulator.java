package io.tical.common.admin;

/**
 * What the simulated services answer.
 *
 * @param payout the outcome of test payouts
 * @param slip the verification of slips
 * @param holder the result of holder lookups
 */
public record Simulator(String payout, String slip, String holder, int latencyMs) {}
