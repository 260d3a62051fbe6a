import { expect, test } from 'vitest'
import { FRESH_SETS, judgeDraft, readFreshStories } from './fresh-drafts.ts'

/** How many wrong drafts pass in each set, by their faults: where only a translator sees what was changed. */
const PASSING: Record<(typeof FRESH_SETS)[number], Record<string, number>> = {
  tuned: { modality: 3, negation: 1, swapped: 1 },
  'held-out': { modality: 2, negation: 1, swapped: 1, unit: 1 },
  last: { negation: 2, swapped: 1 },
}

const judged = FRESH_SETS.flatMap((set) =>
  readFreshStories(set).flatMap((story) =>
    [...story.right, ...story.wrong].map((draft) => ({
      set,
      story,
      draft,
      isRed: judgeDraft(story, draft).some(({ verdict }) => verdict === 'red'),
    })),
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

test('at most 2 percent of the right drafts are red', () => {
  const reds = right.filter(({ isRed }) => isRed)
  expect(reds.length / right.length, reds.map(({ draft }) => draft.text).join('\n')).toBeLessThanOrEqual(0.02)
})

test.each(FRESH_SETS)('no other wrong drafts of the set %s pass than are known to', (set) => {
  const passing = wrong.filter((one) => one.set === set && !one.isRed)
  const counts = [...Map.groupBy(passing, faultOf)].map(([fault, drafts]) => [fault, drafts.length])
  expect(Object.fromEntries(counts), passing.map(({ draft }) => draft.text).join('\n')).toEqual(PASSING[set])
})

test.each([...new Set(wrong.map(faultOf))])('most drafts with the fault %s are red', (fault) => {
  const own = wrong.filter((one) => faultOf(one) === fault)
  expect(own.filter(({ isRed }) => isRed).length * 2).toBeGreaterThan(own.length)
})
