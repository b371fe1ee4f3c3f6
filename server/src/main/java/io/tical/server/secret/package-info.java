/** What must not be read: the master key and what is made from it, and passwords. */
@NullMarked
package io.tical.server.secret;

import org.jspecify.annotations.NullMarked;
