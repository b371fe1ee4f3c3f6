/** The service's own staff. */
@NullMarked
package io.tical.console.operator;

import org.jspecify.annotations.NullMarked;
