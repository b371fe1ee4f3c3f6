/** Who calls the merchants' API, and what they may do: callers, their scopes, credentials and address ranges. */
@NullMarked
package io.tical.server.access;

import org.jspecify.annotations.NullMarked;
