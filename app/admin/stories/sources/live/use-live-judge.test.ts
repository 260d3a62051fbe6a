import { PostgrestError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { citesOf, createBindingPool, saveJudged } from '#app/admin/stories/sources/live/use-live-judge.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

const sentence = (text: string, ...cited: number[]): JudgedSentence => ({
  field: 'content',
  text,
  from: 0,
  to: text.length,
  key: text,
  kind: 'fact',
  cites: cited.map((number) => ({ source: 1, sentence: number, text: '' })),
  verdict: 'green',
  findings: [],
  is_signable: true,
})
const told = (pool: ReturnType<typeof createBindingPool>) =>
  pool.all().map(({ text, cites }) => `${text} ${cites.map(({ sentence }) => sentence).join()}`)

test('bindings follow the words of their sentences, and those that were deleted are kept for when they come back', () => {
  const pool = createBindingPool()
  pool.learn([sentence('One.', 1), sentence('Two.', 2)])
  pool.follow([sentence('Two, changed.', 2), sentence('New.')])
  expect(told(pool)).toEqual(['Two, changed. 2', 'New. ', 'One. 1', 'Two. 2'])
  pool.follow([sentence('One.', 1), sentence('New.')])
  expect(told(pool).slice(0, 2)).toEqual(['One. 1', 'New. '])
})

test('what was cited or uncited by hand stays, whatever the server says, until it has stored it', () => {
  const pool = createBindingPool()
  pool.learn([sentence('One.', 1)])
  pool.set({ text: 'One.', kind: 'fact', cites: [] })
  pool.learn([sentence('One.', 1)])
  expect(told(pool)).toEqual(['One. '])
  pool.stored()
  pool.learn([sentence('One.', 3)])
  expect(told(pool)).toEqual(['One. 3'])
})

test('what somebody else has uncited is uncited here', () => {
  const pool = createBindingPool()
  pool.learn([sentence('One.', 1)])
  pool.follow([sentence('One.', 1)])
  pool.learn([sentence('One.')])
  expect(told(pool)).toEqual(['One. '])
})

test('a pool is bounded', () => {
  const pool = createBindingPool()
  pool.learn(Array.from({ length: 5_000 }, (_, index) => sentence(`Sentence ${index}.`, 1)))
  expect(pool.all()).toHaveLength(2_000)
})

test('the server is told of sentences that rest on nothing, and not of headings', () => {
  const heading = { ...sentence('A title'), kind: 'heading' as const }
  expect(citesOf([heading, sentence('One.', 14), sentence('Two.')])).toEqual([
    { text: 'One.', kind: 'fact', cites: ['1.14'] },
    { text: 'Two.', kind: 'fact', cites: [] },
  ])
})

const refusal = (name: string) =>
  new PostgrestError({ code: '23514', message: `Not so (${name}).`, details: '', hint: '' })

/** Runs a save of which the first tries fail with these errors. */
async function run(
  { isSourced = true, publishes = true, judgeFails = false },
  errors: Error[] = [],
): Promise<string[]> {
  const did: string[] = []
  const outcome = await saveJudged({
    isSourced,
    publishes,
    async judge() {
      did.push('judge')
      if (judgeFails) throw new Error('no connection')
    },
    async save() {
      did.push('save')
      const error = errors.shift()
      if (error) throw error
      return 'saved'
    },
  }).catch((error: unknown) => describeError(error))
  return [...did, outcome]
}

test('the server judges exactly what is saved before, and an ordinary article is only saved', async () => {
  expect(await run({})).toEqual(['judge', 'save', 'saved'])
  expect(await run({ isSourced: false })).toEqual(['save', 'saved'])
})

test('a draft is saved even where it cannot be judged; it is not published then', async () => {
  expect(await run({ publishes: false, judgeFails: true })).toEqual(['judge', 'save', 'saved'])
  expect((await run({ judgeFails: true })).slice(0, -1)).toEqual(['judge'])
})

test('a text that was not judged is judged and saved once more', async () => {
  expect(await run({}, [refusal('articles_judged')])).toEqual(['judge', 'save', 'judge', 'save', 'saved'])
  // Somebody has just given it its first source.
  expect(await run({ isSourced: false }, [refusal('articles_judged')])).toEqual([
    ...['save', 'judge', 'save', 'saved'],
  ])
  const twice = await run({}, [refusal('articles_judged'), refusal('articles_judged')])
  expect(twice.at(-1)).toContain('were not compared with their sources yet')
})

test('a sentence that is not covered is said in words, without another try', async () => {
  const did = await run({}, [refusal('articles_covered')])
  expect(did.slice(0, -1)).toEqual(['judge', 'save'])
  expect(did.at(-1)).toContain('not covered by their sources')
})
