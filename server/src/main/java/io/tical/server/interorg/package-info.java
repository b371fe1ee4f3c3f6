/** Transfers of money between organizations. */
@NullMarked
package io.tical.server.interorg;

import org.jspecify.annotations.NullMarked;
