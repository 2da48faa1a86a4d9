package io.drover.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads UTF-8 as it is, where Java would put a question mark in the place of what is none. */
public final class Utf8 {

    private Utf8() {}

    /**
     * The text that bytes stand for.
     *
     * @throws CharacterCodingException when they are not UTF-8
     */
    public static String text(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }
}
