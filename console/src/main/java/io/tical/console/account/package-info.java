/** Bank accounts that finance verifies before money goes to them. */
@NullMarked
package io.tical.console.account;

import org.jspecify.annotations.NullMarked;
