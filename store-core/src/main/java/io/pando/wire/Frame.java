package io.pando.wire;

import io.pando.bytes.Payload;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A frame ready to be sent: its parts follow one another on the stream.
 *
 * @param head header and message part
 * @param data the data segment, by reference
 * @param sizeBytes size of all parts together
 */
public record Frame(ByteBuffer head, List<Payload> data, int sizeBytes) {}
