package io.tical.server.slip;

import javax.imageio.stream.ImageInputStreamImpl;

/** A file in memory as decoders want it, without a second copy of it. */
final class FileInput extends ImageInputStreamImpl {
    private final byte[] file;

    FileInput(byte[] file) {
        this.file = file;
    }

    @Override
    public int read() {
        bitOffset = 0;
        if (streamPos >= file.length) {
            return -1;
        }
        var octet = file[(int) streamPos] & 0xFF;
        streamPos++;
        return octet;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        bitOffset = 0;
        if (length == 0) {
            return 0;
        }
        if (streamPos >= file.length) {
            return -1;
        }
        var count = (int) Math.min(length, file.length - streamPos);
        System.arraycopy(file, (int) streamPos, bytes, offset, count);
        streamPos += count;
        return count;
    }

    @Override
    public long length() {
        return file.length;
    }
}
