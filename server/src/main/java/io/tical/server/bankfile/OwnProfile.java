package io.tical.server.bankfile;

/**
 * A profile that an operator made.
 *
 * @param format of its statements: it names the version, because versions may call the same entry by different references
 */
public record OwnProfile(CsvProfile profile, String format) {}
