/**
 * What left this service, written down outside the database: legs that were sent, and outcomes that merchants were told. A database that
 * forgot some of it, such as a standby that lagged or a backup that was restored, is recognized by comparing both, and nothing leaves twice.
 */
@NullMarked
package io.tical.server.outward;

import org.jspecify.annotations.NullMarked;
