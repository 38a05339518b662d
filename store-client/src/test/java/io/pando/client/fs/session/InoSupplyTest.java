package io.pando.client.fs.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Ino;
import io.pando.fs.session.InoRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class InoSupplyTest {
  @Test
  void aNumberIsGivenOnceHoweverOftenTheServerNamesIt() {
    InoSupply supply = new InoSupply();
    assertThat(supply.take()).isNull();
    supply.add(List.of(new InoRange(new Ino(100), 2)));
    assertThat(supply.take()).isEqualTo(new Ino(100));
    supply.add(List.of(new InoRange(new Ino(100), 3), new InoRange(new Ino(200), 1)));
    assertThat(supply.take()).isEqualTo(new Ino(101));
    assertThat(supply.take()).isEqualTo(new Ino(102));
    supply.giveBack(new Ino(101));
    assertThat(supply.take()).isEqualTo(new Ino(101));
    assertThat(supply.take()).isEqualTo(new Ino(200));
    assertThat(supply.take()).isNull();
  }

  @Test
  void aNumberOfTheSessionBeforeIsNotGivenAgain() {
    InoSupply supply = new InoSupply();
    supply.giveBack(new Ino(100));
    supply.add(List.of(new InoRange(new Ino(200), 2)));
    supply.giveBack(new Ino(100));
    assertThat(supply.take()).isEqualTo(new Ino(200));
  }
}
