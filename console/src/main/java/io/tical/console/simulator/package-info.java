/** What the simulated services answer. */
@NullMarked
package io.tical.console.simulator;

import org.jspecify.annotations.NullMarked;
