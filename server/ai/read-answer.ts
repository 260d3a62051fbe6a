import type * as z from 'zod'
import { findJsonObjects } from '#server/ai/find-json-object.ts'
import { unusableAnswer } from '#server/ai/model-error.ts'

const MAX_TEXT_LENGTH = 2_000_000
const MAX_NAMED_PROBLEMS = 5

/**
 * The answer in the text of a model, as the caller's schema has it.
 * @throws ModelError with what is wrong, in words that the model can be told
 */
export function readAnswer<Answer>(
  { text, isCut }: { text: string; isCut: boolean },
  schema: z.ZodType<Answer>,
): Answer {
  if (text.length > MAX_TEXT_LENGTH) throw unusableAnswer('it is far too long.')
  let problem = ''
  for (const object of findJsonObjects(text)) {
    const { data, error } = schema.safeParse(object)
    if (!error) return data as Answer
    problem ||= describe(error)
  }
  if (isCut) throw unusableAnswer('it is not complete, because the model had written as much as it may.')
  throw unusableAnswer(problem || 'it has no complete JSON object.')
}

function describe({ issues }: z.ZodError): string {
  const named = issues.slice(0, MAX_NAMED_PROBLEMS).map(({ path, code, message }) => {
    const place = path.map(String).join('.').slice(0, 100)
    // Other keys are the model's own words.
    return `${place || 'the object'}: ${code === 'unrecognized_keys' ? 'has keys that were not asked for' : message}`
  })
  const more = issues.length > named.length ? `; and ${issues.length - named.length} more` : ''
  return `${named.join('; ').slice(0, 600)}${more}.`
}
