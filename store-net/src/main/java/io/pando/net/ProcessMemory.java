package io.pando.net;

/**
 * What all streams of a process hold together.
 *
 * @param intake frames that have not arrived entirely
 * @param debts what waits to be sent to those who dialled
 */
record ProcessMemory(ReceiveMemory receiveMemory, UnsentBytes unsent) {
  static ProcessMemory of(MemoryLimits limits) {
    return new ProcessMemory(new ReceiveMemory(limits), new UnsentBytes(limits, System::nanoTime));
  }
}
