package io.pando.mon.config;

/**
 * Range check of settings. Depends on no settings class, so that the order of class initialisation
 * does not matter.
 */
final class SettingRange {
  private SettingRange() {}

  /** Throws if a setting is out of its range; the message names the setting. */
  static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "monitor setting " + name + " must be " + least + " to " + most + ", not " + value);
    }
  }
}
