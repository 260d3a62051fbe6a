import type { ProblemCode } from '#core/translation/problem.ts'

/** Below that number of characters, a translation may well be half as long, or end in another way. */
const MIN_COMPARED = 60
const MIN_RATIO = 0.45
const MAX_RATIO = 3
const ALLOWANCE = 100

/** Whether a translation cannot be all of the text, or is much more than that. */
export function faultOfLength(source: string, translation: string): ProblemCode | null {
  const [from, to] = [visible(source), visible(translation)]
  if (to === '' && from !== '') return 'empty'
  if (translation.length > MAX_RATIO * source.length + ALLOWANCE) return 'too_long'
  if (from.length < MIN_COMPARED) return null
  if (to.length < MIN_RATIO * from.length) return 'too_short'
  return ENDS_SENTENCE.test(from) && ENDS_OPEN.test(to) ? 'cut_off' : null
}

const ENDS_SENTENCE = /[.!?…][\p{Pe}\p{Pf}"'*]*$/u
const ENDS_OPEN = /[\p{L}\p{N},;–—-]$/u

function visible(text: string): string {
  return text.replace(/<\/?[a-z]\d+ ?\/?>/g, '').trim()
}
