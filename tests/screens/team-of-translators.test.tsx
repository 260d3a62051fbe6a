import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { QueuedTranslation } from '#core/domain/translation-claim.ts'
import type { TranslationToReview } from '#core/domain/translation-review.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import type { CallAnswers } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { type Account, ADMIN, aMember } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const INES = aMember({
  user_id: '00000000-0000-4000-8000-000000000002',
  name: 'Ines',
  role: 'translator',
  languages: ['fr'],
  permissions: ['publish'],
})
const JONAS = '00000000-0000-4000-8000-000000000003'
const BEN = aMember({ user_id: '00000000-0000-4000-8000-000000000004', name: 'Ben', role: 'editor' })
const COLLEAGUES = [
  { user_id: INES.member?.user_id, name: 'Ines', role: 'translator', languages: ['fr'] },
  { user_id: JONAS, name: 'Jonas', role: 'translator', languages: ['fr'] },
  { user_id: BEN.member?.user_id, name: 'Ben', role: 'editor', languages: [] },
].map((person) => ({ picture: null, byline: null, ...person }))

const NONE = { count: 0, rows: [] }

const aQueued = (title: string, more: Partial<QueuedTranslation> = {}): QueuedTranslation => ({
  original_id: crypto.randomUUID(),
  language: 'fr',
  translation_id: null,
  title,
  published: false,
  is_original_published: true,
  is_late: false,
  due_on: null,
  since: '2026-11-25T09:00:00Z',
  is_missing: true,
  is_stale: false,
  is_renewed: false,
  is_unpublished: false,
  is_finished: false,
  is_unread: false,
  conflicts: 0,
  reports: 0,
  claimed_by: null,
  claimed_name: null,
  claimed_at: null,
  assigned_to: null,
  assigned_name: null,
  ...more,
})

const taken = (by: Account | string, name: string) => ({
  claimed_by: typeof by === 'string' ? by : (by.member?.user_id ?? null),
  claimed_name: name,
  claimed_at: '2026-11-26T09:00:00Z',
})

/** The queue of a database, for these filters, with the other answers that a desk with colleagues needs. */
function queueOf(rows: QueuedTranslation[]): CallAnswers {
  return {
    list_colleagues: COLLEAGUES as never,
    list_activity: { since: null, entries: [] } as never,
    mark_work_seen: null as never,
    list_my_desk: { mine: NONE, waits_for_me: NONE, i_wait_for: NONE, late: NONE } as never,
    list_translation_queue: ({ p_person, p_free }) => {
      const found = rows.filter(
        ({ claimed_by }) => (!p_person || claimed_by === p_person) && (!p_free || claimed_by === null),
      )
      const languages = [{ language: 'fr', waiting: rows.length, claimed: 1, since: '2026-11-25T09:00:00Z' }]
      const people = COLLEAGUES.map(({ picture: _, byline: __, ...person }) => {
        const claimed = rows.filter(({ claimed_by }) => claimed_by === person.user_id).length
        return { ...person, claimed, assigned: 0, usual_seconds: null }
      })
      return { total: found.length, rows: found, languages, people } as never
    },
  }
}

const mine = page.getByRole('region', { name: 'Translations', exact: true })
const row = (title: string) => page.getByRole('row', { name: new RegExp(title) })

test('a translator sees what is next, and that nothing waits or that they have enough', async () => {
  const answers = [{ status: 'nothing' }, { status: 'enough', most: 10 }]
  const screen = await openScreen('/admin/dashboard', {
    account: INES,
    calls: {
      ...queueOf([aQueued('The harbour opens'), aQueued('Chips from Vienna', taken(JONAS, 'Jonas'))]),
      take_next_translation: () => answers.shift() as never,
    },
  })
  await expect.element(mine).toMatchTextContent(/You have no translation now\./)
  await expect.element(mine.getByRole('link', { name: 'The harbour opens' })).toBeVisible()
  await expect.element(mine.getByRole('link', { name: 'Chips from Vienna' })).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
  await mine.getByRole('button', { name: 'Take the next' }).click()
  await expect.poll(() => screen.sentTo('take_next_translation')).toEqual([{ p_language: null }])
  await userEvent.keyboard('{Control>}{Alt>}n{/Alt}{/Control}')
  await expectToast(/10/)
})

test('a translator sees in the queue what a colleague has, and when it is given back', async () => {
  const rows = [aQueued('The harbour opens', taken(JONAS, 'Jonas')), aQueued('In praise of pipes')]
  await openScreen('/admin/translations/queue', { account: INES, calls: queueOf(rows) })
  await expect.element(row('The harbour opens')).toMatchTextContent(/Not translated yet/)
  await expect.element(page.getByText(/^Jonas has had it since/)).toBeVisible()
  await expect.element(row('In praise of pipes').getByRole('button', { name: /^Take:/ })).toBeVisible()
  expect(await findProblems()).toEqual([])
  Object.assign(rows[0] ?? {}, { claimed_by: null, claimed_name: null, claimed_at: null })
  await announceChange('translation_claims')
  await expect.element(page.getByText(/^Jonas has had it since/)).not.toBeInTheDocument()
})

test('an editor sees who has what, filters by person, and takes over', async () => {
  const rows = [aQueued('The harbour opens', taken(INES, 'Ines')), aQueued('In praise of pipes')]
  const screen = await openScreen('/admin/translations/queue', {
    account: BEN,
    calls: {
      ...queueOf(rows),
      claim_translation: () => {
        Object.assign(rows[0] ?? {}, taken(BEN, 'Ben'))
        return { status: 'taken', claimed_at: '2026-11-28T09:00:00Z' } as never
      },
    },
  })
  await expect.element(page.getByRole('link', { name: 'Show what Ines has' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Who' }).selectOptions('Ines')
  await expect.element(row('In praise of pipes')).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Ines has had it since/)).toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByRole('button', { name: /^Take over/ }).click()
  await expectToast('It is yours now. Others see that you have it.')
  expect(screen.sentTo('claim_translation')).toMatchObject([
    { p_original_id: rows[0]?.original_id, p_language: 'fr', p_take_over: true },
  ])
})

test('what waits for a review names whose it is, and the menu counts what waits', async () => {
  const waiting: TranslationToReview = {
    translation_id: crypto.randomUUID(),
    original_id: crypto.randomUUID(),
    language: 'fr',
    title: 'Puces',
    published: true,
    original_title: 'Chips from Vienna',
    since: '2026-11-25T09:00:00Z',
    is_renewed: false,
    is_unpublished: false,
    is_finished: false,
    is_unread: false,
    conflicts: 0,
    reports: 1,
    person: JONAS,
    person_name: 'Jonas',
  }
  const desk = EMPTY_DESK.functions['read-desk'] as { waiting: object }
  const screen = await openScreen('/admin/translations/to-review', {
    account: INES,
    calls: {
      ...queueOf([]),
      list_translations_to_review: ({ p_mine }) => {
        const rows = p_mine && waiting.person !== INES.member?.user_id ? [] : [waiting]
        return { rows, total: rows.length } as never
      },
    },
    functions: { 'read-desk': { ...desk, waiting: { ...desk.waiting, toReview: 1 } } },
  })
  const entry = page
    .getByRole('navigation', { name: 'Admin', exact: true })
    .getByRole('link', { name: /^Translations/ })
  await expect.element(entry).toHaveAccessibleDescription('1 waiting')
  await expect.element(row('Puces')).toMatchTextContent(/Jonas/)
  await page.getByLabelText('Whose').selectOptions('Mine')
  await expect.element(page.getByText('Nothing waits for you here.')).toBeVisible()
  expect(await findProblems()).toEqual([])
  Object.assign(waiting, { person: INES.member?.user_id, person_name: 'Ines' })
  await screen.reload()
  await expect.element(row('Puces')).toMatchTextContent(/Ines/)
})

test('what colleagues did while somebody was away is told once', async () => {
  const entry = {
    name: 'Ben',
    before: 'published ',
    after: '',
    title: 'Chips from Vienna',
    original_id: '11111111-1111-4111-8111-111111111111',
    languages: [],
    in_english: true,
    happened_at: '2026-11-28T08:00:00Z',
    times: 1,
  }
  let entries = [entry]
  const screen = await openScreen('/admin/dashboard', {
    calls: {
      ...queueOf([]),
      list_activity: () => ({ since: '2026-11-28T07:00:00Z', entries }) as never,
      dismiss_activity: () => {
        entries = []
        return undefined as never
      },
    },
    account: ADMIN,
  })
  const away = page.getByRole('region', { name: 'While you were away' })
  await expect.element(away).toMatchTextContent(/Ben published “Chips from Vienna”/)
  await expect
    .element(away.getByRole('link', { name: /Chips from Vienna/ }))
    .toHaveAttribute('href', expect.stringContaining(entry.original_id))
  expect(await findProblems()).toEqual([])
  await away.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(away).not.toBeInTheDocument()
  expect(screen.sentTo('dismiss_activity')).toHaveLength(1)
})

test('a paper of one sees none of it', async () => {
  await openScreen('/admin/translations')
  await expect.element(page.getByRole('link', { name: /^To review/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Queue', exact: true })).not.toBeInTheDocument()
})
