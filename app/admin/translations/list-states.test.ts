import { expect, test } from 'vitest'
import { listStates } from '#app/admin/translations/list-states.ts'
import type { StoryTranslations } from '#app/admin/translations/translations-queries.ts'
import type { RunState } from '#core/domain/translation-run.ts'

const STORY: StoryTranslations = { versions: [], made: [], pending: [], marks: [], reviewed: [], ended: [] }
const run = (language: string, status: string) => ({ id: `run ${language}`, language, status }) as RunState

const statusesOf = (story: Partial<StoryTranslations>, runs: RunState[]) =>
  listStates({ story: { ...STORY, ...story }, runs, reworded: [], asked: new Set(['es']) }).map(
    ({ language, status }) => `${language} ${status}`,
  )

test('every language has a state, and the original none', () => {
  const version = { id: 'x', language: 'de', is_original: false, published: true }
  const versions = [
    { ...version, id: 'y', language: 'en', is_original: true },
    version,
  ] as StoryTranslations['versions']
  expect(statusesOf({ versions }, [run('fr', 'failed')])).toEqual([
    'es queued',
    'fr failed',
    'de current',
    'it missing',
    'pt missing',
  ])
})

test('a run that has just succeeded is not missing before its translation has been read', () => {
  const runs = [run('de', 'succeeded')]
  expect(statusesOf({}, runs)).toContain('de running')
  expect(statusesOf({ ended: ['run de'] }, runs)).toContain('de missing')
})
