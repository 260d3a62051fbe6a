import { expect, test } from 'vitest'
import { createWebhookSecret, signMessage } from '#server/features/webhooks/open-webhooks.ts'
import { isSignedBySvix, keyOfSecret } from '#server/platform/mail/providers/verify-svix.ts'

// The vector of the official libraries (standard-webhooks/standard-webhooks, `sign function works`).
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  body: '{"test": 2432232314}',
  at: new Date(1_614_265_330 * 1000),
}
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('a message is signed as the vector of Standard Webhooks says', () => {
  expect(signMessage(MESSAGE, [SECRET])).toEqual({
    'webhook-id': MESSAGE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
  })
})

test('with two secrets it has two signatures, and either verifies', () => {
  const other = createWebhookSecret()
  const headers = signMessage(MESSAGE, [other, SECRET])
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  for (const secret of [other, SECRET]) {
    const given = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    }
    const isSigned = (body: string) =>
      isSignedBySvix(given, Buffer.from(body), keyOfSecret(secret), MESSAGE.at.getTime())
    expect(isSigned(MESSAGE.body)).toBe(true)
    expect(isSigned(`${MESSAGE.body} `)).toBe(false)
  }
})

test('a secret has 32 random bytes, and every letter of a body counts', () => {
  const secrets = new Set(Array.from({ length: 50 }, createWebhookSecret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(keyOfSecret(secret)).toHaveLength(32)
  const [one, other] = ['Zürich — 北京', 'Zürich - 北京'].map((body) =>
    signMessage({ ...MESSAGE, body }, [SECRET]),
  )
  expect(one?.['webhook-signature']).not.toBe(other?.['webhook-signature'])
})
