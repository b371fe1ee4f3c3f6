/** Tables as files. */
@NullMarked
package io.tical.console.export;

import org.jspecify.annotations.NullMarked;
