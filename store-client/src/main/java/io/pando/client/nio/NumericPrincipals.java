package io.pando.client.nio;

import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;

/**
 * Users and groups by number: a file system has no names for them, and those of this machine need
 * not be those of others.
 */
final class NumericPrincipals extends UserPrincipalLookupService {
  /** A user. */
  record User(int number) implements UserPrincipal {
    @Override
    public String getName() {
      return Integer.toUnsignedString(number);
    }

    @Override
    public String toString() {
      return getName();
    }
  }

  /** A group. */
  record Group(int number) implements GroupPrincipal {
    @Override
    public String getName() {
      return Integer.toUnsignedString(number);
    }

    @Override
    public String toString() {
      return getName();
    }
  }

  @Override
  public UserPrincipal lookupPrincipalByName(String name) throws UserPrincipalNotFoundException {
    return new User(number(name));
  }

  @Override
  public GroupPrincipal lookupPrincipalByGroupName(String group)
      throws UserPrincipalNotFoundException {
    return new Group(number(group));
  }

  /** The number of a principal, also of one of another file system whose name is a number. */
  static int number(String name) throws UserPrincipalNotFoundException {
    try {
      return Integer.parseUnsignedInt(name);
    } catch (NumberFormatException e) {
      UserPrincipalNotFoundException unknown = new UserPrincipalNotFoundException(name);
      unknown.initCause(e);
      throw unknown;
    }
  }
}
