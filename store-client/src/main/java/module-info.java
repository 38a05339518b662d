/** The SDK that applications link; {@link io.pando.client.Pando} is its entry. */
@SuppressWarnings({"module", "requires-transitive-automatic"})
module io.pando.client {
  requires transitive io.pando.core;
  requires transitive micrometer.core;
  requires static transitive org.jspecify;

  uses io.pando.port.Network.Provider;

  provides java.nio.file.spi.FileSystemProvider with
      io.pando.client.nio.PandoFileSystemProvider;

  exports io.pando.client;
  exports io.pando.client.file;
}
