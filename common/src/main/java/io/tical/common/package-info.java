/** Types that the service and the operators' console share: money, currencies, ids, JSON. */
@NullMarked
package io.tical.common;

import org.jspecify.annotations.NullMarked;
