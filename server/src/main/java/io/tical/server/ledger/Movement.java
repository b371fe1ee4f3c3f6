package io.tical.server.ledger;

import java.util.UUID;

/**
 * One amount to be posted.
 *
 * @param posting the accounts that it debits and credits
 * @param amount minor units; 0 posts nothing
 * @param reference the object it belongs to
 */
public record Movement(PostingType posting, long amount, UUID reference) {}
