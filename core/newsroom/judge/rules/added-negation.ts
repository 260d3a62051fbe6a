import { keepsPolarity, type PolarityMark } from '#core/newsroom/judge/reading/polarity-marks.ts'
import { isQuoted } from '#core/newsroom/judge/reading/read-quotations.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const NEGATIONS: readonly PolarityMark['kind'][] = ['negation', 'denial']

const MORE = /^(?:more|less|fewer|better|worse|\p{L}{2,}er)$/u
const MOST = /(?<!\p{L})(?:most|least|best|worst|record|first|only|\p{L}{2,}est)(?!\p{L})/iu

/** A text does not negate what a source says. */
export const addedNegation: JudgeRule = function* ({ reading, cited, isHeading }) {
  if (cited.length === 0 || isHeading) return
  const isDenied = cited.some(
    ({ text, marks, language }) =>
      marks.some(({ kind }) => NEGATIONS.includes(kind) || kind === 'double') ||
      (language === 'en' && keepsPolarity(text, 'negation')),
  )
  if (isDenied) return
  const english = cited.filter(({ language }) => language === 'en')
  for (const mark of reading.marks) {
    const before = reading.text.slice(Math.max(0, mark.from - 6), mark.from)
    // In 2029 and not in 2027: only the comparison is negated.
    if (
      !NEGATIONS.includes(mark.kind) ||
      isQuoted(reading.quotations, mark.from) ||
      /(?:and|but|,)\s$/u.test(before)
    )
      continue
    const scope = mark.scope.map(({ stem }) => stem)
    const shared = scope.filter((stem) => english.some(({ stems }) => stems.has(stem)))
    const isSaid = shared.length > 0 && (shared[0] === scope[0] || shared.length * 2 >= scope.length)
    const words = [mark.text, ...mark.scope.slice(0, 4).map(({ text }) => text)].join(' ')
    // Never bigger: the source says that it is the biggest.
    const isMost =
      mark.scope.some(({ lower }) => MORE.test(lower)) && english.some(({ text }) => MOST.test(text))
    yield finding(isSaid && !isMost ? 'negation_added' : 'unclear', words)
    return
  }
}
