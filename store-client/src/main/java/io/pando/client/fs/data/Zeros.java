package io.pando.client.fs.data;

import io.pando.bytes.Payload;
import java.util.List;

/** Zeros of holes, which share memory. */
final class Zeros {
  private static final Payload SOME = Payload.wrap(new byte[64 << 10]);

  private Zeros() {}

  /** Adds zeros to the parts of a payload. */
  static void add(List<Payload> parts, long length) {
    for (long left = length; left > 0; left -= SOME.size()) {
      parts.add(SOME.slice(0, (int) Math.min(left, SOME.size())));
    }
  }
}
