import { describe, expect, test } from 'vitest'
import { resend } from '#server/platform/mail/providers/resend.ts'

const readResendEvent = (body: unknown) =>
  resend.webhook?.read({ headers: new Headers(), body: new TextEncoder().encode(JSON.stringify(body)) })
    ?.reports ?? null

const MAIL = '5f0f3b4e-56a1-4a3f-9a55-1f4b1cf0a111'

/** An event with the fields that Resend documents, and with one that it may add. */
const event = (type: string, data: object = {}) => ({
  type,
  created_at: '2026-11-22T09:00:05.000Z',
  something_new: { of: 'Resend' },
  data: {
    broadcast_id: '8b146471-e88e-4322-86af-016cd36fd216',
    created_at: '2026-11-22T09:00:04.894719+00:00',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    message_id: '<0100018f@eu-west-1.amazonses.com>',
    from: 'AI Watch <news@aiwatch.example>',
    to: ['ada@example.org'],
    subject: 'The week in AI',
    tags: { mail_id: MAIL },
    ...data,
  },
})
const bounce = (type: string, subType = 'General') => ({
  bounce: { type, subType, message: 'User unknown', diagnosticCode: ['smtp; 550 5.1.1'] },
})
const report = { mailId: MAIL, lasting: null, email: 'ada@example.org', status: null }

const SAID = 'General: User unknown smtp; 550 5.1.1'

test.each<[string, object, object]>([
  ['email.bounced', bounce('Permanent'), { says: 'bounced', lasting: 'gone', text: SAID }],
  [
    'email.bounced',
    bounce('Transient', 'MailboxFull'),
    { says: 'bounced', lasting: 'temporary', text: SAID.replace('General', 'MailboxFull') },
  ],
  ['email.bounced', bounce('Temporary'), { says: 'bounced', lasting: 'temporary', text: SAID }],
  ['email.bounced', bounce('Undetermined'), { says: 'bounced', lasting: 'temporary', text: SAID }],
  ['email.bounced', {}, { says: 'bounced', lasting: 'temporary', text: null }],
  ['email.complained', {}, { says: 'complained', text: null }],
  [
    'email.suppressed',
    { suppressed: { type: 'OnAccountSuppressionList', message: 'On your list' } },
    { says: 'suppressed', text: 'On your list' },
  ],
  ['email.suppressed', { suppressed: { type: 'Other' } }, { says: 'unsent', text: null }],
  [
    'email.failed',
    { failed: { reason: 'reached_daily_quota' } },
    { says: 'unsent', text: 'reached_daily_quota' },
  ],
])('%s with %j is a report', (type, data, expected) => {
  expect(readResendEvent(event(type, data))).toEqual([{ ...report, ...expected }])
})

test.each([
  ['bounce', 'suppressed'],
  ['complaint', 'complained'],
])('an address on the list of Resend because of a %s is a report', (origin, says) => {
  const data = { id: 'x', email: 'ada@example.org', origin, source_id: null }
  expect(readResendEvent({ type: 'suppression.added', data })).toEqual([
    { ...report, mailId: null, says, text: null },
  ])
})

test.each([
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.opened',
  'email.clicked',
  'email.received',
  'email.scheduled',
  'contact.updated',
  'domain.created',
  'suppression.removed',
  'email.teleported',
  '__proto__',
  'constructor',
])('%s changes nothing', (type) => {
  expect(readResendEvent(event(type, bounce('Permanent')))).toEqual([])
})

test('an address that was suppressed by hand changes nothing', () => {
  const data = { email: 'ada@example.org', origin: 'manual' }
  expect(readResendEvent({ type: 'suppression.added', data })).toEqual([])
})

describe('the mail is known by its tag', () => {
  test.each<[string, unknown, string | null]>([
    ['as an object', { mail_id: MAIL }, MAIL],
    [
      'in the list of the API',
      [
        { name: 'other', value: 'x' },
        { name: 'mail_id', value: MAIL },
      ],
      MAIL,
    ],
    ['that is no id', { mail_id: "' or true --" }, null],
    ['that is missing', {}, null],
    ['of the prototype', JSON.parse('{"__proto__":{"mail_id":"x"}}'), null],
    ['that is text', MAIL, null],
  ])('%s', (_what, tags, mailId) => {
    expect(readResendEvent(event('email.complained', { tags }))).toMatchObject([{ mailId }])
  })

  test('only when it has one recipient', () => {
    const to = ['Ada <ada@example.org>', 'bob@example.org']
    expect(readResendEvent(event('email.complained', { to }))).toMatchObject([
      { mailId: null, email: 'ada@example.org' },
      { mailId: null, email: 'bob@example.org' },
    ])
  })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['text', 'email.bounced'],
  ['a list', [event('email.bounced')]],
  ['no type', { data: {} }],
  ['a type that is a number', { type: 1, data: {} }],
])('%s is no event', (_what, body) => {
  expect(readResendEvent(body)).toBeNull()
})

test.each<[string, object]>([
  ['no recipient', { to: [], tags: {} }],
  ['recipients that are none', { to: 'ada@example.org', tags: {} }],
  ['a thousand recipients', { to: Array(1000).fill('ada@example.org'), tags: {} }],
])('an event with %s reports no recipient', (_what, data) => {
  expect(readResendEvent(event('email.complained', data))).toEqual([])
})

test.each(['ada', 'a b@example.org', 'ada@example.org\r\nBcc: x@y.z', '', `${'a'.repeat(300)}@example.org`])(
  'a recipient %j is no address',
  (recipient) => {
    expect(readResendEvent(event('email.complained', { to: [recipient] }))).toMatchObject([{ email: null }])
  },
)
