package io.tical.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests that look at pages in the one {@link Browser} of a run, which two threads must not use at once. They begin first, because
 * one after the other they take as long as all other tests.
 */
@Order(1)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(InstalledBrowser.class)
@ResourceLock("browser")
public @interface InBrowser {}
