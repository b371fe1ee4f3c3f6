/** What left and is not in the database, for operators: the cases, and whether anything may leave. */
@NullMarked
package io.tical.server.lost;

import org.jspecify.annotations.NullMarked;
