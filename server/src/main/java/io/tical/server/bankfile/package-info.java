/**
 * Files of banks, in and out: what a statement says, whatever its format, and what a bank is told to pay. Knows no database and no
 * object of the service.
 */
@NullMarked
package io.tical.server.bankfile;

import org.jspecify.annotations.NullMarked;
