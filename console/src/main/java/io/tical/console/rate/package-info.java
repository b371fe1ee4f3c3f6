/** The rates at which settlements are converted. */
@NullMarked
package io.tical.console.rate;

import org.jspecify.annotations.NullMarked;
