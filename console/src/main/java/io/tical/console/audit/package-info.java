/** What operators and merchants' users did. */
@NullMarked
package io.tical.console.audit;

import org.jspecify.annotations.NullMarked;
