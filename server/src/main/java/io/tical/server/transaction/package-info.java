/** The common parts of objects with a status: keys, state tables, decisions, history and due work. */
@NullMarked
package io.tical.server.transaction;

import org.jspecify.annotations.NullMarked;
