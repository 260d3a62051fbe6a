#!/usr/bin/env bash
# OpenDKIM 2.11 (Debian 12) and RFC 8058: a mail server that signs everything does not sign the header of one-click unsubscribing.
#
# One would guess: a newsletter with `List-Unsubscribe` and `List-Unsubscribe-Post` that leaves through a server with DKIM has the button
# of large mail providers, because its signature covers what the list says of itself.
# True: OpenDKIM signs the headers that RFC 6376 of 2011 recommends, which has `List-Unsubscribe` and not the younger
# `List-Unsubscribe-Post`. RFC 8058 wants both in the signature, and a receiver must not offer one-click unsubscribing otherwise. The
# signature is valid, every check of DKIM is green, and the button is missing; `Message-ID` is not covered either.
# Way out: `SignHeaders *,+list-unsubscribe-post` in opendkim.conf, or signing in the program that writes the mail.
# Seen on 2026-11-29 on Debian 12; the packages are unpacked into a temporary folder, and nothing is installed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq opendkim=2.11.0~beta2-8+deb12u1 libopendkim11=2.11.0~beta2-8+deb12u1 librbl1=2.11.0~beta2-8+deb12u1 \
  libvbr2=2.11.0~beta2-8+deb12u1 libmilter1.0.1 libopendbx1 libunbound8 libevent-2.1-7 libmemcached11 libhashkit2 liblua5.3-0 libdb5.3 \
  libbsd0 libmd0 libsasl2-2 libldap-2.5-0 libprotobuf-c1 libnghttp2-14 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib:$(echo "$folder"/root/usr/lib/*-linux-gnu):$(echo "$folder"/root/lib/*-linux-gnu)

openssl genrsa -out key.pem 2048 2>/dev/null
chmod 600 key.pem
printf '%s\r\n' 'From: Paper <news@paper.example>' 'To: ann@reader.example' 'Subject: The week' \
  'Date: Sun, 29 Nov 2026 09:00:00 +0000' 'Message-ID: <1@paper.example>' 'List-Id: <news.paper.example>' \
  'List-Unsubscribe: <https://paper.example/u/1>' 'List-Unsubscribe-Post: List-Unsubscribe=One-Click' '' 'Good morning.' > mail.eml
signed() {
  printf '%s\n' 'Domain paper.example' 'Selector k' "KeyFile $folder/key.pem" 'Mode s' 'RequireSafeKeys no' "$@" > opendkim.conf
  root/usr/sbin/opendkim -x opendkim.conf -t mail.eml 2>/dev/null | tr -d '\r\n\t ' | grep -o 'h=[A-Za-z:-]*;'
}
seen="by itself: $(signed)
told to: $(signed 'SignHeaders *,+list-unsubscribe-post')"
expected='by itself: h=From:To:Subject:Date:List-Id:List-Unsubscribe;
told to: h=From:To:Subject:Date:List-Id:List-Unsubscribe:List-Unsubscribe-Post;'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
