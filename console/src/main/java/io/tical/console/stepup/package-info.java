/** The question who the operator is, before a change of controls. */
@NullMarked
package io.tical.console.stepup;

import org.jspecify.annotations.NullMarked;
