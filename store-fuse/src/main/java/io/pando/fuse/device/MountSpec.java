package io.pando.fuse.device;

/**
 * Options of a mount.
 *
 * @param source name that tables of mounts show as the device
 * @param subtype the type that tables of mounts show is {@code fuse.} and this
 * @param allowOther other users than the one who mounts may use it
 * @param defaultPermissions the kernel checks permissions by mode, owner and group
 * @param readOnly nothing can be changed
 * @param maxReadBytes most data of a read
 */
public record MountSpec(
    String source,
    String subtype,
    boolean allowOther,
    boolean defaultPermissions,
    boolean readOnly,
    int maxReadBytes) {
  /** The options that the kernel and {@code fusermount3} both know, each after a comma. */
  String commonOptions() {
    return (allowOther ? ",allow_other" : "")
        + (defaultPermissions ? ",default_permissions" : "")
        + ",max_read="
        + maxReadBytes;
  }
}
