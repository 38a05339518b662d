package io.pando.format;

import io.pando.crush.CrushMap;
import io.pando.crush.model.InvalidCrushMapException;
import io.pando.proto.FormatException;

/** Encodes a CRUSH map as a stand-alone byte array; within other records it is a field. */
final class CrushCodec {
  private CrushCodec() {}

  /** The bytes of a map. */
  static byte[] encode(CrushMap map) {
    return CrushRecords.STORED.toBytes(CrushParts.of(map));
  }

  /**
   * Decodes a map.
   *
   * @throws FormatException if the bytes are not a map
   */
  static CrushMap decode(byte[] bytes) {
    CrushParts parts = CrushRecords.STORED.decode(bytes);
    try {
      return parts.toMap();
    } catch (InvalidCrushMapException e) {
      throw new FormatException("CrushMap: " + e.problem());
    } catch (FormatException e) {
      throw e.inside("CrushMap");
    }
  }
}
