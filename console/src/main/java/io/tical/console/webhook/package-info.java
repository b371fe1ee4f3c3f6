/** Callbacks to merchants. */
@NullMarked
package io.tical.console.webhook;

import org.jspecify.annotations.NullMarked;
