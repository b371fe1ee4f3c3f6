/** Opening a database, migrating it, and running statements and transactions on it. No business rules, no HTTP. */
@NullMarked
package io.tical.db;

import org.jspecify.annotations.NullMarked;
