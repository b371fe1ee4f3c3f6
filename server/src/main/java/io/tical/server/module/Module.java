package io.tical.server.module;

/**
 * One capability of the service, with everything that it adds. A module registers the resources that it opens with
 * {@link Platform#open}, and the service closes them.
 */
public interface Module {
    /** Adds what the capability has of each kind, once, when the module has been created. */
    void contribute(Contributions to);
}
