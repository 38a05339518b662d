#!/usr/bin/env bash
# Prepares this host for Pando's units: user, folders, units, /opt/pando, helper of mount(8), completions, manual pages.
# Run as root from an unpacked archive. It may be run again, for example after an update.
set -eu

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

[ "$(id -u)" -eq 0 ] || {
  echo "install.sh: must run as root" >&2
  exit 1
}
if [ -e /opt/pando ] && [ ! -L /opt/pando ]; then
  echo "install.sh: /opt/pando exists and is no symbolic link: move it away" >&2
  exit 1
fi

getent group pando > /dev/null || groupadd --system pando
getent passwd pando > /dev/null ||
  useradd --system --gid pando --home-dir /var/lib/pando --shell /usr/sbin/nologin --no-create-home pando
install -d -m 755 /etc/pando /opt
install -d -m 750 -o pando -g pando /var/lib/pando
[ -e /etc/pando/environment ] ||
  echo "# Settings of this host, such as PANDO_OSD_CACHE=256MiB; and PANDO_OPTS." > /etc/pando/environment
[ "$home" = /opt/pando ] || ln -sfn "$home" /opt/pando
install -d -m 755 /usr/local/bin /usr/local/share/man/man1 /usr/share/bash-completion/completions
ln -sfn /opt/pando/bin/pando /usr/local/bin/pando
ln -sfn /opt/pando/share/mount/mount.fuse.pando /sbin/mount.fuse.pando
install -m 644 "$home"/share/man/man1/*.1 /usr/local/share/man/man1/
install -m 644 "$home/share/completions/pando.bash" /usr/share/bash-completion/completions/pando
install -d -m 755 /etc/systemd/system
install -m 644 "$home"/share/systemd/*.service "$home"/share/systemd/*.target /etc/systemd/system/
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
else
  echo "install.sh: systemd does not run here; the units are in /etc/systemd/system" >&2
fi
echo "Pando is installed from $home. Next: /etc/pando/pando.yaml (pando init), then"
echo "systemctl enable --now pando.target pando-mon@N pando-osd@N"
