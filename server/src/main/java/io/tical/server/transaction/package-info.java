/** What everything with a status shares: keys, state tables, decisions, history and due work. */
@NullMarked
package io.tical.server.transaction;

import org.jspecify.annotations.NullMarked;
