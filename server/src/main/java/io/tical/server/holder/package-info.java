/** Lookup of bank account holders. */
@NullMarked
package io.tical.server.holder;

import org.jspecify.annotations.NullMarked;
