package io.pando.net;

/**
 * What all streams of a process hold together.
 *
 * @param intake frames that have not arrived entirely
 * @param debts what waits to be sent to those who dialled
 */
record ProcessMemory(Intake intake, Debts debts) {
  static ProcessMemory of(MemoryLimits limits) {
    return new ProcessMemory(new Intake(limits), new Debts(limits, System::nanoTime));
  }
}
