package io.tical.server.command;

import java.util.concurrent.Callable;

/**
 * A command in the jar of the tools, which is found where that jar is in the class path. It returns its exit code. The launcher starts the
 * service without that jar.
 */
public interface Tool extends Callable<Integer> {}
