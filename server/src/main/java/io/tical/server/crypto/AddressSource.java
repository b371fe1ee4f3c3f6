package io.tical.server.crypto;

/** Where the addresses of a network come from, one for each number from 0. */
sealed interface AddressSource {
    /** What the numbers are counted under: two networks with one source never share an address. */
    String name();

    /** @param index from 0 to {@link AccountKey#INDEX_MAX} */
    String address(long index);

    /** Live: addresses that the operator's wallet holds the keys of. */
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

    /** Test: names that no wallet takes for an address, so that nobody can ever send money to one. */
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
