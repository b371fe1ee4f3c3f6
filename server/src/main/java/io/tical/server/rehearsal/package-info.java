/** The bank of test money: it answers files of test payments, and writes the statements of test accounts. */
@NullMarked
package io.tical.server.rehearsal;

import org.jspecify.annotations.NullMarked;
