package io.pando.crush.model;

/** Largest sizes of a map, and the characters of its names. */
public final class CrushLimits {
  public static final int MAX_DEVICES = 1 << 20;
  public static final int MAX_BUCKETS = 1 << 20;
  public static final int MAX_RULES = 256;
  public static final int MAX_TYPE = 0xffff;

  /** Levels of buckets. */
  public static final int MAX_DEPTH = 32;

  /** Weight of a bucket, 16.16 fixed point. */
  public static final long MAX_WEIGHT = 0xffff_ffffL;

  private CrushLimits() {}

  /** Whether a device, bucket, type, class or rule may have this name. */
  public static boolean isName(String name) {
    return !name.isEmpty() && name.chars().allMatch(CrushLimits::isNameCharacter);
  }

  private static boolean isNameCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.';
  }
}
