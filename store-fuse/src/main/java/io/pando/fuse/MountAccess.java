package io.pando.fuse;

import io.pando.fuse.device.KernelMount;

/**
 * How to mount, and who may use the mount.
 *
 * @param allowOther other users than the one who mounts may use it
 * @param checkedByKernel the kernel checks permissions by mode, owner and group, and access control
 *     lists if so agreed; otherwise the file system does, at every request
 * @param readOnly nothing can be changed
 */
public record MountAccess(
    KernelMount.Method method, boolean allowOther, boolean checkedByKernel, boolean readOnly) {
  /** For all users, with permissions checked by the kernel. */
  public static MountAccess usual() {
    return new MountAccess(KernelMount.Method.AUTOMATIC, true, true, false);
  }

  /** The same by another method. */
  public MountAccess withMethod(KernelMount.Method other) {
    return new MountAccess(other, allowOther, checkedByKernel, readOnly);
  }
}
