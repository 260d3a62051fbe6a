import type { Fault } from '#core/domain/subscriber-record.ts'

/** The reply of a receiver that rejects a recipient, and the right reading of it. The local part of the address is the name. */
export interface RefusalKind {
  name: string
  at: 'rcpt' | 'data' | 'never'
  reply: string
  right: Fault[]
}

export const REFUSALS: RefusalKind[] = [
  { name: 'gone', at: 'rcpt', reply: '550 5.1.1 User unknown', right: ['gone'] },
  { name: 'gone-in-words', at: 'rcpt', reply: '550 No such user here', right: ['gone'] },
  { name: 'gone-domain', at: 'rcpt', reply: '550 5.1.10 Recipient not found', right: ['gone'] },
  { name: 'full', at: 'rcpt', reply: '552 5.2.2 Mailbox full', right: ['full'] },
  { name: 'full-in-words', at: 'rcpt', reply: '550 mailbox is full, over quota', right: ['full'] },
  { name: 'policy', at: 'rcpt', reply: '550 5.7.1 Blocked by policy', right: ['policy'] },
  {
    name: 'blocklist',
    at: 'rcpt',
    reply: '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    right: ['policy'],
  },
  { name: 'denied', at: 'rcpt', reply: '550 Access denied', right: ['policy'] },
  {
    name: 'dmarc',
    at: 'data',
    reply: "550 5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy",
    right: ['policy'],
  },
  { name: 'spam', at: 'data', reply: '554 5.7.1 Message detected as spam', right: ['content', 'policy'] },
  { name: 'spam-in-words', at: 'data', reply: '550 This message was classified as SPAM', right: ['content'] },
  { name: 'size', at: 'data', reply: '552 5.3.4 Message too big', right: ['size'] },
  {
    name: 'later',
    at: 'rcpt',
    reply: '451 4.7.1 Try again later',
    right: ['temporary', 'policy', 'network'],
  },
  { name: 'full-for-now', at: 'rcpt', reply: '452 4.2.2 Mailbox full', right: ['full', 'temporary'] },
  { name: 'unreachable', at: 'never', reply: '', right: ['network', 'temporary'] },
]
