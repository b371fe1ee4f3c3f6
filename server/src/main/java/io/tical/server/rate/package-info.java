/** The rates at which money is converted, which operators set. */
@NullMarked
package io.tical.server.rate;

import org.jspecify.annotations.NullMarked;
