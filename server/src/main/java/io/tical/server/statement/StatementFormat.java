package io.tical.server.statement;

import io.tical.common.Word;

/** The formats of statements. */
enum StatementFormat implements Word {
    JSON,
    CSV
}
