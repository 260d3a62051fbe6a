import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Waiting } from '#core/domain/dashboard.ts'
import { A_MODEL } from './support/ai-model.ts'
import { anArticleRow, aTranslationRow, openForm, openTab } from './support/articles.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import type { CallAnswers } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { ADMIN, aMember } from './support/sessions.ts'

const ORIGINAL = anArticleRow()
const SPANISH = aTranslationRow(ORIGINAL, 'es')
const EMIL = aMember({ user_id: crypto.randomUUID(), name: 'Emil', role: 'translator', languages: ['es'] })
const COLLEAGUES = [EMIL, ADMIN].map(({ member }) => ({ ...member, picture: null, byline: null }))
const UNREAD = {
  is_stale: false,
  is_renewed: false,
  is_unpublished: false,
  is_finished: false,
  is_unread: true,
}
const COMMON = {
  original_id: ORIGINAL.id,
  translation_id: SPANISH.id,
  language: 'es',
  published: true,
  since: '2026-11-25T09:00:00Z',
  conflicts: 0,
  reports: 0,
}
const REASON = 'Live, unread: no person has read a block of it'

let waits = true
beforeEach(() => {
  waits = true
})

/** The database's answers while nobody has read the Spanish translation, and once somebody has. */
const calls: CallAnswers = {
  count_article_views: [],
  list_colleagues: COLLEAGUES as never,
  list_activity: { since: null, entries: [] } as never,
  list_translation_coverage: ({ p_states }) => {
    const state = waits ? 'unread' : 'up-to-date'
    const { id, slug, title, category, published, publish_date } = ORIGINAL
    const cells = [
      { ...COMMON, state, waits: false, refused: 0, changed_segments: null, run_status: null, reason: null },
    ]
    const rows = [{ id, slug, title, category, published, publish_date, cells }]
    return (!p_states || p_states.includes(state) ? { rows, total: 1 } : { rows: [], total: 0 }) as never
  },
  list_translations_to_review: () => {
    const rows = [
      { ...COMMON, ...UNREAD, title: SPANISH.title, original_title: ORIGINAL.title, person: null },
    ]
    return (waits ? { rows, total: 1 } : { rows: [], total: 0 }) as never
  },
  list_translation_queue: ({ p_person }) => {
    const row = {
      ...COMMON,
      ...UNREAD,
      title: ORIGINAL.title,
      is_original_published: true,
      is_missing: false,
    }
    const rows = waits && !p_person ? [{ ...row, claimed_by: null, assigned_to: null, is_late: false }] : []
    const languages = [{ language: 'es', waiting: rows.length, claimed: 0, since: null }]
    return { rows, total: rows.length, languages, people: [] } as never
  },
  list_my_desk: Object.fromEntries(
    ['mine', 'waits_for_me', 'i_wait_for', 'late'].map((list) => [list, { count: 0, rows: [] }]),
  ) as never,
  list_story_versions: (_, { articles = [] }) =>
    articles.map((article) => ({
      ...article,
      is_original: article.original_article_id === null,
      missing: [],
      unfinished: waits && article.language === 'es' ? 'unread' : null,
      waits_for_review: false,
    })) as never,
}
const deskWith = (waiting: Partial<Waiting>) => {
  const desk = EMPTY_DESK.functions['read-desk'] as { waiting: Waiting }
  return { ...desk, waiting: { ...desk.waiting, setUp: [], ...waiting } }
}

test('what no person has read has its own mark in the coverage, and is found by it', async () => {
  await openScreen('/admin/translations', { calls })
  const cell = page.getByRole('link', { name: `Spanish: Live, unread. ${ORIGINAL.title}` })
  await expect.element(cell).toHaveAttribute('href', `/admin/translations/${ORIGINAL.id}/es`)
  expect(await findProblems()).toEqual([])
  await page.getByRole('link', { name: 'All that is live, unread' }).click()
  await expect.element(cell).toBeVisible()
  expect(window.location.search).toBe('?state=unread')
  await expect.element(page.getByRole('combobox', { name: 'State' })).toHaveValue('unread')
})

test('it waits in the list of what is to be reviewed, and the tab counts it', async () => {
  await openScreen('/admin/translations', { calls })
  await page.getByRole('link', { name: 'To review (1)' }).click()
  await expect.element(page.getByRole('row', { name: new RegExp(REASON) })).toBeVisible()
  expect(await findProblems()).toEqual([])
})

test('it waits in the queue, and for a translator of the language on the dashboard', async () => {
  const screen = await openScreen('/admin/translations/queue', { account: EMIL, calls })
  await expect.element(page.getByRole('row', { name: new RegExp(REASON) })).toBeVisible()
  expect(await findProblems()).toEqual([])
  await screen.go('/admin/dashboard')
  const mine = page.getByRole('region', { name: 'Translations', exact: true })
  await expect.element(mine).toMatchTextContent(new RegExp(REASON))
  await expect.element(mine.getByRole('link', { name: 'The whole queue: 1 translation' })).toBeVisible()
  expect(await findProblems()).toEqual([])
})

test('the article says so beside the language, until somebody has read a block', async () => {
  const rows = [ORIGINAL, SPANISH]
  await openForm(rows, {
    tables: {
      articles: rows,
      article_translations: [
        {
          translation_id: SPANISH.id,
          original_id: ORIGINAL.id,
          language: 'es',
          origin: 'machine',
          model: 'harbour-7b',
          translated_at: SPANISH.updated_at,
          reviewed_at: null,
          stale_since: null,
          changed_segments: null,
          corrected_at: null,
        },
      ],
    },
    calls,
    functions: { 'read-ai-model': A_MODEL },
  })
  await openTab('Translations')
  const spanish = page
    .getByRole('region', { name: 'Translations' })
    .getByRole('listitem', { name: 'Spanish' })
  await expect
    .element(spanish)
    .toMatchTextContent(/Live, unread.*Readers see it, and no person has read a block of it/)
  await expect.element(spanish).not.toMatchTextContent(/Up to date/)
  expect(await findProblems()).toEqual([])
  waits = false
  await announceChange('article_translations')
  await expect.element(spanish).toMatchTextContent(/Up to date/)
})

test('the dashboard counts it by language among what waits, and so does the menu', async () => {
  const unread: Waiting['unread'] = [
    { language: 'es', count: 50 },
    { language: 'fr', count: 60 },
  ]
  await openScreen('/admin/dashboard', { calls, functions: { 'read-desk': deskWith({ unread }) } })
  const region = page.getByRole('region', { name: 'Waiting for you' })
  await expect
    .element(region.getByRole('link', { name: /^99\+ translations are live, unread/ }))
    .toBeVisible()
  await expect
    .element(region.getByRole('link', { name: 'Spanish 50' }))
    .toHaveAttribute('href', '/admin/translations?state=unread&language=es')
  await expect
    .element(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Translations' }))
    .toHaveAccessibleDescription('99+ waiting')
  expect(await findProblems()).toEqual([])
})
