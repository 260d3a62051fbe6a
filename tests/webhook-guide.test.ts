import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#core/domain/webhook.ts'
import { composeBody, type StoredEvent } from '#server/features/webhooks/deliver-webhook.ts'
import { createWebhookSecret, signMessage } from '#server/features/webhooks/open-webhooks.ts'

const guide = await readFile('docs/webhooks.md', 'utf8')
const block = (language: string) => guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

type IsFromOurPaper = (headers: Headers, body: string, secret: string) => boolean

/** The function of the guide, as a receiver would run it. */
async function loadExample(): Promise<IsFromOurPaper> {
  const code = stripTypeScriptTypes(block('ts'))
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  return module.isFromOurPaper
}

test('the example of the guide accepts what the site signs, and nothing else', async () => {
  const isFromOurPaper = await loadExample()
  const [secret, other] = [createWebhookSecret(), createWebhookSecret()]
  const body = '{"type":"webhook.test","title":"Zürich"}'
  const signed = (at: Date, secrets: string[]) => new Headers(signMessage({ id: 'msg_1', body, at }, secrets))
  const now = new Date()
  expect(isFromOurPaper(signed(now, [secret]), body, secret)).toBe(true)
  expect(isFromOurPaper(signed(now, [other, secret]), body, secret)).toBe(true)
  expect(isFromOurPaper(signed(now, [other]), body, secret)).toBe(false)
  expect(isFromOurPaper(signed(now, [secret]), `${body} `, secret)).toBe(false)
  expect(isFromOurPaper(signed(new Date(now.getTime() - 301_000), [secret]), body, secret)).toBe(false)
  expect(isFromOurPaper(new Headers(), body, secret)).toBe(false)
  const unsigned = signed(now, [secret])
  unsigned.set('webhook-signature', 'v1,')
  expect(isFromOurPaper(unsigned, body, secret)).toBe(false)
})

test('the guide has a payload of each event, as the site composes it', () => {
  const payloads = block('json')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(payloads.map(({ type }) => type)).toEqual([...WEBHOOK_EVENTS])
  for (const payload of payloads) {
    const { type: event, timestamp, data } = payload
    const stored = { event, happenedAt: new Date(timestamp), data } as StoredEvent
    expect(JSON.parse(composeBody(stored, 'https://example.org'))).toEqual(payload)
  }
})
