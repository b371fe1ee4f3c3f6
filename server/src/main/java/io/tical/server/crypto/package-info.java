/** Crypto deposits: an address for each, what arrives there, and when that pays. */
@NullMarked
package io.tical.server.crypto;

import org.jspecify.annotations.NullMarked;
