import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import { keepsPolarity, type PolarityMark } from '#core/newsroom/judge/reading/polarity-marks.ts'
import type { Clause } from '#core/newsroom/judge/reading/read-clauses.ts'
import { isQuoted } from '#core/newsroom/judge/reading/read-quotations.ts'
import { isIrregularPast, type Word } from '#core/newsroom/judge/reading/read-words.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'
import type { Polarity } from '#core/newsroom/judge/words/polarity-words.ts'

/** What a source denies, plans, claims or holds possible stays so, and nothing is denied that it says. */
export const polarity: JudgeRule = function* (sentence) {
  const lost = new Set<JudgeFinding['code']>()
  for (const cited of sentence.cited)
    for (const mark of cited.marks) {
      if (isQuoted(cited.quotations, mark.from) && mark.kind !== 'negation' && mark.kind !== 'denial')
        continue
      const problem = lostMark(mark, cited, sentence)
      if (!problem || lost.has(problem.code)) continue
      lost.add(problem.code)
      yield problem
    }
  yield* addedNegations(sentence)
}

/** A heading speaks of what is to come as if it were there: "Aster to hire", "Aster hires". */
const isShort = ({ isHeading }: CheckedSentence, kind: Polarity) => isHeading && kind === 'plan'

function lostMark(mark: PolarityMark, cited: SourceSentence, sentence: CheckedSentence): JudgeFinding | null {
  const { reading } = sentence
  const shared = sharedWords(mark, cited, reading)
  if (shared === null || isShort(sentence, mark.kind)) return null
  if (isKept(mark, shared, reading)) return null
  // Another sentence that is cited says the same without it.
  if (shared.size > 0 && sentence.cited.some((other) => other !== cited && saysPlainly(other, shared)))
    return null
  const code = mark.kind === 'negation' || mark.kind === 'denial' ? 'negation_lost' : 'modality_lost'
  const words = [mark.text, ...mark.scope.slice(0, 6).map(({ text }) => text)].join(' ')
  return finding(code, reading.words.find(({ stem }) => shared.has(stem))?.text, words)
}

/** The words of what a mark is about that the text has too; null when the text does not speak of it. */
function sharedWords(
  mark: PolarityMark,
  cited: SourceSentence,
  reading: SentenceReading,
): ReadonlySet<string> | null {
  if (cited.language !== 'en') return isForeignMatter(mark, cited, reading) ? new Set() : null
  const scope = new Set(mark.scope.map(({ stem }) => stem))
  const [main] = scope
  if (main === undefined) return null
  const shared = new Set([...scope].filter((stem) => reading.stems.has(stem)))
  const isMain = shared.has(main) && shared.size >= Math.min(2, scope.size)
  return isMain || (shared.size >= 2 && shared.size * 2 >= scope.size) ? shared : null
}

/** In another language: whether the text has the names and figures of the clause in which a mark stands, or the clause is all there is. */
function isForeignMatter(
  mark: PolarityMark,
  cited: SourceSentence,
  { clauses, stems }: SentenceReading,
): boolean {
  const own = new Set(clauses.flatMap(({ names, facts }) => [...names, ...facts].map(({ key }) => key)))
  const marked = cited.clauses.findLast(({ from }) => from <= mark.from)
  if (!marked) return false
  const entities = entitiesOf(marked)
  const alike = mark.scope.some(
    ({ stem }) => stem.length >= 6 && [...stems].some((other) => other.slice(0, 5) === stem.slice(0, 5)),
  )
  return (
    alike ||
    cited.clauses.length === 1 ||
    entities.some((key) => own.has(key)) ||
    (entities.length === 0 && cited.clauses.length <= 2)
  )
}

const entitiesOf = ({ names, facts }: Clause) => [...names, ...facts].map(({ key }) => key)

/** Whether the text says in its own way what the mark says: where it speaks of it, or beside it of nothing else. */
function isKept(
  { kind, text: marked }: PolarityMark,
  shared: ReadonlySet<string>,
  reading: SentenceReading,
): boolean {
  const { text, words, clauses, marks } = reading
  const spoken = words.filter(({ stem }) => shared.has(stem))
  // What will be is often told as if it were: the ferry starts in March.
  if (FUTURE.test(marked) && spoken.length > 0 && !spoken.some((word) => isPast(word, reading))) return true
  if (!NEGATIONS.includes(kind) || clauses.length < 2 || spoken.length === 0) return keepsPolarity(text, kind)
  const own = clauses.filter(({ from, to }) => spoken.some((word) => word.from >= from && word.from < to))
  if (own.some(({ from, to }) => keepsPolarity(text.slice(from, to), kind))) return true
  return marks.some(
    (mark) =>
      NEGATIONS.includes(mark.kind) &&
      (mark.scope.length === 0 || mark.scope.some(({ stem }) => shared.has(stem))),
  )
}

const FUTURE = /^(?:will|would|shall|(?:is|are|set|expected|scheduled) to|due to be)$/iu

function isPast({ text, from }: Word, reading: SentenceReading): boolean {
  const before = reading.text.slice(Math.max(0, from - 12), from)
  const isForm = /ed$/u.test(text) || isIrregularPast(text)
  return (
    (isForm && !/\b(?:to be|be|is|are)\s+$/u.test(before)) ||
    /\b(?:has|have|had|was|were)\s+(?:\p{L}+\s+)?$/u.test(before)
  )
}

/** Whether a sentence has these words, and nothing there that makes them unsure. */
function saysPlainly({ stems, marks }: SourceSentence, shared: ReadonlySet<string>): boolean {
  return (
    [...shared].every((stem) => stems.has(stem)) &&
    !marks.some(({ scope }) => scope.some(({ stem }) => shared.has(stem)))
  )
}

const NEGATIONS: readonly Polarity[] = ['negation', 'denial']

function* addedNegations({ reading, cited }: CheckedSentence): Iterable<JudgeFinding> {
  for (const mark of reading.marks) {
    if (!NEGATIONS.includes(mark.kind) || isQuoted(reading.quotations, mark.from)) continue
    if (
      cited.some(
        ({ text, marks, language }) =>
          marks.some(({ kind }) => NEGATIONS.includes(kind)) ||
          (language === 'en' && keepsPolarity(text, 'negation')),
      )
    )
      continue
    const english = cited.filter(({ language }) => language === 'en')
    const scope = mark.scope.map(({ stem }) => stem)
    const shared = scope.filter((stem) => english.some(({ stems }) => stems.has(stem)))
    const isSaid = shared.length > 0 && (shared[0] === scope[0] || shared.length * 2 >= scope.length)
    yield finding(
      isSaid ? 'negation_added' : 'unclear',
      [mark.text, ...mark.scope.slice(0, 4).map(({ text }) => text)].join(' '),
    )
    return
  }
}
