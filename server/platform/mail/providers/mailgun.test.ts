import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailgun } from '#server/platform/mail/providers/mailgun.ts'

const MAIL = '5f0f3b4e-56a1-4a3f-9a55-1f4b1cf0a111'
const KEY = 'a-signing-key-of-mailgun'
const TOKEN = 'e0b5477167110d68991efc6b9f89f0a11066af27834600e123'

const FAILED = {
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  recipient: 'ada@example.org',
  'user-variables': { mail_id: MAIL },
  'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 no such user' },
}

function request(data: unknown = FAILED, { at = Date.now(), key = KEY, token = TOKEN, more = {} } = {}) {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  const body = { signature: { timestamp, token, signature, ...more }, 'event-data': data }
  return { headers: new Headers(), body: new TextEncoder().encode(JSON.stringify(body)) }
}
const documents = { request: () => Promise.reject(new Error('Nothing is asked')) }
const isSigned = (signed: ReturnType<typeof request>, secret: string | null = KEY) =>
  mailgun.webhook?.isSigned(signed, { fields: {}, secret }, { documents })
const read = (data: object) => mailgun.webhook?.read(request(data))?.reports

test('an event that Mailgun has signed lately', () => {
  expect(isSigned(request())).toBe(true)
  expect(mailgun.webhook?.read(request())?.id).toBe(TOKEN)
})

test.each<[string, ReturnType<typeof request>, (string | null)?]>([
  ['another key', request(FAILED, { key: 'another' })],
  ['another token', request(FAILED, { more: { token: TOKEN.replace('e0', 'e1') } })],
  ['another time', request(FAILED, { more: { timestamp: '1770920772' } })],
  ['a time that is none', request(FAILED, { more: { timestamp: 'now' } })],
  ['a signature that is none', request(FAILED, { more: { signature: '' } })],
  ['an event of yesterday', request(FAILED, { at: Date.now() - 86_400_000 })],
  ['an event of tomorrow', request(FAILED, { at: Date.now() + 86_400_000 })],
  ['no key', request(FAILED), null],
  ['no object', { headers: new Headers(), body: new TextEncoder().encode('null') }],
])('%s is refused', (_what, signed, secret) => {
  expect(isSigned(signed, secret)).toBe(false)
})

const REPORT = { mailId: MAIL, email: 'ada@example.org', status: '5.1.1', text: '550 5.1.1 no such user' }

test.each<[string, object, object[]]>([
  ['a failure for good', {}, [{ ...REPORT, says: 'bounced', lasting: 'gone' }]],
  ['one for another reason', { reason: 'generic' }, [{ ...REPORT, says: 'bounced', lasting: null }]],
  ['one for now', { severity: 'temporary' }, [{ ...REPORT, says: 'bounced', lasting: 'temporary' }]],
  [
    'an address that is not sent to',
    { reason: 'suppress-bounce' },
    [{ ...REPORT, says: 'suppressed', lasting: null }],
  ],
  [
    'one that has complained',
    { reason: 'suppress-complaint' },
    [{ ...REPORT, says: 'complained', lasting: null }],
  ],
  ['one that has left', { reason: 'suppress-unsubscribe' }, [{ ...REPORT, says: 'left', lasting: null }]],
  ['a complaint', { event: 'complained' }, [{ ...REPORT, says: 'complained', lasting: null }]],
  ['a wish to leave', { event: 'unsubscribed' }, [{ ...REPORT, says: 'left', lasting: null }]],
  [
    'what Mailgun says itself',
    {
      'delivery-status': {
        code: 605,
        message: '',
        description: 'Not delivering to previously bounced address',
      },
    },
    [
      {
        ...REPORT,
        status: null,
        text: 'Not delivering to previously bounced address',
        says: 'bounced',
        lasting: 'gone',
      },
    ],
  ],
  [
    'a mail without our variable',
    { 'user-variables': {}, message: { headers: { 'message-id': `${MAIL}@aiwatch.example` } } },
    [{ ...REPORT, says: 'bounced', lasting: 'gone' }],
  ],
  ['a delivery', { event: 'delivered' }, []],
  ['a click', { event: 'clicked' }, []],
  ['an event of the future', { event: '__proto__' }, []],
])('%s', (_what, more, reports) => {
  expect(read({ ...FAILED, ...more })).toEqual(reports)
})
