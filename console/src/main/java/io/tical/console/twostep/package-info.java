/** Two-step sign-in of the operator who is signed in. */
@NullMarked
package io.tical.console.twostep;

import org.jspecify.annotations.NullMarked;
