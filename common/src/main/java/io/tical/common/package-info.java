/** Types that the service and the operators' console share: money, currencies, codes of banks, ids, JSON. */
@NullMarked
package io.tical.common;

import org.jspecify.annotations.NullMarked;
