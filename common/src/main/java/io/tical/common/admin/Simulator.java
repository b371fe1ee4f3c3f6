package io.tical.common.admin;

/**
 * The answers of the simulated services.
 *
 * @param payout the outcome of test payouts
 * @param slip the verification of slips
 * @param holder the result of holder lookups
 * @param topUp {@code open} or {@code blocked}: whether merchants can add test money to their wallets
 */
public record Simulator(String payout, String slip, String holder, String topUp, int latencyMs) {}
