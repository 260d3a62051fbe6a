import { expect, test } from 'vitest'
import { FRESH_SETS, judgeDraft, readFreshStories } from './fresh-drafts.ts'

/** The number of wrong drafts that pass in each set, by their faults: those of which only a translator sees the change. */
const PASSING: Record<(typeof FRESH_SETS)[number], Record<string, number>> = {
  'held-out': { modality: 2, negation: 1, swapped: 1, unit: 1 },
  last: { negation: 1, swapped: 1 },
  a: { modality: 5, negation: 2, swapped: 5, instruction: 1, borrowed: 1 },
  b: { modality: 6, swapped: 5, borrowed: 3, negation: 3 },
  c: { swapped: 3, negation: 3, modality: 2 },
  d: { borrowed: 1, swapped: 6, modality: 3 },
  e: { negation: 3, modality: 3, swapped: 4, borrowed: 3 },
  f: { swapped: 3, modality: 2, negation: 3 },
  g: { borrowed: 1, modality: 2, name: 1, negation: 3, swapped: 6, unit: 1 },
}

const judged = FRESH_SETS.flatMap((set) =>
  readFreshStories(set).flatMap((story) =>
    [...story.right, ...story.wrong].map((draft) => {
      const verdicts = judgeDraft(story, draft).map(({ verdict }) => verdict)
      return { set, story, draft, isRed: verdicts.includes('red'), isAmber: verdicts.includes('amber') }
    }),
  ),
)
const [right, wrong] = [judged.filter(({ draft }) => !draft.fault), judged.filter(({ draft }) => draft.fault)]
const faultOf = ({ draft }: (typeof judged)[number]) => draft.fault ?? ''

test('the drafts are of five kinds of paper and six languages, with at least four of each fault', () => {
  for (const form of ['headline', 'sentence'])
    expect(right.filter(({ draft }) => draft.form === form).length).toBeGreaterThanOrEqual(60)
  expect(new Set(judged.map(({ story }) => story.paper)).size).toBe(5)
  expect(new Set(judged.map(({ story }) => story.language)).size).toBe(6)
  const faults = [...Map.groupBy(wrong, faultOf).values()]
  expect(faults).toHaveLength(13)
  for (const drafts of faults) expect(drafts.length).toBeGreaterThanOrEqual(4)
})

test('at most 2 percent of the right drafts are red, and 10 percent are questions', () => {
  const reds = right.filter(({ isRed }) => isRed)
  expect(right.filter(({ isAmber }) => isAmber).length / right.length).toBeLessThanOrEqual(0.1)
  expect(reds.length / right.length, reds.map(({ draft }) => draft.text).join('\n')).toBeLessThanOrEqual(0.02)
})

test.each(FRESH_SETS)('no other wrong drafts of the set %s pass than are known to', (set) => {
  const passing = wrong.filter((one) => one.set === set && !one.isRed)
  const counts = [...Map.groupBy(passing, faultOf)].map(([fault, drafts]) => [fault, drafts.length])
  expect(Object.fromEntries(counts), passing.map(({ draft }) => draft.text).join('\n')).toEqual(PASSING[set])
})

test.each([...new Set(wrong.map(faultOf))])('most drafts with the fault %s are red', (fault) => {
  // Swapped roles are found in English; in other languages every second draft is green or a question.
  const own = wrong.filter(
    (one) => faultOf(one) === fault && (fault !== 'swapped' || one.story.language === 'en'),
  )
  expect(own.filter(({ isRed }) => isRed).length * 2).toBeGreaterThan(own.length)
})
