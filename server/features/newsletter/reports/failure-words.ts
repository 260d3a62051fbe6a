import type { Fault } from '#core/domain/subscriber-record.ts'

/**
 * The ways in which servers word their refusals, in lower case, without addresses. The first list with a phrase that is found decides:
 * words about the moment, the sender and the mail come before those about the mailbox, because only the last end a subscription. From the
 * replies of Postfix, Exim, Sendmail, qmail, OpenSMTPD, Dovecot, Courier, Exchange and Domino, and of Gmail, Microsoft, Yahoo, mail.ru,
 * Apple, GMX, Orange and KDDI.
 */
const WORDS: readonly (readonly [Fault, readonly string[]])[] = [
  phrases(
    'temporary',
    `at a rate that, greylist, graylist, rate limit, too many connections, too many recipients, too many messages, try again later,
    try later, temporarily, service currently unavailable, system resources, insufficient system, lock failure, procmail:,
    internal software error, internal error, local error, transaction failed, throttl, system not accepting, deferred`,
  ),
  phrases(
    'full',
    `over quota, overquota, over its quota, quota exceeded, exceeded the quota, exceed quota, exceeds quota, quota violation, disk quota,
    mail quota, out of storage, exceeded storage, storage allocation, not enough storage, not enough space, not enough disk,
    insufficient disk, mailbox full, mailbox is full, mailbox too full, mailfolder is full, inbox is full, maildir full, maildir over,
    full mailbox, account is full, mailbox size limit, mailbox is over, mailbox has exceeded, mailbox exceeds, exceeds allowed size,
    exceeded the local limit, user is over`,
  ),
  phrases(
    'size',
    `message too large, message too big, message is too large, message is too big, mail too large, message file too big,
    message size exceeds, message length exceeds, size exceeds, size limit exceeded, maximum message size, max message size,
    fixed maximum message, exceeds maximum size`,
  ),
  // The words of Microsoft for a mailbox that it does not know, and for some policies.
  phrases('unknown', 'recipient address rejected: access denied'),
  phrases(
    'policy',
    `spf, dmarc, dkim, authenticat, authoriz, unauthorized, blacklist, black list, black-list, blocklist, block list, blocked, banned,
    ban list, spamhaus, spamcop, rbl, dnsbl, reputation, relaying, relay access, relay denied, relay quota, unable to relay,
    permitted to relay, sender address, sender domain, sender rejected, sender denied, sender verify, sender's, domain of sender,
    invalid sender, unverified sender, envelope sender, return path, from address, client ip, client host, your ip, ip address,
    sending ip, invalid ip, your host, your server, your mail server, your network, reverse dns, rdns, dns ptr, ptr record, ptr lookup,
    no ptr, reverse lookup, helo, policy, policies, recipient preferences, not verified, not allowed, not accepted from, prohibit,
    forbidden, permission, not permitted, access denied, access refused, service denied, connection denied, permanently denied,
    administratively denied, administratively rejected, denied by, rejected by administrat, rejected by the administrat, by local rule,
    authoris, restricted, improper, syntax, protocol, starttls, rfc 5322, rfc5322, rfc 1123, accept mail from, mail from`,
  ),
  phrases(
    'content',
    `spam, virus, malware, junk, unsolicited, bulk mail, message content, content reject, content filter, its content, objectionable,
    phish, suspicious, infected, mail rejected, message rejected, message refused, message filtered, rejected by filter, attachment`,
  ),
  phrases(
    'network',
    `timed out, timeout, connection refused, connection lost, connection dropped, in connect, could not connect, couldn't connect,
    unable to connect, cannot connect, unable to contact, not able to establish, able to establish an smtp, unreachable, not reachable,
    no route to host, network error, socket error, too many hops, hop count, routing loop, mail loop, mailer loop, loops back,
    message expired, envelope expired, delivery time expired, retry time, queue too long, failing for a long time, giving up,
    could not deliver for the last, accept our requests to connect, after multiple retries, was aborted after,
    unexpected name server reply, host not found + try again, all relevant mx records`,
  ),
  // Mailboxes that accept no mail now, and perhaps will again.
  phrases(
    'unknown',
    `suspended, frozen, is locked, on hold, disabled, inactive, deactivated, mailbox unavailable`,
  ),
  phrases(
    'gone',
    `user unknown, unknown user, user is unknown, no such user, no such recipient, no such mailbox, no such account, no such address,
    no such person, no such domain, no such host, no mailbox here, no account by that, no user by that, does not exist, doesn't exist,
    user not exist, doesn't have a, does not have an account, mailbox not found, user not found, recipient not found, account not found,
    address not found, recipnotfound, user not known, not our user, not our customer, unknown recipient, recipient unknown,
    recipient is unknown, unknown local part, unknown local-part, unknown mailbox, unknown address, addressee unknown, unknown account,
    unknown virtual, unknown or illegal alias, invalid recipient, invalid mailbox, invalid final delivery userid, recipient invalid,
    recipient name is not recognized, not listed in domino directory, not listed in public name, has moved, no longer exists,
    no longer available, no longer valid, has been closed, account closed, has been deleted, account deleted, host unknown, unknown host,
    host not found, domain not found, domain unknown, unknown domain, dns lookup failure: host, indicated no smtp service, null mx,
    no mx found, no mx record, couldn't find a mail exchanger, utilisateur inconnu, adresse destinataire invalide`,
  ),
]

/** Addresses say nothing of their own: `no-spam@…`, `…/spam-policy`. */
const ADDRESSES = /[^\s<>;,"']{0,300}(?:@|:\/\/)[^\s<>;,"']{0,300}/g

/** The fault that a text names beyond doubt; null when it names none. */
export function faultInWords(text: string): Fault | null {
  const words = text.toLowerCase().replace(ADDRESSES, ' ').replace(/\s+/g, ' ')
  return WORDS.find(([, those]) => those.some((phrase) => words.includes(phrase)))?.[0] ?? null
}

/** Phrases between commas; `+` stands for a comma. */
function phrases(fault: Fault, list: string): [Fault, string[]] {
  return [fault, list.split(/,\s+/).map((phrase) => phrase.trim().replace(' +', ','))]
}
