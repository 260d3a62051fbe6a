import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Webhook, WebhookDelivery } from '#core/data/webhooks.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

const WEBHOOK: Webhook = {
  id: 'a1000000-0000-4000-8000-000000000000',
  url: 'https://search.example/hooks',
  events: ['article.published'],
  enabled: true,
  created_at: '2026-11-20T09:00:00Z',
  failing_since: null,
  failures: 0,
  resumes_at: '2026-11-20T09:00:00Z',
  switched_off_at: null,
  attempted_at: null,
  problem: null,
  http_status: null,
}

const aDelivery = (delivery: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: crypto.randomUUID(),
  webhook_id: WEBHOOK.id,
  event: 'article.published',
  happened_at: '2026-11-21T09:00:00Z',
  data: { title: 'The chips' },
  status: 'delivered',
  attempts: 1,
  due_at: '2026-11-21T09:00:00Z',
  tried_since: null,
  attempted_at: '2026-11-21T09:00:01Z',
  problem: null,
  http_status: 200,
  answer: null,
  ...delivery,
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a webhook is added with its events, and its secret is shown once', async () => {
  const screen = await openScreen('/admin/webhooks', {
    functions: {
      'save-webhook': (webhook: Webhook) => {
        screen.tables.webhooks?.push({ ...WEBHOOK, ...webhook, id: WEBHOOK.id })
        return { id: WEBHOOK.id, secret: 'whsec_c2VjcmV0' }
      },
    },
  })
  await expect.element(page.getByText('There is none yet.')).toBeVisible()
  await page.getByLabelText('Address').fill(WEBHOOK.url)
  await button('Add Webhook').click()
  await expect.element(page.getByText('Choose at least one event').first()).toBeVisible()
  expect(screen.sentTo('save-webhook')).toEqual([])
  await page.getByLabelText('article.published').click()
  await button('Add Webhook').click()
  await expect
    .element(page.getByRole('textbox', { name: 'Secret', exact: true }))
    .toHaveValue('whsec_c2VjcmV0')
  await expect.element(page.getByRole('link', { name: WEBHOOK.url })).toBeVisible()
  expect(screen.sentTo('save-webhook')).toEqual([
    { id: null, url: WEBHOOK.url, events: ['article.published'], enabled: true },
  ])
  expect(await findProblems()).toEqual([])

  await page.getByRole('link', { name: WEBHOOK.url }).click()
  await expect.element(page.getByRole('heading', { name: 'Webhook', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Secret', exact: true })).not.toBeInTheDocument()
})

test('an address that the server refuses is named at its field', async () => {
  await openScreen('/admin/webhooks', {
    functions: {
      'save-webhook': () => json({ error: 'This address is private.', code: 'webhook_address' }, 400),
    },
  })
  await page.getByLabelText('Address').fill('http://127.0.0.2/hooks')
  await page.getByLabelText('article.updated').click()
  await button('Add Webhook').click()
  await expect
    .element(page.getByLabelText('Address'))
    .toHaveAccessibleDescription(/This address is private\./)
})

test('the page of a webhook shows what is tried again, sends what has failed once more, and sends a test', async () => {
  const late = aDelivery({
    status: 'waiting',
    http_status: 507,
    problem: 'status',
    answer: 'the index is full',
  })
  const failed = aDelivery({ event: 'article.updated', status: 'failed', http_status: null })
  const screen = await openScreen(`/admin/webhooks/${WEBHOOK.id}`, {
    tables: {
      webhooks: [{ ...WEBHOOK, failing_since: '2026-11-21T09:00:01Z', failures: 1 }],
      webhook_deliveries: [late, failed],
    },
    functions: {
      'resend-webhook-delivery': () => {
        const row = screen.tables.webhook_deliveries?.find(({ id }) => id === failed.id)
        Object.assign(row ?? {}, { status: 'delivered', http_status: 200 })
        return { id: failed.id }
      },
      'test-webhook': () => {
        const sent = aDelivery({ event: 'webhook.test', happened_at: '2026-11-22T09:00:00Z' })
        screen.tables.webhook_deliveries?.push({ ...sent })
        return { id: sent.id }
      },
    },
  })
  const log = page.getByRole('region', { name: 'Log' }).getByRole('listitem')
  const told = log.filter({ hasText: 'article.published' })
  await expect.element(told).toMatchTextContent(/Answered 507: the index is full/)
  await expect.element(told).toMatchTextContent(/Is tried again/)
  await expect.element(told.getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByText('Failing', { exact: true })).toBeVisible()
  expect(await findProblems()).toEqual([])

  await log.getByRole('button', { name: 'Send Again: article.updated' }).click()
  await expect.element(log.filter({ hasText: 'article.updated' })).toMatchTextContent(/Delivered/)
  expect(screen.sentTo('resend-webhook-delivery')).toEqual([{ id: failed.id }])
  await button('Send a Test').click()
  await expectToast('A test is on its way. Its outcome is in the log.')
  await expect.element(log.filter({ hasText: 'webhook.test' })).toMatchTextContent(/Delivered/)
})

test('a webhook is switched off, gets a new secret after a question, and is deleted after another', async () => {
  const screen = await openScreen(`/admin/webhooks/${WEBHOOK.id}`, {
    tables: {
      webhooks: [WEBHOOK],
      webhook_deliveries: [aDelivery({ status: 'failed', http_status: null })],
    },
    functions: {
      'save-webhook': (webhook: Webhook) => {
        Object.assign(screen.tables.webhooks?.[0] ?? {}, webhook)
        return { id: WEBHOOK.id, secret: null }
      },
      'renew-webhook-secret': { secret: 'whsec_bmV3' },
    },
  })
  const form = page.getByRole('form', { name: 'Address and events' })
  await form.getByLabelText('Switched on').click()
  await form.getByRole('button', { name: 'Save Webhook' }).click()
  await expect.poll(() => screen.sentTo('save-webhook')).toMatchObject([{ id: WEBHOOK.id, enabled: false }])

  await button('Make a New Secret').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a New Secret' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Secret', exact: true })).toHaveValue('whsec_bmV3')
  await button('Delete Webhook').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Webhook' }).click()
  await expect.element(page.getByText('There is none yet.')).toBeVisible()
  expect(screen.tables.webhooks).toEqual([])
})
