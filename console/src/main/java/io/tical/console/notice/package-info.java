/** Changes of controls, of which all administrators are told. */
@NullMarked
package io.tical.console.notice;

import org.jspecify.annotations.NullMarked;
