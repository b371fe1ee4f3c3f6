/** The common parts of objects with a status: state tables, decisions, history, timelines, lists and the audit log. */
@NullMarked
package io.tical.server.transaction;

import org.jspecify.annotations.NullMarked;
