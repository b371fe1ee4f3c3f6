package io.tical.server.statement;

import io.tical.common.Word;

/** How a statement is written. */
enum StatementFormat implements Word {
    JSON,
    CSV
}
