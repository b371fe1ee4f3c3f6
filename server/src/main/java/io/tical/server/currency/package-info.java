/** The currencies that this service knows. */
@NullMarked
package io.tical.server.currency;

import org.jspecify.annotations.NullMarked;
