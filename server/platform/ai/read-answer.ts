import type * as z from 'zod'
import { unusableAnswer } from '#server/platform/ai/model-error.ts'

/** The end of the reasoning that some models write before their answer. */
const THOUGHTS_END = '</think>'

/** A limit for the search of closing braces, which could take quadratic time. */
const MAX_SCANNED_CHARACTERS = 1_000_000

const MAX_TEXT_LENGTH = 2_000_000
const MAX_NAMED_PROBLEMS = 5

/**
 * The answer in the text of a model, as the caller's schema has it.
 * @throws ModelError with the problem, in words that the model can be told
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
  throw unusableAnswer(
    problem || 'it has no complete JSON object.',
    'it does not have the form that was asked for.',
  )
}

function describe({ issues }: z.ZodError): string {
  const named = issues.slice(0, MAX_NAMED_PROBLEMS).map(({ path, code, message }) => {
    const place = path.map(String).join('.').slice(0, 100)
    // Unknown keys are not quoted, because they come from the model.
    return `${place || 'the object'}: ${code === 'unrecognized_keys' ? 'has keys that were not asked for' : message}`
  })
  const more = issues.length > named.length ? `; and ${issues.length - named.length} more` : ''
  return `${named.join('; ').slice(0, 600)}${more}.`
}

/**
 * The JSON objects in the text of a model, the most likely answer first: models add fences, an introduction or a remark.
 */
function* findJsonObjects(text: string): Generator<object> {
  const answer = text.slice(Math.max(text.indexOf(THOUGHTS_END), 0))
  const whole = parseWidest(text) ?? parseWidest(answer)
  if (whole) return yield whole

  const found: object[] = []
  let start = answer.indexOf('{')
  for (let scanned = 0; start >= 0 && scanned < MAX_SCANNED_CHARACTERS; ) {
    const end = endOfObject(answer, start)
    scanned += (end > 0 ? end : answer.length) - start
    const object = end > 0 ? parseObject(answer.slice(start, end)) : null
    if (object) found.push(object)
    start = answer.indexOf('{', object ? end : start + 1)
  }
  // The last object is the answer rather than an example.
  yield* found.toReversed()
}

function parseWidest(text: string): object | null {
  return parseObject(text.slice(Math.max(text.indexOf('{'), 0), text.lastIndexOf('}') + 1))
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** The place after the brace that closes the one at `start`, or -1. */
function endOfObject(text: string, start: number): number {
  const interesting = /["{}]/g
  interesting.lastIndex = start
  let depth = 0
  for (let match = interesting.exec(text); match; match = interesting.exec(text)) {
    if (match[0] === '{') depth += 1
    else if (match[0] === '}') {
      depth -= 1
      if (depth === 0) return match.index + 1
    } else {
      const end = endOfString(text, match.index)
      if (end < 0) return -1
      interesting.lastIndex = end
    }
  }
  return -1
}

function endOfString(text: string, start: number): number {
  const interesting = /["\\]/g
  interesting.lastIndex = start + 1
  for (let match = interesting.exec(text); match; match = interesting.exec(text)) {
    if (match[0] === '"') return match.index + 1
    interesting.lastIndex = match.index + 2
  }
  return -1
}
