/** The reference at {@code /docs}, rendered by the build. The service's jar does not contain it. */
@NullMarked
package io.tical.server.build.reference;

import org.jspecify.annotations.NullMarked;
