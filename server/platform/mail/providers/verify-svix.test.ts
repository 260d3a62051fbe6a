import { describe, expect, test } from 'vitest'
import { isSignedBySvix, keyOfSecret } from '#server/platform/mail/providers/verify-svix.ts'
import { signedBySvix, WEBHOOK_SECRET } from '../../../../tests/support/mail-reports.ts'

const NOW = Date.UTC(2026, 10, 22, 9)
const body = Buffer.from('{"type":"email.bounced"}')

function check(headers: Record<string, string>, { bytes = body, secret = WEBHOOK_SECRET } = {}): boolean {
  const signed = {
    id: headers['svix-id'] ?? '',
    timestamp: headers['svix-timestamp'] ?? '',
    signature: headers['svix-signature'] ?? '',
  }
  return isSignedBySvix(signed, bytes, keyOfSecret(secret), NOW)
}
const signed = signedBySvix(body.toString(), { at: NOW })

test('the example in the documentation of Svix is signed', () => {
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const key = keyOfSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const payload = Buffer.from('{"test": 2432232314}')
  expect(isSignedBySvix(example, payload, key, 1_614_265_330_000)).toBe(true)
  expect(isSignedBySvix(example, Buffer.from('{"test": 2432232315}'), key, 1_614_265_330_000)).toBe(false)
})

describe('a signature', () => {
  test('counts beside others, of another key or of another version', () => {
    expect(check(signed)).toBe(true)
    const other = signedBySvix(body.toString(), { at: NOW, secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })
    const both = `v1a,${'A'.repeat(86)}== ${other['svix-signature']} ${signed['svix-signature']}`
    expect(check({ ...signed, 'svix-signature': both })).toBe(true)
  })

  test.each([-299_000, 299_000])('made %i ms from now is good', (off) => {
    expect(check(signedBySvix(body.toString(), { at: NOW + off }))).toBe(true)
  })

  test.each([-302_000, 302_000])('made %i ms from now is not', (off) => {
    expect(check(signedBySvix(body.toString(), { at: NOW + off }))).toBe(false)
  })

  test.each<[string, Record<string, string>]>([
    ['missing', { 'svix-signature': '' }],
    [
      'of another key',
      signedBySvix(body.toString(), { at: NOW, secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    ],
    ['of another id', { 'svix-id': 'msg_2' }],
    ['of another second', { 'svix-timestamp': String(NOW / 1000 + 1) }],
    ['of no version', { 'svix-signature': signed['svix-signature']?.slice(3) ?? '' }],
    ['of another version', { 'svix-signature': signed['svix-signature']?.replace('v1', 'v2') ?? '' }],
    ['cut', { 'svix-signature': signed['svix-signature']?.slice(0, -2) ?? '' }],
    ['behind eight others', { 'svix-signature': `${'v1,x '.repeat(8)}${signed['svix-signature']}` }],
    ['with a time that is no number', { 'svix-timestamp': '1e9' }],
    ['without an id', { 'svix-id': '' }],
    ['with a very long id', { 'svix-id': 'x'.repeat(201) }],
  ])('%s is refused', (_what, changed) => {
    expect(check({ ...signed, ...changed })).toBe(false)
  })

  test('of another body is refused', () => {
    expect(check(signed, { bytes: Buffer.from('{"type":"email.complained"}') })).toBe(false)
  })
})
