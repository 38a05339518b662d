package io.pando.disk.pack;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** LZ4 without native code. */
final class JavaLz4 implements Codec {
  private final LZ4Compressor packer = LZ4Factory.safeInstance().fastCompressor();
  private final LZ4SafeDecompressor unpacker = LZ4Factory.safeInstance().safeDecompressor();

  @Override
  public int pack(byte[] from, byte[] into) {
    try {
      return packer.compress(from, 0, from.length, into, 0, into.length);
    } catch (LZ4Exception noSpace) {
      return -1;
    }
  }

  @Override
  public boolean unpack(byte[] from, int length, byte[] into) {
    try {
      return unpacker.decompress(from, 0, length, into, 0, into.length) == into.length;
    } catch (LZ4Exception notPacked) {
      return false;
    }
  }
}
