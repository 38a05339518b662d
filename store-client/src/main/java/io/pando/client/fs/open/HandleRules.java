package io.pando.client.fs.open;

import io.pando.bytes.ByteRange;
import io.pando.fs.call.FileCall;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.request.FsError;
import org.jspecify.annotations.Nullable;

/** What may be asked of an open file, whatever its bytes are. */
final class HandleRules {
  private HandleRules() {}

  /**
   * Why a call fails at once; null if it does not. A handle that is not open, or not for this call,
   * is an invalid argument: {@code EBADF} is the matter of those who number them for programs.
   */
  static @Nullable FsError refusal(@Nullable FileHandle handle, FileCall.OnHandle what) {
    if (handle == null) {
      return FsError.EINVAL;
    }
    if (handle.file.dead && !(what instanceof FileCall.Close)) {
      return FsError.EIO;
    }
    return switch (what) {
      case FileCall.Read _ -> handle.mode.reads() ? null : FsError.EINVAL;
      case FileCall.Write write -> ofWrite(handle, write);
      case FileCall.Zero zero ->
          ofChange(handle, zero.grows() ? zero.range() : new ByteRange(0, 0));
      case FileCall.Extend extend ->
          extend.size() < 0 ? FsError.EINVAL : ofChange(handle, new ByteRange(0, extend.size()));
      case FileCall.Seek seek -> seek.offset() < 0 ? FsError.ENODATA : null;
      case FileCall.SetLock(long _, LockClaim lock, boolean _) -> ofLock(lock);
      case FileCall.TestLock(long _, LockClaim lock) -> ofLock(lock);
      case FileCall.CancelLock(long _, LockClaim lock) -> ofLock(lock);
      default -> null;
    };
  }

  private static @Nullable FsError ofLock(LockClaim lock) {
    return lock.family() == LockFamily.TRANSFER ? FsError.EINVAL : null;
  }

  private static @Nullable FsError ofWrite(FileHandle handle, FileCall.Write write) {
    if (handle.mode.appends()) {
      return ofChange(handle, new ByteRange(0, 0));
    }
    if (write.offset() < 0) {
      return FsError.EINVAL;
    }
    long most = OpenFile.MOST_BYTES - write.bytes().size();
    return write.offset() > most
        ? FsError.EFBIG
        : ofChange(handle, new ByteRange(write.offset(), write.bytes().size()));
  }

  private static @Nullable FsError ofChange(FileHandle handle, ByteRange range) {
    if (!handle.mode.writes()) {
      return FsError.EINVAL;
    }
    return range.end() > OpenFile.MOST_BYTES ? FsError.EFBIG : null;
  }
}
