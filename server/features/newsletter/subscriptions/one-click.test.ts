import { afterAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../../../tests/support/app.ts'
import { addSubscriber, FOREIGN_TOKEN, stateOf } from '../../../../tests/support/subscribers.ts'

const app = await startTestApp()
const { sql } = app.database
afterAll(() => app.stop())

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const LEFT = { is_active: false, left_reason: 'unsubscribed' }

async function post(token: string, init: RequestInit = {}, path = '/unsubscribe') {
  const response = await fetch(`${app.url}${path}?token=${token}&lang=de`, {
    method: 'POST',
    headers: FORM,
    body: ONE_CLICK,
    redirect: 'manual',
    ...init,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
function multipart(): FormData {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  return form
}

test.each<[string, RequestInit]>([
  ['as a form', {}],
  ['as multipart', { headers: {}, body: multipart() }],
  ['from another origin', { headers: { ...FORM, origin: 'https://mail.provider.example' } }],
  ['from a page of another site', { headers: { ...FORM, origin: 'null', 'sec-fetch-site': 'cross-site' } }],
])('one click %s unsubscribes without a redirect or a cookie, however often', async (_how, init) => {
  const ada = await addSubscriber(sql)
  for (let n = 0; n < 3; n++) {
    const { status, headers } = await post(ada.unsubscribe, init)
    expect(status).toBe(200)
    expect([headers.get('location'), headers.get('set-cookie')]).toEqual([null, null])
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'same-origin',
    ])
    expect(await stateOf(sql, ada)).toMatchObject(LEFT)
  }
})

test('a deleted subscriber counts as unsubscribed, too', async () => {
  const ada = await addSubscriber(sql)
  await sql`delete from public.newsletter_subscribers where id = ${ada.id}`
  expect((await post(ada.unsubscribe)).status).toBe(200)
})

describe('no subscriber is unsubscribed', () => {
  test.each<[string, (token: string) => string]>([
    ['a changed token', (token) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['a token that is cut', (token) => token.slice(0, 60)],
    ['no token', () => ''],
    ['a token of no subscriber', () => FOREIGN_TOKEN],
    ['two tokens', (token) => `x&token=${token}`],
    ['an endless token', () => 'a'.repeat(8_000)],
    ['a null character', () => '%00'],
  ])('by %s: the answer says what to do', async (_what, change) => {
    const ada = await addSubscriber(sql)
    const { status, text } = await post(change(ada.unsubscribe))
    expect([status, text]).toEqual([400, expect.stringContaining('unsubscribe link in one of our mails')])
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true })
  })

  test('by the token of another purpose', async () => {
    const ada = await addSubscriber(sql)
    expect((await post(ada.preferences)).status).toBe(400)
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true })
  })

  test.each<[string, RequestInit]>([
    ['an empty body', { body: '' }],
    ['another body', { body: 'List-Unsubscribe=Yes' }],
    ['JSON', { headers: { 'content-type': 'application/json' }, body: '{"List-Unsubscribe":"One-Click"}' }],
    ['text', { headers: { 'content-type': 'text/plain' } }],
    [
      'the field of our page, of another site',
      { headers: { ...FORM, origin: 'https://eve.example' }, body: 'intent=leave' },
    ],
  ])('by %s', async (_what, init) => {
    const ada = await addSubscriber(sql)
    expect((await post(ada.unsubscribe, init)).status).toBeGreaterThanOrEqual(400)
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true })
  })

  test.each(['/', '/newsletter/preferences', '/subscribe', '/unsubscribe/more'])(
    'by one click on %s',
    async (path) => {
      const ada = await addSubscriber(sql)
      expect((await post(ada.unsubscribe, {}, path)).status).toBeGreaterThanOrEqual(400)
      expect(await stateOf(sql, ada)).toMatchObject({ is_active: true })
    },
  )

  test('by a body over ten kilobytes', async () => {
    const ada = await addSubscriber(sql)
    const { status } = await post(ada.unsubscribe, { body: `${ONE_CLICK}&more=${'x'.repeat(11_000)}` })
    expect(status).toBe(413)
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true })
  })
})

test('a provider that leaves for thousands from one address is not refused', async () => {
  const all = await Promise.all(Array.from({ length: 200 }, () => addSubscriber(sql)))
  for (let n = 0; n < all.length; n += 20) {
    const answers = await Promise.all(all.slice(n, n + 20).map(({ unsubscribe }) => post(unsubscribe)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
})
