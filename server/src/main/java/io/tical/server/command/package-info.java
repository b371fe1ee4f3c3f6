/** The commands of {@code ./tical}, one class each. */
@NullMarked
package io.tical.server.command;

import org.jspecify.annotations.NullMarked;
