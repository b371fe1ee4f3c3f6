/** Signing in to a service. */
@NullMarked
package io.tical.console.signin;

import org.jspecify.annotations.NullMarked;
