/** Money that nobody could match: what came that no payin takes, and what becomes of it. */
@NullMarked
package io.tical.server.suspense;

import org.jspecify.annotations.NullMarked;
