import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findProblems } from './support/find-problems.ts'
import { json, type Tables } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { press } from './support/press.ts'

const NAMES = ['ana', 'bruno', 'zoe']
const PEOPLE = NAMES.map((name) => `${name}@example.org`)

/** Invitations that stayed in the outbox, one after the other. */
const MAILS: Tables = {
  mail_deliveries: NAMES.map((name, index) => ({
    id: `d0000000-0000-4000-8000-00000000000${index}`,
    kind: 'send-invitation',
    recipient: `${name}@example.org`,
    subject: 'You are invited',
    status: 'sent',
    transport: 'outbox',
    last_error: null,
    attempts: 1,
    message_id: `${name}@aiwatch.example`,
    created_at: `2026-11-20T09:0${index}:00Z`,
  })),
  outbox_mails: NAMES.map((name) => ({
    message_id: `${name}@aiwatch.example`,
    sender: 'news@example.com',
    recipient: `${name}@example.org`,
    subject: 'You are invited',
    headers: {},
    body_text: 'https://aiwatch.example/admin/invitation?token=1',
    body_html: '<p>You are invited</p>',
  })),
}

const recipients = () => page.getByRole('rowheader')
const expectRecipients = (expected: string[]) =>
  expect
    .poll(() =>
      recipients()
        .elements()
        .map((element) => element.textContent),
    )
    .toEqual(expected)
const expectAddress = (address: string) =>
  expect.poll(() => window.location.pathname + window.location.search).toBe(address)
const column = (name: string) => page.getByRole('columnheader', { name })
const search = () => page.getByLabelText('Search recipients and subjects')

test('mails are sorted, searched and filtered in the address, through which one goes back and forward', async () => {
  await openScreen('/admin/outbox', { tables: MAILS })
  await expectRecipients(PEOPLE.toReversed())
  await expect.element(page.getByRole('cell', { name: 'In the outbox' }).first()).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Sent', exact: true })).not.toBeInTheDocument()
  await expect.element(column('Date')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Recipient' }).click()
  await expectAddress('/admin/outbox?sort=recipient')
  await expectRecipients(PEOPLE)
  await expect.element(column('Recipient')).toHaveAttribute('aria-sort', 'ascending')
  await search().fill('zoe@')
  await expectAddress('/admin/outbox?q=zoe%40&sort=recipient')
  await expectRecipients(['zoe@example.org'])
  await expect.element(search()).toHaveFocus()
  await page.getByLabelText('Status').selectOptions('Needs a look')
  await expect.element(page.getByText('No mail matches.')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByRole('link', { name: 'Show all mails' }).click()
  await expectAddress('/admin/outbox?sort=recipient')
  await expectRecipients(PEOPLE)
  await expect.element(search()).toHaveValue('')
  await expect.element(page.getByRole('region', { name: 'Mails' })).toHaveFocus()

  // A search replaces its step, a filter is one to come back to.
  window.history.go(-2)
  await expectRecipients(['zoe@example.org'])
  window.history.back()
  await expectAddress('/admin/outbox')
  await expect.element(search()).toHaveValue('')
  await expectRecipients(PEOPLE.toReversed())
  window.history.forward()
  await expect.element(search()).toHaveValue('zoe@')
  await expectRecipients(['zoe@example.org'])
})

test('a mail is opened by its row and read in both parts, and leads back to its row', async () => {
  await openScreen('/admin/outbox', { tables: MAILS })
  await page.getByRole('link', { name: 'zoe@example.org' }).click()
  await expect.element(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveFocus()
  const iframe = page.getByRole('article').element().querySelector('iframe')
  expect(iframe?.getAttribute('sandbox')).not.toMatch(/allow-scripts|allow-same-origin/)
  await press(page.getByRole('tab', { name: 'HTML' }), '{ArrowRight}')
  await expect.element(page.getByRole('tabpanel', { name: 'Text' })).toMatchTextContent(/\/admin\/invitation/)
  await page.getByRole('link', { name: 'All mails' }).click()
  await expect.element(page.getByRole('link', { name: 'zoe@example.org' })).toHaveFocus()
})

test('invalid parameters are removed from the address, and a page beyond the last one says so', async () => {
  const { go } = await openScreen('/admin/outbox?sort=constructor&status=__proto__&q=ana&other=1&open=7', {
    tables: MAILS,
  })
  await expectRecipients(['ana@example.org'])
  await expectAddress('/admin/outbox?q=ana')
  await go('/admin/outbox?page=9')
  await expect.element(page.getByText('There is no page 9.')).toBeVisible()
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect.element(recipients()).toHaveLength(3)
  await expect.element(page.getByRole('region', { name: 'Mails' })).toHaveFocus()
  expect(await findProblems()).toEqual([])
})

test('a list that cannot be read for a moment is read again by itself', async () => {
  let tries = 0
  await openScreen('/admin/outbox', {
    respond: ({ method, url }) =>
      method === 'GET' && url.includes('/mail_deliveries?') && ++tries < 3
        ? json({ message: 'away', code: '', details: '', hint: null }, 503)
        : undefined,
  })
  await expect.element(page.getByText('No mail yet')).toBeVisible()
  expect(tries).toBeGreaterThan(2)
})
