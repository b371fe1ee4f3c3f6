package io.tical.server.rail;

import java.math.BigInteger;
import java.time.Instant;

/**
 * One transfer of the token to one of the service's addresses, in the current state of the chain.
 *
 * @param txHash the transaction hash in the chain's format
 * @param logIndex the index of the event; unique together with the transaction
 * @param sender the sender's address
 * @param units the amount in the token's smallest units, positive
 * @param block the block's number
 * @param confirmations the number of confirming blocks, including its own
 * @param at the time of the block
 */
public record ChainTransfer(
        String txHash, long logIndex, String sender, BigInteger units, long block, long confirmations, Instant at) {}
