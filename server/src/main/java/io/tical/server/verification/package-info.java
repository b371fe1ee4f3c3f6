/** Finance verifies bank accounts of any kind, or refuses to. */
@NullMarked
package io.tical.server.verification;

import org.jspecify.annotations.NullMarked;
