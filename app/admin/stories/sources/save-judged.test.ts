import { PostgrestError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { saveJudged } from '#app/admin/stories/sources/save-judged.ts'

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
