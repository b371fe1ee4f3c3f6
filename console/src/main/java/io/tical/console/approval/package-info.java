/** Decisions that need a second person. */
@NullMarked
package io.tical.console.approval;

import org.jspecify.annotations.NullMarked;
