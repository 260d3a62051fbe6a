import { expect, test } from 'vitest'
import {
  describeEnd,
  endOf,
  hasSettled,
  runOf,
} from '#app/admin/stories/translations/follow-translations.tsx'
import type { RunState, TranslationStatus } from '#core/domain/translation-run.ts'

const LANGUAGES = ['de', 'fr', 'it', 'es', 'pt'] as const

const runs = (...ended: [status: TranslationStatus, reason?: string][]) =>
  ended.map(
    ([status, reason = null], index) =>
      ({ id: `run ${index}`, language: LANGUAGES[index], status, reason }) as RunState,
  )
const messageOf = (...ended: [status: TranslationStatus, reason?: string][]) =>
  describeEnd(endOf(runs(...ended)))

test('all that succeeded are named', () => {
  expect(messageOf(['succeeded'], ['succeeded'])).toEqual({
    title: 'Translation Complete!',
    description: 'Done in German and French.',
  })
})

test('a part that failed is counted and named', () => {
  expect(messageOf(['succeeded'], ['failed', 'Why'], ['succeeded'], ['paused', 'No money'])).toEqual({
    title: 'Partial Success',
    description: '2 of 4 translations completed. 1 failed: French. 1 paused: Spanish.',
    variant: 'destructive',
  })
})

test('when all failed for one reason it is said, else where to find the reasons', () => {
  expect(messageOf(['failed', 'Why'], ['failed', 'Why'])).toMatchObject({
    title: 'Translation Failed',
    description: 'Why',
  })
  expect(messageOf(['failed', 'Why'], ['failed', 'Or why'])).toMatchObject({
    title: 'Translation Failed',
    description: 'No translation was completed. The list of translations says why.',
  })
  expect(messageOf(['failed'])?.description).toContain('No translation was completed')
})

test('what is paused has not failed', () => {
  expect(messageOf(['paused', 'No money'])).toMatchObject({
    title: 'Translation Paused',
    description: 'No money',
  })
})

test('cancelled runs are not reported', () => {
  expect(messageOf(['cancelled'], ['cancelled'])).toBeNull()
  expect(messageOf(['cancelled'], ['succeeded'])).toMatchObject({ title: 'Translation Complete!' })
})

test('a run from before is not the one that is followed', () => {
  const known = runs(['failed'])
  const followed = { articleId: 'english', language: 'de', after: 'run 0' } as const
  expect([runOf(followed, known), hasSettled(followed, known)]).toEqual([null, false])
  expect(hasSettled({ ...followed, after: null }, known)).toBe(true)
  expect(hasSettled({ ...followed, after: null }, runs(['running']))).toBe(false)
  expect(hasSettled({ ...followed, after: null }, runs(['paused']))).toBe(true)
})
