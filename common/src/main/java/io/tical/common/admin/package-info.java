/**
 * Requests and answers of the operators' API, as the console reads them. Amounts are minor units, times are Unix seconds; a field
 * that has no value is null. Fields that the console does not use are left out.
 */
@NullMarked
package io.tical.common.admin;

import org.jspecify.annotations.NullMarked;
