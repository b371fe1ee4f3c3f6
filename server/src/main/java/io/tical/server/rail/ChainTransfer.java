package io.tical.server.rail;

import java.math.BigInteger;
import java.time.Instant;

/**
 * One transfer of the token to an address of ours, as the chain has it now.
 *
 * @param txHash the transaction, as its chain writes it
 * @param logIndex which event; with the transaction it tells a transfer from every other of its chain
 * @param sender the address it came from
 * @param units the token's smallest units, positive
 * @param block the block's number
 * @param confirmations how many blocks attest it, its own included
 * @param at when its block was made
 */
public record ChainTransfer(
        String txHash, long logIndex, String sender, BigInteger units, long block, long confirmations, Instant at) {}
