package io.pando.fuse.files;

/** The same where the client's loop cannot watch the device. */
class MountedHeapByThreadsTest extends MountedHeapTest {
  @Override
  boolean readsOnLoop() {
    return false;
  }
}
