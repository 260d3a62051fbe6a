import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { ImportReport } from '#core/domain/subscriber-import.ts'
import type { SubscriberCounts, SubscriberRecord } from '#core/domain/subscriber-record.ts'
import { recordDownloads } from './support/downloads.ts'
import { findProblems } from './support/find-problems.ts'
import { json, type Network } from './support/network.ts'
import { button } from './support/newsletter.ts'
import { openScreen } from './support/open-screen.tsx'
import { press } from './support/press.ts'
import { ADMIN } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const LIST = '/admin/newsletter/subscribers'
const idOf = (name: string) => `50000000-0000-4000-8000-${name.padEnd(12, '0').replace(/[^0-9a-f]/g, '1')}`
const pathOf = (name: string) => `${LIST}/${idOf(name)}`

const aSubscriber = (name: string, more: Partial<NewsletterSubscriber> = {}): NewsletterSubscriber => ({
  id: idOf(name),
  email: `${name}@example.org`,
  language: 'en',
  subscribed_at: '2026-11-01T12:00:00Z',
  confirmed: true,
  is_active: true,
  confirmed_at: null,
  left_at: null,
  left_reason: null,
  sections: null,
  ...more,
})

const ADA = aSubscriber('ada', { language: 'de', subscribed_at: '2026-01-05T12:00:00Z' })
const GRACE = aSubscriber('grace', { confirmed: false })
const EMMY = aSubscriber('emmy', {
  is_active: false,
  left_reason: 'administrator',
  subscribed_at: '2025-10-01T12:00:00Z',
})
const ROSA = aSubscriber('rosa', { is_active: false, left_reason: 'unsubscribed' })

const COUNTS: SubscriberCounts = {
  total: 4,
  active: 1,
  pending: 1,
  unsubscribed: 2,
  languages: [{ language: 'de', active: 1 }],
}
const weeks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    week: new Date(Date.UTC(2025, 10, 24 + 7 * index)).toISOString().slice(0, 10),
    joined: 1,
    imported: index % 2,
    left: 0,
    active: index,
  }))

const recordOf = (subscriber: NewsletterSubscriber): SubscriberRecord => ({
  ...subscriber,
  consent: {},
  requested_consent: {},
  confirmation_sent_at: null,
  chosen_sections: {},
  open_links: 0,
  suppressed: null,
  deliveries_total: 0,
  deliveries: [],
  bounces: [],
  mails: [],
})

/** The list of these people, from which the server selects what is asked of it. */
async function openSubscribers(
  people: NewsletterSubscriber[],
  { path = LIST, ...given }: Parameters<typeof openScreen>[1] & { path?: string } = {},
) {
  return openScreen(path, {
    ...given,
    tables: { newsletter_subscribers: people },
    calls: {
      count_subscribers: { ...COUNTS, total: people.length },
      load_subscriber_growth: ({ p_weeks }) => weeks(p_weeks ?? 26),
      list_subscribers: ({ p_search, p_left, p_sort, p_descending, p_offset, p_limit }, tables) => {
        const by = p_sort === 'email' ? 'email' : 'subscribed_at'
        const found = peopleIn(tables)
          .filter(({ email }) => email.includes((p_search ?? '').toLowerCase()))
          .filter(({ left_reason }) => !p_left || left_reason === p_left)
          .toSorted((a, b) => (a[by] < b[by] ? -1 : 1) * (p_descending ? -1 : 1))
        const start = p_offset ?? 0
        return { total: found.length, rows: found.slice(start, start + (p_limit ?? 25)) }
      },
      find_subscriber: ({ p_id }, tables) => {
        const found = peopleIn(tables).find(({ id }) => id === p_id)
        return found ? recordOf(found) : null
      },
      ...given.calls,
    },
  })
}

/** A subscriber who is unsubscribed at the desk has the reason `administrator`. */
const peopleIn = (tables: Network['tables']) =>
  (tables.newsletter_subscribers as unknown as NewsletterSubscriber[]).map((row) => ({
    ...row,
    left_reason: row.is_active ? null : (row.left_reason ?? ('administrator' as const)),
  }))

const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })
const dialog = (name: string) => page.getByRole('dialog', { name })

test('the page has the counts, the growth as a figure and as a table, and the list', async () => {
  await openSubscribers([ADA, GRACE, EMMY, ROSA])
  await expect.element(rowOf('ada@example.org')).toMatchTextContent(/Jan 05, 2026/)
  await expect.element(rowOf('grace@example.org')).toMatchTextContent(/Pending/)
  await expect.element(rowOf('emmy@example.org')).toMatchTextContent(/by an administrator/)
  await expect.element(page.getByText('Total subscribers').element().parentElement).toMatchTextContent(/4/)
  await expect
    .element(page.getByText('Confirmed and active').first().element().parentElement)
    .toMatchTextContent(/1/)
  await expect
    .element(page.getByRole('img', { name: /Confirmed active subscribers over 52 weeks/ }))
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByText('Show as a table').click()
  await expect.element(page.getByRole('table').first().getByRole('row')).toHaveLength(53)
  await page.getByLabelText('Period').selectOptions('3 months')
  await expect.element(page.getByRole('img', { name: /over 13 weeks/ })).toBeVisible()
})

test('a page of the list is short, and the newsletter has the newest of it', async () => {
  const people = Array.from({ length: 360 }, (_, index) =>
    aSubscriber(`reader${index}`, { id: crypto.randomUUID() }),
  )
  const { go } = await openSubscribers(people, { path: '/admin/newsletter' })
  const newest = page.getByRole('region', { name: 'Newest subscribers' })
  await expect
    .element(newest)
    .toMatchTextContent(/In the last 4 weeks 4 joined and 0 left\. 2 were imported without a date\./)
  await expect.element(page.getByRole('table')).toHaveLength(1)
  await page.getByRole('link', { name: 'All subscribers' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()
  await expect.element(page.getByText('1–25 of 360')).toBeVisible()
  expect(document.documentElement.scrollHeight).toBeLessThan(2_600)
  await go('/admin/outbox')
  await expect.element(page.getByText('No mail yet')).toBeVisible()
  expect(document.documentElement.scrollHeight).toBeLessThan(2_600)
})

test('a subscriber is unsubscribed and brought back, unless they have left by themselves', async () => {
  const screen = await openSubscribers([ADA, EMMY, ROSA], {
    respond: ({ method, url }) =>
      method === 'PATCH' && url.includes(EMMY.id)
        ? json(
            {
              code: '23514',
              message: 'violates check "newsletter_subscribers_return_check"',
              details: '',
              hint: null,
            },
            400,
          )
        : undefined,
  })
  await press(button('Unsubscribe ada@example.org'))
  await expectToast('Subscriber unsubscribed successfully')
  await expect.element(rowOf('ada@example.org')).toMatchTextContent(/by an administrator/)
  await press(button('Bring back ada@example.org'))
  await expectToast('ada@example.org gets the newsletter again.')
  await expect.element(rowOf('ada@example.org')).toMatchTextContent(/Active/)
  await expect
    .element(rowOf('rosa@example.org').getByRole('button', { name: /Bring/ }))
    .not.toBeInTheDocument()
  await button('Bring back emmy@example.org').click()
  await expectToast('They have left by themselves meanwhile.')

  await button('Unsubscribe ada@example.org').click()
  await expect.element(rowOf('ada@example.org')).toMatchTextContent(/by an administrator/)
  await button('Undo').click()
  await expectToast('ada@example.org is subscribed as before.')
  await expect.element(rowOf('ada@example.org')).toMatchTextContent(/Active/)
  expect(screen.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual(
    [false, true, true, false, true].map((is_active) => ({ is_active })),
  )
})

test('subscribers are filtered, exported, searched, deleted after a question, and sorted', async () => {
  const downloads = recordDownloads()
  const exported: string[] = []
  const screen = await openSubscribers([ADA, GRACE, EMMY, ROSA], {
    respond: ({ url }) => {
      if (!url.includes('/export-subscribers')) return undefined
      exported.push(new URL(url).search)
      return new Response('\uFEFFemail,language\r\nrosa@example.org,en\r\n', {
        headers: { 'content-type': 'text/csv' },
      })
    },
  })
  await page.getByLabelText('Why they left').selectOptions('by themselves')
  await expect.element(page.getByText('1–1 of 1')).toBeVisible()
  await button('Export what is found').click()
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['subscribers.csv'])
  expect(await downloads[0]?.text).toBe('\uFEFFemail,language\r\nrosa@example.org,en\r\n')
  expect(exported).toEqual(['?left=unsubscribed'])
  await page.getByLabelText('Why they left').selectOptions('All')

  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('GRACE')
  await expect.poll(() => window.location.search).toMatch(/q=GRACE/)
  await expect.element(page.getByText('1–1 of 1')).toBeVisible()
  const question = dialog('Delete this subscriber permanently?')
  await press(button('Delete grace@example.org permanently'))
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await press(button('Delete grace@example.org permanently'))
  await press(question.getByRole('button', { name: 'Delete permanently' }))
  await expectToast('Subscriber deleted successfully')
  await expect.element(page.getByText('No subscriber matches.')).toBeVisible()
  expect(screen.tables.newsletter_subscribers).toHaveLength(3)
  await page.getByRole('link', { name: 'Show all subscribers' }).click()
  await button('Subscribed').click()
  const list = page.getByRole('table', { name: 'Subscribers of the newsletter' })
  await expect.element(list.getByRole('rowheader').first()).toMatchTextContent(/emmy@example\.org/)
})

test('one is added by hand, and asked by mail to confirm', async () => {
  const screen = await openSubscribers([], {
    functions: {
      'add-subscriber': ({ email }: { email: string }) => {
        if (screen.tables.newsletter_subscribers?.length)
          return json(
            { error: 'This address is on the list already, and has not confirmed yet.', code: 'known' },
            409,
          )
        screen.tables.newsletter_subscribers?.push({ ...aSubscriber('hedy'), email, confirmed: false })
        return { id: idOf('hedy') }
      },
    },
    calls: {
      load_subscriber_growth: ({ p_weeks }) =>
        weeks(p_weeks ?? 26).map((week) => ({ ...week, joined: 0, imported: 0, active: 0 })),
    },
  })
  await expect.element(page.getByText(/nobody has confirmed a subscription in this time/)).toBeVisible()
  const form = dialog('Add a subscriber')
  async function add(address: string) {
    await press(button('Add subscriber'))
    await form.getByLabelText('Email').fill(address)
    await form.getByLabelText('Language').selectOptions('German')
    await form.getByRole('button', { name: 'Add and send the mail' }).click()
  }
  await add('hedy@example.org')
  await expectToast(
    'hedy@example.org was added. Mail does not leave the site yet: the confirmation is in the outbox.',
  )
  await expect.element(rowOf('hedy@example.org')).toMatchTextContent(/Pending/)
  expect(screen.sentTo('add-subscriber')).toEqual([{ email: 'hedy@example.org', language: 'de' }])
  await add('HEDY@example.org')
  await expect
    .element(form.getByText('This address is on the list already, and has not confirmed yet.').first())
    .toBeVisible()
  expect(await findProblems()).toEqual([])
})

const REPORT: ImportReport = {
  dryRun: true,
  program: null,
  files: [],
  lines: 8,
  added: 1,
  confirmed: 1,
  already: 0,
  skipped: 6,
  blocked: 0,
  ended: 0,
  staying: 0,
  counts: [
    { kind: 'unsubscribed', lines: 1 },
    { kind: 'invalid_address', lines: 1 },
    { kind: 'duplicate', lines: 4 },
  ],
  problems: [
    { line: 4, kind: 'unsubscribed', value: 'rosa@example.org' },
    { line: 5, kind: 'invalid_address', value: 'not an address' },
    { line: 6, kind: 'duplicate', value: 'ada@example.org' },
  ],
  questions: [],
  columns: {
    read: ['E-Mail', 'Sprache'],
    ignored: [
      { name: 'Vorname', values: ['Ada', 'Rosa'] },
      { name: 'Notiz', values: [] },
    ],
    more: 2,
  },
}

/** A list into which files are imported, as the given reports say. */
async function openImport(reports: Partial<ImportReport>[]) {
  const asked: Record<string, string>[] = []
  const screen = await openSubscribers([GRACE, ROSA], {
    respond: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (!pathname.endsWith('/import-subscribers')) return undefined
      asked.push(Object.fromEntries(searchParams))
      const report = { ...REPORT, ...reports[0], dryRun: searchParams.has('dryRun') }
      const asksMore = reports[0]?.questions && reports.length > 1
      if (asksMore || !report.dryRun) reports.shift()
      if (!report.dryRun) {
        if (report.added > 0) screen.tables.newsletter_subscribers?.push({ ...ADA })
      }
      return json(report)
    },
  })
  const form = dialog('Import subscribers')
  return {
    asked,
    form,
    async choose(file: File, source: string) {
      await press(button('Import CSV'))
      await userEvent.upload(document.querySelector('input[type=file]') as Element, file)
      await form.getByLabelText('Where does their consent come from?').fill(source)
    },
    check: () => form.getByRole('button', { name: 'Check the file' }),
  }
}

test('a file of another system is checked before it is imported', async () => {
  const { asked, form, choose, check } = await openImport([{}])
  await choose(new File(['E-Mail,Sprache\nada@example.org,de-DE\n'], 'readers.csv', { type: 'text/csv' }), '')
  await check().click()
  await expect.element(form.getByText('Say where the consent comes from.').first()).toBeVisible()
  await form.getByLabelText('Where does their consent come from?').fill('Mailchimp export, double opt-in')
  await press(check())
  await expect.element(form.getByRole('heading', { name: /Nothing has been stored yet/ })).toHaveFocus()
  await expect.element(form.getByText('1 new subscriber', { exact: true })).toBeVisible()
  await expect.element(form.getByText(/^1 who had signed up here without confirming/)).toBeVisible()
  const lines = form.getByRole('region', { name: 'Lines to look at' }).getByRole('listitem')
  await expect.element(lines.nth(0)).toMatchTextContent(/Line 4\s*rosa@example\.org has unsubscribed/)
  await expect.element(lines.nth(1)).toMatchTextContent(/Line 5\s*not an address no valid email address/)
  await expect.element(lines.nth(2)).toMatchTextContent(/Line 6\s*ada@example\.org the same address twice/)
  await expect.element(form.getByText('3 more lines are not shown.')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await press(form.getByRole('button', { name: 'Import 2 subscribers' }))
  await expect.element(form.getByRole('heading', { name: 'The import is done' })).toHaveFocus()
  await press(form.getByRole('button', { name: 'Close' }))
  await expect.element(button('Import CSV')).toHaveFocus()
  await expect.element(rowOf('ada@example.org')).toMatchTextContent(/Confirmed/)
  const source = { source: 'Mailchimp export, double opt-in', name: 'readers.csv' }
  expect(asked).toEqual([{ ...source, dryRun: '1' }, source])
})

test('who left elsewhere is told of an import, also where only the editor says so', async () => {
  const none = { confirmed: 0, skipped: 0, counts: [], problems: [] }
  const { asked, form, choose, check } = await openImport([
    {
      ...none,
      program: 'mailchimp',
      files: ['subscribed.csv', 'cleaned.csv'],
      blocked: 3,
      ended: 1,
      counts: [{ kind: 'bounced_elsewhere', lines: 1 }],
    },
    { ...none, added: 0, blocked: 1 },
  ])
  await choose(new File(['zip'], 'audience_export.zip', { type: 'application/zip' }), 'Mailchimp')
  await check().click()
  await expect.element(form.getByText(/^This is an export of Mailchimp\./)).toBeVisible()
  await expect
    .element(form.getByText('3 addresses left elsewhere: no import brings them in from now on'))
    .toBeVisible()
  await expect.element(form.getByText(/^1 subscriber of an earlier import leaves/)).toBeVisible()
  await expect.element(form.getByRole('row', { name: 'their mail came back, by this file 1' })).toBeVisible()
  await form.getByRole('button', { name: 'Import 1 subscriber' }).click()
  await form.getByRole('button', { name: 'Close' }).click()

  await choose(new File(['email\nrosa@example.org\n'], 'list.csv', { type: 'text/csv' }), 'A list')
  await form.getByLabelText(/^Nobody in this file gets the newsletter any more/).click()
  await check().click()
  await form.getByRole('button', { name: 'Store who has left' }).click()
  await expect.element(form.getByRole('heading', { name: 'The import is done' })).toHaveFocus()
  expect(asked.at(-1)).toEqual({ source: 'A list', name: 'list.csv', everybodyLeft: '1' })
})

test('a domain with letters beyond ASCII is shown as it is written, and searched as it is stored', async () => {
  const searched: string[] = []
  await openSubscribers([{ ...ADA, email: 'ada@xn--mller-kva.example' }, GRACE], {
    respond: async (request) => {
      if (request.url.includes('/rpc/list_subscribers'))
        searched.push((await request.clone().json()).p_search)
      return undefined
    },
  })
  await expect.element(rowOf('ada@müller.example')).toBeVisible()
  await page.getByRole('searchbox').fill('Müller.example')
  await expect.poll(() => searched.at(-1)).toBe('xn--mller-kva.example')
})

test('words that are not known are asked for, and what an answer changes is checked before it is done', async () => {
  const vip = { key: 'a1b2c3d4e5f6', column: 'Status', value: 'VIP', lines: 2, answer: null }
  const empty = { ...vip, key: 'f6e5d4c3b2a1', value: '', lines: 1 }
  const others = { ...vip, key: '0123456789ab', value: null, lines: 40 }
  const nobody = { added: 0, confirmed: 0, skipped: 43, problems: [], counts: [] }
  const { asked, form, choose, check } = await openImport([
    { ...nobody, counts: [{ kind: 'unclear', lines: 43 }], questions: [others, vip, empty] },
    { ...nobody, added: 2, skipped: 41, questions: [others, { ...vip, answer: 'bring_in' }, empty] },
    { ...nobody, added: 2, skipped: 41, questions: [others, { ...vip, answer: 'bring_in' }, empty] },
  ])
  await choose(new File(['email,Status\n'], 'list.csv', { type: 'text/csv' }), 'A list')
  await press(check())
  const questions = form.getByRole('region', { name: 'What do these words mean?' })
  await expect.element(questions.getByLabelText('Status: all other words (40 lines)')).toBeVisible()
  await expect.element(questions.getByLabelText('Status: empty (1 line)')).toHaveValue('')
  await expect.element(form.getByText('There is nobody to import.')).toBeVisible()
  await expect
    .element(form.getByText(/Columns that are ignored: Vorname \(Ada, Rosa\); Notiz\. 2 more columns/))
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  const answer = questions.getByLabelText('Status: VIP (2 lines)')
  await expect
    .element(answer)
    .toMatchTextContent(/Not answered yet\s*Bring in\s*Leave out\s*Keep as unsubscribed/)
  await userEvent.selectOptions(answer, 'Bring in')
  await expect.element(form.getByText('Check the file again to see what your answers change.')).toBeVisible()
  await press(form.getByRole('button', { name: 'Check again' }))
  await press(form.getByRole('button', { name: 'Import 2 subscribers' }))
  await expect.element(form.getByRole('heading', { name: 'The import is done' })).toHaveFocus()
  await expect.element(questions).not.toBeInTheDocument()
  const answered = { source: 'A list', name: 'list.csv', answers: 'a1b2c3d4e5f6:bring_in' }
  expect(asked).toEqual([
    { source: 'A list', name: 'list.csv', dryRun: '1' },
    { ...answered, dryRun: '1' },
    answered,
  ])
})

test('the page of a person has everything, saves it as a file and erases it', async () => {
  const downloads = recordDownloads()
  const screen = await openSubscribers([ADA, ROSA], {
    path: pathOf('rosa'),
    functions: {
      'read-subscriber': recordOf(ROSA),
      'erase-subscriber': ({ id }: { id: string }) => {
        const rows = screen.tables.newsletter_subscribers ?? []
        rows.splice(
          rows.findIndex((row) => row.id === id),
          1,
        )
        return { success: true }
      },
    },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'rosa@example.org' })).toBeVisible()
  await expect.element(button('Send the confirmation again')).not.toBeInTheDocument()
  await expect
    .element(page.getByText('They left by themselves. Only they can subscribe again.'))
    .toBeVisible()
  await expect.element(page.getByText('They have not been sent an issue.')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await press(button('Save as a file'))
  await expect.poll(() => downloads.length).toBe(1)
  expect(JSON.parse((await downloads[0]?.text) ?? '')).toMatchObject({
    email: 'rosa@example.org',
    left_reason: 'unsubscribed',
    deliveries: [],
  })
  await press(button('Erase this person'))
  const question = dialog('Erase everything about this person?')
  expect(await findProblems()).toEqual([])
  await press(question.getByRole('button', { name: 'Erase this person' }))
  await expectToast('The subscriber has been erased.')
  await expect.element(rowOf('ada@example.org')).toBeVisible()
  await expect.element(rowOf('rosa@example.org')).not.toBeInTheDocument()
  expect(window.location.pathname).toBe(LIST)
})

test('where a consent comes from is told, the confirmation sent again, and a person deleted', async () => {
  const screen = await openSubscribers([GRACE], {
    path: pathOf('grace'),
    functions: { 'send-confirmation-again': { id: GRACE.id } },
    calls: {
      find_subscriber: {
        ...recordOf(GRACE),
        consent: { source: 'Mailchimp export, double opt-in', imported_by: ADMIN.member?.user_id ?? '' },
      },
    },
  })
  const consent = page.getByRole('region', { name: 'Consent' })
  await expect.element(consent).toMatchTextContent(/Mailchimp export, double opt-in/)
  await expect.element(consent).toMatchTextContent(/admin@example\.com/)
  await press(button('Send the confirmation again'))
  await expectToast('Mail does not leave the site yet: the confirmation is in the outbox.')
  expect(screen.sentTo('send-confirmation-again')).toEqual([{ id: GRACE.id }])
  await button('Delete grace@example.org permanently').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect.poll(() => window.location.pathname).toBe(LIST)
  expect(screen.tables.newsletter_subscribers).toEqual([])
  await screen.go(`${LIST}/nonsense`)
  await expect.element(page.getByText('There is no such subscriber.')).toBeVisible()
})

test('the page of the newsletter says that its subscribers cannot be loaded', async () => {
  await openScreen('/admin/newsletter', {
    respond: ({ url }) => (url.includes('/rpc/list_subscribers') ? json({ message: 'x' }, 400) : undefined),
  })
  await expectToast('Failed to load newsletter subscribers')
})

test('a list that cannot be loaded says so, and is there when it can', async () => {
  let isBroken = true
  await openSubscribers([ADA], {
    respond: ({ url }) =>
      isBroken && url.includes('/rpc/list_subscribers')
        ? json({ code: 'XX000', message: 'x', details: '', hint: null }, 500)
        : undefined,
  })
  await expectToast('Failed to load newsletter subscribers')
  isBroken = false
  await button('Try again').click()
  await expect.element(rowOf('ada@example.org')).toBeVisible()
})

test('what ended a subscription is told with its reason and who said it, and a mistake of it is undone', async () => {
  const bounce = {
    id: 1,
    reported_at: '2026-11-22T09:00:00Z',
    source: 'delivery report',
    said_by: 'mx.example.org',
  }
  const screen = await openSubscribers([aSubscriber('ada', { is_active: false, left_reason: 'bounced' })], {
    path: `${LIST}/${idOf('ada')}`,
    calls: {
      find_subscriber: (_, tables) => {
        const [ada] = peopleIn(tables)
        const detail = 'smtp; 552 The mailbox has no room'
        return ada
          ? {
              ...recordOf(ada),
              bounces: [{ ...bounce, kind: 'permanent', fault: null, status: '5.0.0', detail }],
            }
          : null
      },
    },
    functions: {
      'undo-bounce': ({ id }: { id: string }, tables) => {
        Object.assign(tables.newsletter_subscribers?.[0] ?? {}, { is_active: true, left_reason: null })
        return { id }
      },
    },
  })
  await expect
    .element(page.getByText('mx.example.org · 5.0.0 · smtp; 552 The mailbox has no room'))
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  await press(button('Undo'))
  await expectToast('ada@example.org gets the newsletter again.')
  expect(screen.sentTo('undo-bounce')).toEqual([{ id: idOf('ada') }])
  await expect.element(button('Undo')).not.toBeInTheDocument()
})
