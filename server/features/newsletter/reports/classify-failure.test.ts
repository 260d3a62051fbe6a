import { expect, test } from 'vitest'
import { classifyFailure, type MailFailure } from '#server/features/newsletter/reports/classify-failure.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'

test.each<[string, string]>([
  ['5.1.1', 'gone'],
  ['5.1.2', 'gone'],
  ['5.1.3', 'gone'],
  ['5.1.6', 'gone'],
  ['5.1.10', 'gone'],
  ['5.1.0', 'unknown'],
  ['5.1.4', 'unknown'],
  ['5.1.7', 'policy'],
  ['5.1.8', 'policy'],
  ['5.1.9', 'policy'],
  ['5.0.0', 'unknown'],
  ['5.2.0', 'unknown'],
  ['5.2.1', 'unknown'],
  ['5.2.2', 'full'],
  ['5.2.3', 'size'],
  ['5.3.0', 'temporary'],
  ['5.3.4', 'size'],
  ['5.4.4', 'network'],
  ['5.4.7', 'network'],
  ['5.4.316', 'network'],
  ['5.5.2', 'policy'],
  ['5.6.1', 'content'],
  ['5.7.1', 'policy'],
  ['5.7.509', 'policy'],
  ['4.2.2', 'temporary'],
  ['4.4.1', 'network'],
])('the status %s alone is %s', (status, fault) => {
  expect(classifyFailure({ status })).toBe(fault)
})

test.each<[text: string, fault: string, more?: MailFailure]>([
  // The sender, its server and its DNS.
  ['550 SPF check failed for paper.example', 'policy'],
  ['550 DMARC check failed', 'policy'],
  ['550 5.7.1 Message refused by policy', 'policy'],
  ['554 Your IP 192.0.2.7 is on a blocklist', 'policy'],
  ['550 domain mismatches client ip 192.0.2.7', 'policy', { status: '5.5.0' }],
  ['553 5.1.8 Domain of sender address does not exist', 'policy'],
  ['550 5.1.7 Sender address has bad syntax', 'policy'],
  ['503 5.5.2 Improper sequence of commands', 'policy'],
  ['550 5.1.1 Refused due to recipient preferences', 'policy'],
  ['550 Access denied', 'policy'],
  ['554 Access denied - see https://x.example/1', 'policy', { status: '5.0.0' }],
  ['550 Access denied, your domain does not exist', 'policy'],
  ['550 Administrative prohibition', 'policy'],
  ['550 Administratively denied', 'policy'],
  ['550 Rejected by policy', 'policy'],
  ['550 Not authorised to send here', 'policy'],
  ['554 Delivery is not permitted', 'policy', { status: '5.1.1' }],
  ['550 Denied by a rule of the recipient', 'policy'],
  // The mail.
  ['554 Message rejected: content looks like spam', 'content'],
  ['550 5.2.0 Message filtered', 'content'],
  ['554 5.3.4 Message too big for system', 'size'],
  // Storage, whatever else is said.
  ['552 5.2.2 Mailbox full', 'full'],
  ['552 No', 'full'],
  ['550 5.1.1 User is over quota', 'full'],
  // Time and network.
  ['452 4.2.2 Mailbox full', 'temporary'],
  ['450 5.1.1 User unknown', 'temporary'],
  ['450 No', 'temporary', { status: '5.1.1' }],
  ['550-5.2.1 The user is receiving mail at a rate that prevents more', 'temporary'],
  ['delivery time expired', 'network', { status: '5.4.7' }],
  ['550 5.4.316 Message expired, connection refused', 'network'],
  [
    'X-Postfix; Name service error for name=x.example type=MX: Malformed or unexpected name server reply',
    'network',
    { status: '5.4.4' },
  ],
  ['554 5.4.6 Too many hops', 'network'],
  ['x-unix; internal software error', 'temporary', { status: '5.3.0' }],
  // The mailbox.
  ['550 5.1.1 User unknown', 'gone'],
  ['550 Unknown user', 'gone', { status: '5.0.0' }],
  ['550 5.1.2 Host unknown', 'gone'],
  [
    'X-Postfix; Host or domain name not found. Name service error: Host not found',
    'gone',
    { status: '5.4.4' },
  ],
  ['551 5.1.6 Mailbox has moved', 'gone'],
  ['556 5.1.10 Recipient address has null MX', 'gone'],
  ['550-5.1.1 <no-spam@policy.example> The account does not exist. https://x.example/spam', 'gone'],
  ['550 #5.1.1 unknown recipient', 'gone'],
  // The reply, and not what the report makes of it.
  ['550 5.2.2 No', 'full', { status: '5.1.1' }],
  ['550 5.1.1 No', 'gone', { status: '5.7.1' }],
  // Replies that say nothing certain.
  ['550 mailbox unavailable', 'unknown'],
  ['550 5.5.0 mailbox unavailable', 'unknown'],
  ['550 5.2.1 This account is disabled', 'unknown'],
  ['550 5.4.1 Recipient address rejected: Access denied', 'unknown'],
  ['550 5.4.1 <ann@reader.example>: Recipient address rejected: Access denied. [AM5]', 'unknown'],
  ['550 Mailbox administratively disabled', 'unknown'],
  ['550 5.7.1 User unknown', 'policy'],
  ['550 Rejected', 'unknown'],
  ['550 Rejected', 'unknown', { status: '5.1.1' }],
  ['', 'unknown'],
  // Failures before the recipient, and after the message.
  ['550 User unknown', 'policy', { phase: 'sender' }],
  ['554 No', 'policy', { phase: 'connection' }],
  ['550 5.1.1 User unknown', 'unknown', { phase: 'message' }],
  ['550 No', 'content', { phase: 'message' }],
  ['552 5.2.2 Mailbox full', 'full', { phase: 'message' }],
])('suite-dsn-whose-fault: %j is %s: %o', (text, fault, more = {}) => {
  expect(classifyFailure({ text, ...more })).toBe(fault)
})

test('codes that are given count before those in the text', () => {
  expect(classifyFailure({ basicCode: 550, enhancedCode: '5.7.1', text: 'No such thing. 550 5.1.1' })).toBe(
    'policy',
  )
  expect(classifyFailure({ basicCode: 451, enhancedCode: '5.1.1', text: '' })).toBe('temporary')
})

test('a mail that is still being tried has not failed', () => {
  expect(classifyFailure({ text: '550 5.1.1 User unknown', isDelayed: true })).toBe('temporary')
})

test.each([
  ['numbers that look like codes', '550 '.repeat(100_000)],
  ['an address without an end', `550 ${'a@'.repeat(500_000)}`],
  ['white space', `550${' '.repeat(1_000_000)}5.1.1`],
  ['codes without an end', '5.1.'.repeat(250_000)],
])('a text of a megabyte with %s takes no time', (_what, text) => {
  const start = processorMs()
  classifyFailure({ text })
  expect(processorMs() - start).toBeLessThan(200)
})
