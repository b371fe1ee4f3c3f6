/** Issue tickets of merchants. */
@NullMarked
package io.tical.console.ticket;

import org.jspecify.annotations.NullMarked;
