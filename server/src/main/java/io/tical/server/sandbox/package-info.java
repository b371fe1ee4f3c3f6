/** What only test keys can do: fund a test wallet. */
@NullMarked
package io.tical.server.sandbox;

import org.jspecify.annotations.NullMarked;
