package io.pando.fuse.files;

/** The same where the client's loop cannot watch the device. */
class MountedStormByThreadsTest extends MountedStormTest {
  @Override
  boolean readsOnLoop() {
    return false;
  }
}
