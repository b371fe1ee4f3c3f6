/** In whose name a bank account is. */
@NullMarked
package io.tical.server.holder;

import org.jspecify.annotations.NullMarked;
