/** A mail server of Debian as a relay on a loopback port, which hands everything over to a receiver. */
export interface Server {
  name: string
  packages: string[]
  /** Prints the version. */
  version: string
  /** Prepares the server within the namespace and starts it in the foreground. */
  start(options: { port: number; receiver: number; closed: number }): string
}

export const SERVERS: Server[] = [
  {
    name: 'exim',
    packages: ['exim4-daemon-light', 'exim4-base', 'exim4-config', 'libidn12'],
    version: 'exim4 -C /dev/null -bV | head -1',
    start: ({ port, receiver, closed }) => `
mkdir -p /var/spool/relay && chown Debian-exim:Debian-exim /var/spool/relay
mkdir -p /etc/exim4 /var/log/exim4 && chown Debian-exim:Debian-exim /var/log/exim4
cat > /etc/exim4/exim4.conf <<'END'
primary_hostname = relay.example.org
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
spool_directory = /var/spool/relay
log_file_path = /var/spool/relay/%slog
pid_file_path = /var/spool/relay/pid
acl_smtp_rcpt = accept
acl_smtp_data = accept
host_lookup =
tls_advertise_hosts =
smtp_accept_queue_per_connection = 0
begin routers
away:
  driver = manualroute
  domains = unreachable.example
  route_list = * 127.0.0.1::${closed}
  self = send
  transport = out
all:
  driver = manualroute
  route_list = * 127.0.0.1::${receiver}
  self = send
  transport = out
begin transports
out:
  driver = smtp
  allow_localhost
END
chown root:root /etc/exim4/exim4.conf && chmod 644 /etc/exim4/exim4.conf
exim4 -bdf -q3s`,
  },
  {
    name: 'postfix',
    packages: ['postfix', 'libnsl2', 'libicu72'],
    version: 'MAIL_CONFIG=/usr/share/postfix postconf -d -h mail_version',
    start: ({ port, receiver, closed }) => `
cp /usr/share/postfix/main.cf.dist /etc/postfix/main.cf
cat > /etc/postfix/main.cf <<'END'
compatibility_level = 3.6
maillog_file = /var/spool/postfix/relay.log
maillog_file_prefixes = /var
myhostname = relay.example.org
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
relayhost = [127.0.0.1]:${receiver}
transport_maps = inline:{{unreachable.example=smtp:[127.0.0.1]:${closed}}}
maximal_queue_lifetime = 0
bounce_queue_lifetime = 0
smtp_tls_security_level = none
smtpd_tls_security_level = none
smtputf8_enable = no
alias_maps =
alias_database =
smtp_destination_recipient_limit = 1
END
sed -e 's/^smtp      inet .*/127.0.0.1:${port} inet n - n - - smtpd/' /usr/share/postfix/master.cf.dist > /etc/postfix/master.cf
echo 'postlog unix-dgram n - n - 1 postlogd' >> /etc/postfix/master.cf
mkdir -p /var/spool/postfix /var/lib/postfix && chown postfix:postfix /var/lib/postfix
postfix set-permissions >/dev/null 2>&1 || true
postfix start-fg`,
  },
  {
    name: 'opensmtpd',
    packages: ['opensmtpd', 'libevent-2.1-7', 'libevent-core-2.1-7', 'libevent-openssl-2.1-7'],
    version: 'smtpd -h 2>&1 | head -1',
    start: ({ port, receiver, closed }) => `
cat > /etc/smtpd.conf <<'END'
listen on lo port ${port} hostname relay.example.org
action "away" relay host smtp://127.0.0.2:${closed} ttl 5s
action "refused" relay host smtp://127.0.0.1:${receiver} ttl 5s
action "out" relay host smtp://127.0.0.1:${receiver}
match from any for domain "unreachable.example" action "away"
match from any for domain "example.net" action "refused"
match from any for any action "out"
END
mkdir -p /var/spool/smtpd && chmod 711 /var/spool/smtpd
echo relay.example.org > /etc/mailname
smtpd -F -f /etc/smtpd.conf`,
  },
  {
    name: 'sendmail',
    packages: [
      'sendmail-bin',
      'sendmail-cf',
      'sendmail-base',
      'm4',
      'libwrap0',
      'liblockfile1',
      'libsasl2-2',
      'libldap-2.5-0',
      'libnsl2',
      'libdb5.3',
      'libtirpc3',
      'libtirpc-common',
    ],
    version: '/usr/libexec/sendmail/sendmail -d0.1 -bt < /dev/null | head -1',
    start: ({ port, receiver, closed }) => `
mkdir -p /etc/mail /var/spool/mqueue /var/run/sendmail && chmod 700 /var/spool/mqueue
printf 'hosts\tfiles\n' > /etc/mail/service.switch
cat > /etc/mail/relay.mc <<'END'
OSTYPE(\`debian')dnl
define(\`confDOMAIN_NAME', \`relay.example.org')dnl
define(\`confSERVICE_SWITCH_FILE', \`/etc/mail/service.switch')dnl
define(\`confTO_QUEUERETURN', \`1s')dnl
define(\`confTO_QUEUEWARN', \`0')dnl
FEATURE(\`accept_unresolvable_domains')dnl
FEATURE(\`promiscuous_relay')dnl
FEATURE(\`nocanonify')dnl
FEATURE(\`no_default_msa')dnl
DAEMON_OPTIONS(\`Addr=127.0.0.1, Port=${port}, Name=MTA')dnl
define(\`RELAY_MAILER_ARGS', \`TCP $h ${receiver}')dnl
define(\`ESMTP_MAILER_ARGS', \`TCP $h ${closed}')dnl
define(\`SMART_HOST', \`relay:[127.0.0.1]')dnl
MAILER(\`smtp')dnl
LOCAL_RULE_0
R$* < @ unreachable.example $* > $*	$#esmtp $@ [127.0.0.1] $: $1 < @ unreachable.example > $3
END
m4 -D_CF_DIR_=/usr/share/sendmail/cf/ /usr/share/sendmail/cf/m4/cf.m4 /etc/mail/relay.mc > /etc/mail/sendmail.cf
touch /etc/mail/local-host-names /etc/mail/aliases
/usr/libexec/sendmail/sendmail -bD -q3s -C/etc/mail/sendmail.cf`,
  },
]

export const FILTER: Pick<Server, 'name' | 'packages'> = {
  name: 'spamassassin',
  packages:
    `spamassassin libhtml-parser-perl libsocket6-perl libsys-hostname-long-perl libnet-dns-perl libnetaddr-ip-perl
    libhttp-date-perl libmail-dkim-perl libmail-spf-perl libio-string-perl libwww-perl libtimedate-perl libhtml-tagset-perl liburi-perl
    libencode-detect-perl libcrypt-openssl-rsa-perl libcrypt-openssl-bignum-perl libmailtools-perl libnet-ip-perl libtry-tiny-perl
    libmodule-runtime-perl libcryptx-perl libdb5.3`.split(/\s+/),
}
