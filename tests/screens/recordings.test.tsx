import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AwaitedRecording, RecordingList } from '#core/domain/recording.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { press } from './support/press.ts'
import { aMember } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const SCREEN = '/admin/articles/recordings'

const aRecording = (name: string, recording: Partial<AwaitedRecording> = {}): AwaitedRecording => ({
  article_id: name,
  slug: name,
  title: `The ${name}`,
  language: 'en',
  original_article_id: null,
  state: 'waiting',
  problem: null,
  failures: 0,
  wanted_at: '2026-11-20T09:00:00Z',
  next_at: null,
  ...recording,
})

const listOf = (rows: AwaitedRecording[], has_model = true): RecordingList => ({
  has_model,
  recorded: 0,
  older: 0,
  counts: Object.fromEntries(
    [...Map.groupBy(rows, ({ state }) => state)].map(([state, some]) => [state, some.length]),
  ),
  total: rows.length,
  rows,
})

const list = () => page.getByRole('region', { name: 'Recordings' })
const rowOf = (text: string | RegExp) => list().getByRole('row').filter({ hasText: text })

test('without a speech model nothing is promised', async () => {
  await openScreen(SCREEN)
  await expect.element(page.getByText('No speech model is set up')).toBeVisible()
  await expect.element(page.getByText('No recording waits')).toBeVisible()
  await expect.element(page.getByText(/is read aloud within minutes/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Record older articles' })).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
})

test('an editor has older articles recorded, as far as the budget goes', async () => {
  let rows: AwaitedRecording[] = []
  const { sentTo } = await openScreen('/admin/articles', {
    account: aMember({ role: 'editor', name: 'Ana' }),
    calls: {
      list_recordings: () => listOf(rows),
      estimate_recordings: ({ p_count }) => ({
        articles: Math.min(p_count, 3),
        characters: 60,
        seconds: 30,
        cost: p_count === 1 ? 20 : 60,
        currency: 'CHF',
        covered: Math.min(p_count, 2),
        covered_cost: 40,
        left: 50,
      }),
      make_recordings: () => {
        rows = [aRecording('harbour')]
        return { begun: 1 }
      },
    },
  })
  await page
    .getByRole('navigation', { name: 'Views of the articles' })
    .getByRole('link', { name: 'Recordings' })
    .click()
  const older = page.getByRole('button', { name: 'Record older articles' })
  await press(older)
  const dialog = page.getByRole('dialog', { name: 'Record older articles' })
  await expect.element(dialog.getByText(/cover the newest 2 of them/)).toBeVisible()
  await expect.element(dialog.getByText('CHF 50.00')).toBeVisible()
  expect(await findProblems()).toEqual([])
  const count = dialog.getByLabelText('How many')
  await count.fill('501')
  await expect.element(count).toHaveAccessibleDescription('Must be a number between 1 and 500.')
  await expect.element(dialog.getByRole('button', { name: /^Make/ })).toBeDisabled()
  await count.fill('1')
  await dialog.getByRole('button', { name: 'Make 1 recording' }).click()
  await expectToast('1 recording will be made.')
  await expect.element(older).toHaveFocus()
  await expect.element(rowOf('The harbour')).toMatchTextContent(/Waits/)
  expect(sentTo('make_recordings')).toEqual([{ p_count: 1, p_language: null }])
})

test('what has failed is listed with why, made again, or left silent', async () => {
  const failed = { state: 'failed', failures: 6, problem: 'The sound cannot be used: it is silent.' } as const
  let rows = ['harbour', 'ferry', 'crane'].map((name) => aRecording(name, failed))
  const { sentTo } = await openScreen('/admin/articles', {
    calls: {
      list_recordings: () => listOf(rows),
      dismiss_recordings: ({ p_article_id }) => {
        rows = rows.filter(({ article_id }) => article_id !== p_article_id)
        return { dismissed: 1 }
      },
      retry_recordings: ({ p_article_id }) => {
        const again = rows.filter(
          ({ article_id, state }) => state === 'failed' && (!p_article_id || article_id === p_article_id),
        )
        rows = rows.map((row) => (again.includes(row) ? aRecording(row.slug) : row))
        return { retried: again.length }
      },
    },
  })
  await page.getByRole('link', { name: 'Recordings (3 failed)' }).click()
  await expect.element(rowOf('it is silent.')).toHaveLength(3)
  expect(await findProblems()).toEqual([])

  const button = (name: string) => page.getByRole('button', { name })
  await button('Leave silent: The crane').click()
  await expectToast('The article stays silent until its text changes.')
  await expect.element(rowOf('it is silent.')).toHaveLength(2)
  await expect.element(list()).toHaveFocus()
  await press(button('Make again: The ferry'))
  await expectToast('The recording will be made again.')
  await expect.element(rowOf('The ferry')).toMatchTextContent(/Waits/)
  await button('Make all failed again').click()
  await expectToast('1 recording will be made again.')
  await expect.element(rowOf(/Waits/)).toHaveLength(2)
  await expect.element(button('Make all failed again')).not.toBeInTheDocument()
  expect(sentTo('retry_recordings')).toEqual([{ p_article_id: 'ferry' }, { p_article_id: null }])
})
