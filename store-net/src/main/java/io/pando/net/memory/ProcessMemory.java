package io.pando.net.memory;

/**
 * Memory that all streams of a process hold together.
 *
 * @param receiveMemory memory of frames that have not arrived completely
 * @param unsent bytes that wait to be sent on streams that peers dialled
 */
public record ProcessMemory(ReceiveMemory receiveMemory, UnsentBytes unsent) {
  public static ProcessMemory of(MemoryLimits limits) {
    return new ProcessMemory(new ReceiveMemory(limits), new UnsentBytes(limits, System::nanoTime));
  }
}
