package io.tical.server.session;

import io.tical.server.problem.Problem;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.BlockPool;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.FixedBlockPool;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Passwords as Argon2id hashes in PHC text form: 19 MiB of memory, two passes, one lane, a salt of 16 bytes. Half of the
 * processors make hashes at a time, each in 19 MiB, and who waits for one waits in a short queue that is fair between
 * addresses: a flood of sign-ins takes neither memory nor processors from payments, nor the turn of who comes from elsewhere.
 */
public final class Passwords {
    private static final int MEMORY_KIB = 19 * 1024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final String PREFIX = "$argon2id$v=19$m=" + MEMORY_KIB + ",t=" + PASSES + ",p=" + LANES + "$";
    private static final Duration TURN_WAIT_MAX = Duration.ofSeconds(5);
    private static final int WAITING_MAX = 256;
    private static final int WAITING_OF_SOURCE_MAX = 24;
    /** Whose turns those of the service's own and of its staff are. */
    private static final String OWN = "";

    private static final Pattern PHC = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=([1-9][0-9]{0,6}),t=([1-9][0-9]{0,2}),p=([1-9][0-9]?)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    /** Random bytes in the form of a hash: no password is behind it. */
    private static final String NOBODY = PREFIX + "A7jKmd998MW/UnHni/vsMg$sICn8CM0d0TBWmrV/9BJet0D7qe00AQOL70KvgDsZ1A";

    private final SecureRandom random = new SecureRandom();
    private final int atOnce = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private final Turns turns = new Turns(atOnce, TURN_WAIT_MAX, WAITING_MAX, WAITING_OF_SOURCE_MAX);
    /**
     * The memory of hashes, kept for the next ones: during a crowd of sign-ins the collector would do little else than copy and
     * free new memory for each. Softly, so that a quiet service gives it back.
     */
    private volatile SoftReference<BlockPool> memory = new SoftReference<>(null);

    /**
     * The hash to store; a new salt each time.
     *
     * @throws Problem.Unavailable when so many wait that this one did not get its turn
     */
    public String hash(String password) {
        var salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        turns.await(OWN);
        var hash = argon2(password, salt, MEMORY_KIB, PASSES, LANES, HASH_BYTES);
        var base64 = Base64.getEncoder().withoutPadding();
        return PREFIX + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    /** Whether the password is the one behind the hash, for somebody who is not at the network. */
    public boolean verify(String password, String hash) {
        return verify(password, hash, OWN);
    }

    /**
     * Whether the password is the one behind the hash; compared in constant time.
     *
     * @param source from which network it came
     * @throws Problem.Unavailable when so many are being checked that this one did not get its turn
     */
    public boolean verify(String password, String hash, String source) {
        var parts = PHC.matcher(hash);
        if (!parts.matches()) {
            throw new IllegalStateException("a stored password hash is not Argon2id in PHC form");
        }
        var expected = Base64.getDecoder().decode(parts.group(5));
        turns.await(source);
        var found = argon2(
                password,
                Base64.getDecoder().decode(parts.group(4)),
                Integer.parseInt(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                expected.length);
        return MessageDigest.isEqual(expected, found);
    }

    /**
     * The account, if the password is its own. An unknown account takes as long as a wrong password: the time tells nobody
     * which accounts exist.
     *
     * @param source the network from which the request came; empty for a request of the service itself
     * @throws Problem.Unavailable when so many are being checked that this one did not get its turn
     */
    public <U> Optional<Account<U>> check(Optional<Account<U>> account, String password, String source) {
        var right = verify(password, account.map(Account::passwordHash).orElse(NOBODY), source);
        return account.filter(known -> right);
    }

    private BlockPool memory() {
        var pool = memory.get();
        if (pool == null) {
            pool = new FixedBlockPool(atOnce * MEMORY_KIB);
            memory = new SoftReference<>(pool);
        }
        return pool;
    }

    /** Uses the turn that the caller has, and gives it back. */
    private byte[] argon2(String password, byte[] salt, int memoryKib, int passes, int lanes, int hashBytes) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withSalt(salt)
                .withMemoryAsKB(memoryKib)
                .withIterations(passes)
                .withParallelism(lanes)
                .withBlockPool(memory())
                .build());
        var hash = new byte[hashBytes];
        // A thread of its own: on a virtual one it would keep a carrier from all others for as long as it computes.
        var work = new FutureTask<>(() -> {
            try {
                generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
            } finally {
                turns.end();
            }
            return hash;
        });
        try {
            Thread.ofPlatform().daemon().name("argon2").start(work);
        } catch (Error unstarted) {
            turns.end();
            throw unstarted;
        }
        try {
            return work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a password was hashed", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a password could not be hashed", e);
        }
    }
}
