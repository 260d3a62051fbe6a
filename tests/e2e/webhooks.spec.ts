import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isSignedBySvix, keyOfSecret } from '#server/supabase/functions/verify-svix.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

/** A receiver that answers with `status`, and what it was told. */
async function startReceiver() {
  const received: {
    id: string
    event: { type: string; data: { url?: string } }
    isSigned(secret: string): boolean
  }[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const header = (name: string) => String(request.headers[`webhook-${name}`])
    const headers = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') }
    received.push({
      id: headers.id,
      event: JSON.parse(body),
      isSigned: (secret) => isSignedBySvix(headers, Buffer.from(body), keyOfSecret(secret)),
    })
    response.writeHead(state.status).end(state.status === 200 ? 'thanks' : 'the index is full')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks`, received, state, stop: () => server.close() }
}

test.use({ environment: { WEBHOOK_SERVERS: '127.0.0.1' } })

test('a webhook is added, tested, told of an article, fails, sends again, and is deleted', async ({
  page,
  publication,
}) => {
  const receiver = await startReceiver()
  try {
    await signIn(page, DESK_ADMIN)
    await page.goto('/admin/webhooks')
    await expect(page.getByText('There is none yet.')).toBeVisible()
    await page.getByLabel('Address').fill('http://127.0.0.2/hooks')
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    await expect(page.getByText('Choose at least one event').first()).toBeVisible()
    await page.getByLabel('article.published').check()
    await page.getByLabel('article.updated').check()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    const shown = page.getByRole('textbox', { name: 'Secret', exact: true })
    const secret = await shown.inputValue()
    expect(secret).toMatch(/^whsec_/)
    expect(await findAccessibilityProblems(page), 'the list').toEqual([])

    await page.getByRole('link', { name: receiver.url }).click()
    await expect(page.getByRole('heading', { name: 'Webhook', level: 1 })).toBeVisible()
    await expect(shown).toHaveCount(0)
    const log = page.getByRole('region', { name: 'Log' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Send a Test' }).click()
    await expectToast(page, 'A test is on its way. Its outcome is in the log.')
    await expect(log.filter({ hasText: 'webhook.test' })).toContainText('Delivered')
    expect(receiver.received[0]?.isSigned(secret)).toBe(true)

    receiver.state.status = 507
    await addArticle(publication.service, anArticle({ title: 'The chips', slug: 'the-chips' }))
    const told = log.filter({ hasText: 'article.published' })
    await expect(told).toContainText('The chips')
    await expect(told).toContainText('Answered 507: the index is full')
    await expect(told).toContainText('Is tried again')
    await expect(page.getByText('Failing', { exact: true })).toBeVisible()
    expect(await findAccessibilityProblems(page), 'the page of a webhook').toEqual([])

    const form = page.getByRole('form', { name: 'Address and events' })
    await form.getByLabel('Switched on').uncheck()
    await form.getByRole('button', { name: 'Save Webhook' }).click()
    await expect(told).toContainText('The webhook was switched off before this was sent.')
    receiver.state.status = 200
    await form.getByLabel('Switched on').check()
    await form.getByRole('button', { name: 'Save Webhook' }).click()
    await expect(page.getByText('On', { exact: true })).toBeVisible()
    await told.getByRole('button', { name: 'Send Again: article.published' }).click()
    await expect(told).toContainText('Delivered')
    const articles = receiver.received.filter(({ event }) => event.type === 'article.published')
    expect(new Set(articles.map(({ id }) => id)).size).toBe(1)
    expect(articles.at(-1)?.event.data.url).toMatch(/\/article\/the-chips$/)

    await page.getByRole('button', { name: 'Make a New Secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a New Secret' }).click()
    await expect(shown).toHaveValue(/^whsec_/)
    await expect(shown).not.toHaveValue(secret)
    await page.getByRole('button', { name: 'Delete Webhook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Webhook' }).click()
    await expect(page.getByText('There is none yet.')).toBeVisible()
    await page.goto('/admin/audit')
    await expect(page.getByText('removed the webhook to')).toBeVisible()
  } finally {
    receiver.stop()
  }
})
