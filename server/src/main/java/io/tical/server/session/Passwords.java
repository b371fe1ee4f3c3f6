package io.tical.server.session;

import io.tical.server.input.ThaiSpelling;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Secrets;
import java.lang.management.ManagementFactory;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.BlockPool;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.FixedBlockPool;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Passwords as Argon2id hashes in PHC text form: 19 MiB of memory, two passes, parallelism 1, a salt of 16 bytes.
 * Concurrent hashes are limited to half of the processors, and rest while others wait. Further requests wait in a short queue
 * that is fair between networks. So a flood of sign-ins exhausts neither memory nor processors, and does not block sign-ins from other
 * networks.
 */
public final class Passwords {
    /** A user who can sign in, with the stored password hash. */
    public record Account<U>(U user, String passwordHash) {}

    private static final int PARALLELISM = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    /**
     * The number of waiting requests from which the permit pauses between two hashes. {@link Sessions} admits only a few sign-ins at the
     * same time; the rest of a flood waits there.
     */
    private static final int PAUSE_FROM_WAITING = 2;
    /** The length of this pause, in processor times of the hash. */
    private static final int PAUSE_FACTOR = 2;

    /** The source of requests by the service itself and its staff. */
    private static final String OWN = "";

    private static final Pattern PHC = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=([1-9][0-9]{0,6}),t=([1-9][0-9]{0,2}),p=([1-9][0-9]?)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    /** A salt and a hash that match no password. */
    private static final String NOBODY = "A7jKmd998MW/UnHni/vsMg$sICn8CM0d0TBWmrV/9BJet0D7qe00AQOL70KvgDsZ1A";

    private final int memoryKib;
    private final int passes;
    /** The beginning of every hash. */
    private final String prefix;
    /** The hash that is checked for unknown accounts. */
    private final String unknown;

    private final int permits = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private final FairSemaphore semaphore = new FairSemaphore(permits);
    /**
     * The memory blocks of hashes, reused to keep garbage collection low during many sign-ins. A soft reference, so
     * that an idle service releases the memory.
     */
    private volatile SoftReference<BlockPool> memory = new SoftReference<>(null);

    /** With the cost of the service. */
    public Passwords() {
        this(19 * 1024, 2);
    }

    /**
     * With another cost, for tests that sign in many users. A hash is verified with the cost with which it was created.
     *
     * @param memoryKib at least 8
     * @param passes at least 1
     */
    public Passwords(int memoryKib, int passes) {
        this.memoryKib = memoryKib;
        this.passes = passes;
        this.prefix = "$argon2id$v=19$m=" + memoryKib + ",t=" + passes + ",p=" + PARALLELISM + "$";
        this.unknown = prefix + NOBODY;
    }

    /**
     * Hashes a password with a new salt.
     *
     * @throws Problem.Unavailable if the queue is full or the wait is too long
     */
    public String hash(String password) {
        var salt = Secrets.random(SALT_BYTES);
        semaphore.await(OWN);
        return phc(salt, argon2(normal(password), salt, memoryKib, passes, PARALLELISM, HASH_BYTES));
    }

    /**
     * Hashes a password on the calling thread, without waiting. For the start of the service, which must succeed on a busy machine. Not for
     * requests, because nothing limits the memory of concurrent calls.
     */
    public String hashUnlimited(String password) {
        var salt = Secrets.random(SALT_BYTES);
        var hash = new byte[HASH_BYTES];
        generator(salt, memoryKib, passes, PARALLELISM, null).generateBytes(bytes(normal(password)), hash);
        return phc(salt, hash);
    }

    private String phc(byte[] salt, byte[] hash) {
        var base64 = Base64.getEncoder().withoutPadding();
        return prefix + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    /**
     * The form of a password that is hashed. Keyboards and systems write the same characters in different ways, so that a password typed
     * on another one would be wrong.
     */
    static String normal(String password) {
        return ThaiSpelling.of(Normalizer.normalize(password, Normalizer.Form.NFKC));
    }

    private static byte[] bytes(String password) {
        return password.getBytes(StandardCharsets.UTF_8);
    }

    /** @param memory the pool of memory blocks, or null for new blocks */
    private static Argon2BytesGenerator generator(
            byte[] salt, int memoryKib, int passes, int parallelism, @Nullable BlockPool memory) {
        var parameters = new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withSalt(salt)
                .withMemoryAsKB(memoryKib)
                .withIterations(passes)
                .withParallelism(parallelism);
        if (memory != null) {
            parameters.withBlockPool(memory);
        }
        var generator = new Argon2BytesGenerator();
        generator.init(parameters.build());
        return generator;
    }

    /** Verifies a password for a request of the service itself. */
    public boolean verify(String password, String hash) {
        return verify(password, hash, OWN);
    }

    /**
     * Verifies a password against a hash. The comparison takes constant time.
     *
     * @param source the network of the client
     * @throws Problem.Unavailable if the queue is full or the wait is too long
     */
    public boolean verify(String password, String hash, String source) {
        var normal = normal(password);
        // Earlier hashes are those of the password as it was typed.
        return verifyExactly(normal, hash, source)
                || (!normal.equals(password) && verifyExactly(password, hash, source));
    }

    private boolean verifyExactly(String password, String hash, String source) {
        var parts = PHC.matcher(hash);
        if (!parts.matches()) {
            throw new IllegalStateException("the stored password hash is not an Argon2id PHC string");
        }
        var expected = Base64.getDecoder().decode(parts.group(5));
        semaphore.await(source);
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
     * Returns the account if the password is correct. An unknown account takes as long as a wrong password, so the
     * response time does not reveal which accounts exist.
     *
     * @param source the network of the client; empty for a request of the service itself
     * @throws Problem.Unavailable if the queue is full or the wait is too long
     */
    public <U> Optional<Account<U>> check(Optional<Account<U>> account, String password, String source) {
        var right = verify(password, account.map(Account::passwordHash).orElse(unknown), source);
        return account.filter(known -> right);
    }

    private BlockPool memory() {
        var pool = memory.get();
        if (pool == null) {
            pool = new FixedBlockPool(permits * memoryKib);
            memory = new SoftReference<>(pool);
        }
        return pool;
    }

    /** Computes a hash. The caller must hold a permit, which this releases. */
    private byte[] argon2(String password, byte[] salt, int memoryKib, int passes, int parallelism, int hashBytes) {
        var generator = generator(salt, memoryKib, passes, parallelism, memory());
        var hash = new byte[hashBytes];
        var computed = new CompletableFuture<byte[]>();
        // A platform thread, because a long computation on a virtual thread blocks other virtual threads.
        Runnable work = () -> {
            try {
                generator.generateBytes(bytes(password), hash);
                computed.complete(hash);
            } catch (RuntimeException | Error failure) {
                computed.completeExceptionally(failure);
            } finally {
                pause();
                semaphore.end();
            }
        };
        try {
            Thread.ofPlatform().daemon().name("argon2").start(work);
        } catch (Error unstarted) {
            semaphore.end();
            throw unstarted;
        }
        try {
            return computed.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a password was hashed", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a password could not be hashed", e);
        }
    }

    /**
     * While requests wait, keeps the permit unused for longer than the hash took, so that a flood leaves processor time to other threads.
     * Many Linux systems preempt a computation only every few milliseconds, whatever the priorities (decision 0027).
     */
    private void pause() {
        if (semaphore.waiting() >= PAUSE_FROM_WAITING) {
            LockSupport.parkNanos(
                    PAUSE_FACTOR * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        }
    }
}
