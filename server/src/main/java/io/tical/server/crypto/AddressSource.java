package io.tical.server.crypto;

/** Derives the addresses of a network, one for each index from 0. */
sealed interface AddressSource {
    /** The name of the index counter. Networks with the same source share it, so that they never share an address. */
    String name();

    /** @param index from 0 to {@link AccountKey#INDEX_MAX} */
    String address(long index);

    /** Live: addresses of the operator's wallet. */
    record Derived(Network network, AccountKey key) implements AddressSource {
        @Override
        public String name() {
            return "xpub:" + key.fingerprint();
        }

        @Override
        public String address(long index) {
            return network.address(key.publicKey(index));
        }
    }

    /** Test: names that no wallet accepts as an address, so that no money can be sent to them. */
    record Simulated(Network network) implements AddressSource {
        @Override
        public String name() {
            return "simulator:" + network.name();
        }

        @Override
        public String address(long index) {
            return "TEST-%s-%012d".formatted(network.name(), index);
        }
    }
}
