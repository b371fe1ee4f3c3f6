package io.tical.server.bankfile;

/**
 * A text that a file of payments cannot have as it is, because of its characters or its length.
 *
 * @param order the number of the payment, from 1; 0 for the head of the file
 * @param field such as {@code Cdtr/Nm}
 * @param was the text as it was given
 * @param became the text as it is written
 */
public record Replacement(int order, String field, String was, String became) {}
