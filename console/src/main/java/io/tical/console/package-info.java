/** The operators' console, a JavaFX program that knows the service only through its admin API. */
@NullMarked
package io.tical.console;

import org.jspecify.annotations.NullMarked;
