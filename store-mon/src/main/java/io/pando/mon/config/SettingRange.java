package io.pando.mon.config;

/**
 * What settings may be. Knows no settings itself, so that it does not matter which are made first.
 */
final class SettingRange {
  private SettingRange() {}

  /** Refuses a setting that is out of its range; the message names it. */
  static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "monitor setting " + name + " must be " + least + " to " + most + ", not " + value);
    }
  }
}
