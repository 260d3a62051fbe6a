#!/bin/sh
# lay-over.sh ROOT COMMAND…: runs a command with unpacked packages laid over /usr, /etc and /var. Nothing of the machine is changed: the
# mount namespace (unshare -m) ends with the command.
set -e
umask 022
root=$1
shift
mount -t tmpfs tmpfs /mnt
for part in usr etc var; do
  mkdir -p "$root/$part" /mnt/$part.upper /mnt/$part.work
  mount -t overlay overlay -o "lowerdir=$root/$part:/$part,upperdir=/mnt/$part.upper,workdir=/mnt/$part.work" /$part
done
id=900
for user in Debian-exim postfix smmta smmsp opensmtpd opensmtpq postdrop; do
  id=$((id + 1))
  echo "$user:x:$id:$id::/var/empty:/usr/sbin/nologin" >> /etc/passwd
  echo "$user:x:$id:" >> /etc/group
done
mkdir -p /var/empty
ldconfig
exec "$@"
