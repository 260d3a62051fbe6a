import { expect, test } from 'vitest'
import { postmark } from '#server/platform/mail/providers/postmark.ts'

const MAIL = '5f0f3b4e-56a1-4a3f-9a55-1f4b1cf0a111'
const PASSWORD = 'a_long_password_of_the_webhook'

const BOUNCE = {
  RecordType: 'Bounce',
  ID: 42,
  Type: 'HardBounce',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: 'ada@example.org',
  BouncedAt: '2026-11-22T09:00:05Z',
  Metadata: { 'mail-id': MAIL },
}
const request = (body: unknown, authorization = `Basic ${btoa(`any:${PASSWORD}`)}`) => ({
  headers: new Headers({ authorization }),
  body: new TextEncoder().encode(JSON.stringify(body)),
})
const documents = { request: () => Promise.reject(new Error('Nothing is asked')) }
const isSigned = (authorization?: string, secret: string | null = PASSWORD) =>
  postmark.webhook?.isSigned(request(BOUNCE, authorization), { fields: {}, secret }, { documents })
const read = (more: object) => postmark.webhook?.read(request({ ...BOUNCE, ...more }))

test('a request with the password', () => {
  expect(isSigned()).toBe(true)
  expect(isSigned(`basic ${btoa(`:${PASSWORD}`)}`)).toBe(true)
})

test.each<[string, (string | undefined)?, (string | null)?]>([
  ['no password', ''],
  ['another one', `Basic ${btoa('any:another')}`],
  ['the password as a user', `Basic ${btoa(`${PASSWORD}:`)}`],
  ['the beginning of it', `Basic ${btoa(`any:${PASSWORD.slice(0, -1)}`)}`],
  ['a bearer', `Bearer ${PASSWORD}`],
  ['the password of nobody', undefined, null],
])('%s is refused', (_what, authorization, secret) => {
  expect(isSigned(authorization, secret)).toBe(false)
})

const REPORT = { mailId: MAIL, email: 'ada@example.org', status: null, text: BOUNCE.Details }

test.each<[string, object, object[]]>([
  ['a hard bounce', {}, [{ ...REPORT, says: 'bounced', lasting: 'gone' }]],
  ['a soft one', { Type: 'SoftBounce' }, [{ ...REPORT, says: 'bounced', lasting: 'temporary' }]],
  ['one that was blocked', { Type: 'Blocked' }, [{ ...REPORT, says: 'bounced', lasting: null }]],
  ['one that was called spam', { Type: 'SpamNotification' }, [{ ...REPORT, says: 'bounced', lasting: null }]],
  ['an answer from holiday', { Type: 'AutoResponder' }, []],
  [
    'an address that was switched off by hand',
    { Type: 'ManuallyDeactivated' },
    [{ ...REPORT, says: 'unsent', lasting: null }],
  ],
  ['a complaint', { RecordType: 'SpamComplaint' }, [{ ...REPORT, says: 'complained', lasting: null }]],
  [
    'somebody who has left',
    {
      RecordType: 'SubscriptionChange',
      Recipient: 'ada@example.org',
      Email: null,
      SuppressSending: true,
      SuppressionReason: 'ManualSuppression',
    },
    [{ ...REPORT, says: 'left', lasting: null }],
  ],
  [
    'an address that bounced, which has an event of its own',
    { RecordType: 'SubscriptionChange', SuppressSending: true, SuppressionReason: 'HardBounce' },
    [],
  ],
  ['somebody who is back', { RecordType: 'SubscriptionChange', SuppressSending: false }, []],
  ['a delivery', { RecordType: 'Delivery' }, []],
])('%s', (_what, more, reports) => {
  expect(read(more)?.reports).toEqual(reports)
})

test('what is repeated has the same id, and each event its own', () => {
  expect(read({})?.id).toBe(read({})?.id)
  expect(new Set([read({})?.id, read({ ID: 43 })?.id, read({ RecordType: 'SpamComplaint' })?.id]).size).toBe(
    3,
  )
  expect(postmark.webhook?.read(request(null))).toBeNull()
})
