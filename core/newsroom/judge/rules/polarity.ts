import { isIrregularPast } from '#core/languages/english/stem-of.ts'
import { anyOf, hasCapitalNouns } from '#core/languages/facts-of.ts'
import type { ReportFacts } from '#core/languages/language-facts.ts'
import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import {
  countNegations,
  keepsPolarity,
  type PolarityMark,
} from '#core/newsroom/judge/reading/polarity-marks.ts'
import { type Clause, isOutlet } from '#core/newsroom/judge/reading/read-clauses.ts'
import { isQuoted, SAYS } from '#core/newsroom/judge/reading/read-quotations.ts'
import type { Word } from '#core/newsroom/judge/reading/read-words.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule, MAX_CITED } from '#core/newsroom/judge/rule.ts'
import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'

const THAT = anyOf(({ reports }) => reports.that)
const CLAUSES = new RegExp(`[,;:]\\s|\\s(?:${THAT})\\s`, 'giu')
const beginning = (part: (reports: ReportFacts) => string | undefined) =>
  new RegExp(`^(?:${anyOf(({ reports }) => part(reports))})`, 'iu')

/** A statement that a source denies, plans, claims or holds possible stays so. */
export const polarity: JudgeRule = function* (sentence) {
  // A question does not state anything.
  if (/\?\s*$/u.test(sentence.reading.text)) return
  const lost = new Set<JudgeFinding['code']>()
  for (const cited of sentence.isHeading ? toldByHeading(sentence) : sentence.cited)
    for (const mark of cited.marks) {
      const problem = lostMark(mark, cited, sentence)
      if (!problem || lost.has(problem.code)) continue
      lost.add(problem.code)
      yield problem
    }
  if (lost.size === 0 && losesOneOfTwo(sentence)) yield finding('negation_lost', sentence.reading.text)
}

/** Returns true if a sentence in another language denies in two clauses, and the text in one. */
function losesOneOfTwo({ reading, cited, isHeading }: CheckedSentence): boolean {
  const [only, ...others] = cited
  if (isHeading || !only || others.length > 0 || only.language === 'en') return false
  const starts = [0, ...[...only.text.matchAll(CLAUSES)].map(({ index }) => index)]
  const denying = new Set(
    only.marks
      .filter(({ kind }) => NEGATIONS.includes(kind))
      .map(({ from }) => starts.findLast((start) => start <= from)),
  )
  return denying.size > 1 && isNegated(reading) && countNegations(reading.text) < denying.size
}

/** The sentences that a heading summarises: those with its numbers, and most of its words or names. */
function toldByHeading({ reading, cited }: CheckedSentence): SourceSentence[] {
  const figures = figuresIn(reading.text)
  const scored = cited.map((sentence) => {
    const { language, stems, text } = sentence
    const shared = [...reading.stems].filter((stem) => stems.has(stem)).length
    const told = figuresIn(text)
    const found = [...figures].filter((figure) => told.has(figure)).length
    const score = language === 'en' ? shared : namesTold(reading, sentence, cited)
    return { sentence, score, hasFigures: found === figures.size }
  })
  const english = scored
    .filter(({ sentence, score }) => sentence.language === 'en' && score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_CITED)
  const best = english[0]?.score ?? 0
  // Its words cannot be compared with those of other languages, but only one sentence may have its names and figures.
  const foreign = scored.filter(({ sentence, score }) => sentence.language !== 'en' && score >= 2)
  const most = Math.max(...foreign.map(({ score }) => score))
  const told = foreign.filter(
    ({ sentence, score }) => score === most || hasOwnFigure(reading, sentence, cited),
  )
  return [
    ...english.filter(
      ({ score, hasFigures }) => hasFigures || (score === best && score * 2 >= reading.stems.size),
    ),
    ...(told.length <= 2 ? told : []),
  ].map(({ sentence }) => sentence)
}

/** The figures, names and months of a sentence in another language that a heading has; one that no other sentence has counts twice. */
function namesTold(
  reading: SentenceReading,
  sentence: SourceSentence,
  cited: readonly SourceSentence[],
): number {
  const own = keysOf(reading)
  return [...keysOf(sentence)]
    .filter((key) => own.has(key))
    .map((key) => (cited.some((other) => other !== sentence && keysOf(other).has(key)) ? 1 : 2))
    .reduce<number>((sum, weight) => sum + weight, 0)
}

/** Returns true if a heading has a figure or a month that no other sentence has. */
const hasOwnFigure = (
  reading: SentenceReading,
  sentence: SourceSentence,
  cited: readonly SourceSentence[],
) => {
  const own = keysOf(reading)
  return [...keysOf(sentence)].some(
    (key) =>
      /\d/.test(key) && own.has(key) && !cited.some((other) => other !== sentence && keysOf(other).has(key)),
  )
}

const keysOf = ({ clauses, dates }: SentenceReading) =>
  new Set([
    ...clauses.flatMap(({ names, facts }) => [
      ...names.flatMap(({ words }) => words),
      ...facts.filter(({ kind, key }) => kind !== 'role' && Number(key) > 2).map(({ key }) => key),
    ]),
    ...dates.flatMap(({ month }) => (month === null ? [] : [`month ${month}`])),
  ])

const figuresIn = (text: string) =>
  new Set(text.match(/\d+(?:[.,’'\s]\d+)*/gu)?.map((figure) => figure.replace(/\D/g, '')))

function lostMark(mark: PolarityMark, cited: SourceSentence, sentence: CheckedSentence): JudgeFinding | null {
  const { reading, isHeading } = sentence
  if (isHeading && mark.kind === 'plan' && tellsPlan(mark, cited, reading)) return null
  if (isQuoted(cited.quotations, mark.from) && mark.kind !== 'negation' && mark.kind !== 'denial') return null
  if (mark.kind === 'denial' && DENIED.test(cited.text.slice(mark.from)))
    return lostDenial(mark, cited, sentence)
  const shared =
    cited.language === 'en' ? sharedWords(mark, sentence, cited) : foreignWords(mark, cited, sentence)
  if (shared === null || isKept(mark, shared, reading, cited)) return null
  // Another sentence that is cited says the same without it.
  if (shared.size > 0 && sentence.cited.some((other) => other !== cited && saysPlainly(other, shared)))
    return null
  const words = [mark.text, ...mark.scope.slice(0, 6).map(({ text }) => text)].join(' ')
  const quote = spokenIn(reading, shared)
  const isNegation =
    mark.kind === 'negation' || mark.kind === 'denial' || (mark.kind === 'double' && isNegated(reading))
  // The sentence that a heading summarises is recognised by its words, which another language does not share.
  if (isNegation && isHeading && cited.language !== 'en' && namesShared(cited, reading) < 2)
    return finding('unclear', quote, words)
  return finding(isNegation ? 'negation_lost' : 'modality_lost', quote, words)
}

const namesShared = (cited: SourceSentence, reading: SentenceReading) => {
  const own = keysOf(reading)
  return [...keysOf(cited)].filter((key) => own.has(key)).length
}

/** The city denies that: a statement about the city must be denied too. */
function lostDenial(
  { text, from }: PolarityMark,
  { words }: SourceSentence,
  { reading, isHeading }: CheckedSentence,
): JudgeFinding | null {
  const subject = words.filter((word) => word.isContent && word.from < from).map(({ stem }) => stem)
  const isSpoken = subject.length > 0 && subject.every((stem) => reading.stems.has(stem))
  return isHeading || !isSpoken || DENIES.test(reading.text)
    ? null
    : finding('negation_lost', reading.text, text)
}

/** The words of the text up to the last that it shares with the scope of a mark, from the beginning of the clause of the first. */
function spokenIn({ words, text, clauses }: SentenceReading, shared: ReadonlySet<string>): string {
  const spoken = words.filter(({ stem }) => shared.has(stem))
  const first = spoken[0]?.from ?? 0
  const from = clauses.findLast((clause) => clause.from <= first)?.from ?? 0
  return text.slice(from, spoken.at(-1)?.to ?? text.length)
}

/** The words within the scope of a mark that the text has too; null when the text is not about it. */
function sharedWords(
  { scope }: PolarityMark,
  { reading, isHeading }: CheckedSentence,
  cited: SourceSentence,
): ReadonlySet<string> | null {
  const own = new Set(reading.words.map(({ stem }) => stem))
  const stems = [...new Set(scope.filter(({ lower }) => !SEEMS.test(lower)).map(({ stem }) => stem))]
  const shared = stems.filter((stem) => own.has(stem))
  const [main = ''] = stems
  const isMain = own.has(main) && shared.length >= Math.min(2, stems.length)
  // The same matter with other verbs: a trial begins that may start.
  const known = [...reading.stems].filter((stem) => cited.stems.has(stem))
  const isSame =
    shared.length > 0 &&
    known.length >= 3 &&
    known.length * 2 >= reading.stems.size &&
    cited.clauses.length === 1
  return isMain ||
    (!isHeading && isSame) ||
    (!isHeading && shared.length >= 2 && shared.length * 5 >= stems.length * 3)
    ? new Set(shared)
    : null
}

/** Verbs that only join a denied attribute to its subject: did not sound confident. */
const SEEMS = /^(?:sound|look|seem|appear|feel|become|find|prove)(?:s|ed|ing)?$/u

/**
 * An empty set if the text has the names and figures of the clause of a mark in another language, or there is no other clause; else null.
 */
function foreignWords(
  mark: PolarityMark,
  { text, clauses, language, dates }: SourceSentence,
  { reading, isHeading, cited }: CheckedSentence,
): ReadonlySet<string> | null {
  const { from, scope } = mark
  // With several citations, a word may be that of another sentence.
  const isOnly = cited.length === 1
  const { stems } = reading
  const own = new Set(reading.clauses.flatMap(entitiesOf))
  const marked = clauses.findLast((clause) => clause.from <= from)
  if (!marked) return null
  // German has a capital for every noun, and every sentence for its first word; only names of the text are certain.
  const entities = marked.names
    // The person who told it to the outlet is not its subject.
    .filter((name) => !isOutlet(name, cited))
    .filter(
      ({ key, from, words }) =>
        own.has(key) || (!hasCapitalNouns(language) && (from > 0 || words.length > 1)),
    )
    .map(({ key }) => key)
    .concat(marked.facts.map(({ key }) => key).filter((key) => !hasCapitalNouns(language) || own.has(key)))
  const alike = scope.some(
    ({ stem }) => stem.length >= 6 && [...stems].some((other) => other.slice(0, 5) === stem.slice(0, 5)),
  )
  // A heading does not tell what a relative clause adds: for a sum that was not disclosed.
  const months = dates.filter(({ month }) => month && reading.dates.some((date) => date.month === month))
  const isNear = [...[...marked.names, ...marked.facts].filter(({ key }) => own.has(key)), ...months].some(
    ({ from: at }) =>
      at >= marked.from &&
      at < marked.to &&
      !(at < from ? RELATIVE.test(text.slice(at, from)) : /[,;:]\s/u.test(text.slice(from, at))),
  )
  const isMatter =
    (isHeading ? isNear && !marked.isRelative : entities.some((key) => own.has(key))) ||
    (!isHeading &&
      ((alike && isOnly) || clauses.length === 1 || (isOnly && entities.length === 0 && clauses.length <= 2)))
  // A person who is only the speaker is not the subject of anything else.
  const isElsewhere = clauses.some(
    (clause) =>
      clause !== marked &&
      !SAYS.test(text.slice(clause.from, clause.to)) &&
      entitiesOf(clause).some((key) => own.has(key)),
  )
  return isMatter ||
    (!isHeading && isOnly && !isElsewhere) ||
    (mark.kind === 'denial' && ADMITS.test(reading.text))
    ? new Set()
    : null
}

const RELATIVE = new RegExp(`[,;:]\\s|\\s(?:${THAT})\\s`, 'iu')

const entitiesOf = ({ names, facts }: Clause) => [...names, ...facts].map(({ key }) => key)

const DENIED = /^\p{L}+\s(?:that|this|it)[.,;]/u
const DENIES =
  /(?<!\p{L})(?:den(?:y|ies|ied|ying|ials?)|disput\p{L}*|contradict\p{L}*|reject\p{L}*|refut\p{L}*|contest\p{L}*|dismiss\p{L}*|refus\p{L}*|declin\p{L}*|against|(?:not|never|nor|n['’]t|no|un)\s?(?:true|truth|correct|so|agree|confirm|accept|admit|say)\p{L}*)(?!\p{L})/iu
const NEGATIONS: readonly PolarityMark['kind'][] = ['negation', 'denial']
const isNegated = ({ marks }: SentenceReading) => marks.some(({ kind }) => NEGATIONS.includes(kind))
const ACCEPTS =
  /(?<!\p{L})(?:admit\p{L}*|accept\p{L}*|conce[ds]\p{L}*|acknowledg\p{L}*|agre\p{L}+|grant\p{L}*|open to|keep\p{L}* open|left open|leav\p{L}+ open|option|possib\p{L}+|may|might|could|consider\p{L}*)(?!\p{L})/iu

/** Returns true if the text expresses a mark in its own words, near its subject or, if it has no other subject, anywhere. */
function isKept(
  { kind, text: marked }: PolarityMark,
  shared: ReadonlySet<string>,
  reading: SentenceReading,
  { text: source, language }: SourceSentence,
): boolean {
  const { text, words, clauses, marks } = reading
  // To suspect is less than to say.
  if (SUSPECTS.test(marked)) return UNSURE.test(text)
  if (HOPES.test(marked)) return HOPED.test(text)
  if (CONSIDERS.test(marked)) return CONSIDERED.test(text) || UNSURE.test(text)
  if (kind === 'denial' && ADMITS.test(text)) return false
  // A claim that was never proven is negated.
  if (kind === 'claim' && isNegated(reading) && NEGATED.test(source)) return true
  if (kind === 'double')
    return (
      marks.some((mark) => mark.kind === 'double') ||
      ACCEPTS.test(text) ||
      /(?<!\p{L})(?:not against|no objection|(?:not|cannot|n['’]t) (?:exclud|off the table|out of the question))/iu.test(
        text,
      )
    )
  if (NEGATIONS.includes(kind) && marks.some((mark) => mark.kind === 'double') && !isNegated(reading))
    return false
  const spoken = words.filter(({ stem }) => shared.has(stem))
  // The future is often told in the present: the ferry starts in March.
  if (language === 'en' && FUTURE.test(marked) && !spoken.some((word) => isPast(word, reading))) return true
  // A person who wants to cancel acts, unless the source says no longer.
  if (NEGATIONS.includes(kind) && language !== 'en' && !NO_LONGER.test(source))
    return keepsPolarity(text.replace(WANTED, ' '), kind, source)
  if (!NEGATIONS.includes(kind) || clauses.length < 2 || spoken.length === 0)
    return keepsPolarity(text, kind, source)
  const own = clauses.filter(({ from, to }) => spoken.some((word) => word.from >= from && word.from < to))
  if (own.some(({ from, to }) => keepsPolarity(text.slice(from, to), kind, source))) return true
  return marks.some(
    (mark) =>
      NEGATIONS.includes(mark.kind) &&
      (mark.scope.length === 0 || mark.scope.some(({ stem }) => shared.has(stem))),
  )
}

const NEGATED = new RegExp(`(?<!\\p{L})(?:${anyOf(({ polarity }) => polarity.negation)})(?!\\p{L})`, 'iu')
const ADMITS = /(?<!\p{L})(?:admit(?:s|ted)|conced(?:es|ed)|acknowledg(?:es|ed)|confess(?:es|ed))(?!\p{L})/iu
/** To examine whether to sue is not yet to plan it. */
const CONSIDERS = beginning(({ considers }) => considers)
const CONSIDERED =
  /(?<!\p{L})(?:consider|weigh|mull|discuss|examin|stud[iy]|explor|review|assess|evaluat|check|look|debat|think|plan|want|propos|talk|idea|option|would)/iu
/** To hope for something is not to say that it will happen. */
const HOPES = beginning(({ hopes }) => hopes)
const HOPED =
  /(?<!\p{L})(?:hop(?:e|es|ed|ing)|expect\p{L}*|aim\p{L}*|want\p{L}*|wish\p{L}*|plan\p{L}*|may|might|could|should|would|possib\p{L}*|likely|awaited|due|wait\p{L}*|to)(?!\p{L})/iu
const SUSPECTS = beginning(({ suspects }) => suspects)
const UNSURE =
  /(?<!\p{L})(?:suspe\p{L}+|suspicio\p{L}+|believ\p{L}*|think\p{L}*|thought|assum\p{L}*|may|might|could|possib\p{L}*|probabl\p{L}*|likely|perhaps|apparent\p{L}*|seem\p{L}*|appear\p{L}*|suppos\p{L}*|alleg\p{L}*|accus\p{L}*|blam\p{L}*|presum\p{L}*|investigat\p{L}*|consider\p{L}*|charge\p{L}*|prob(?:e|es|ed|ing)|whether|if)(?!\p{L})/iu
const WANTED =
  /(?<!\p{L})(?:wants?|intends?|plans?|hopes?|wishes|agree[ds]?|decided|will|may|can|could)\s(?:to\s)?(?!(?:not|never|only|keep|remain|stay|refuse|reject|oppose)(?!\p{L}))\p{L}+/giu
const NO_LONGER = new RegExp(`(?<!\\p{L})(?:${anyOf(({ reports }) => reports.noLonger)})(?!\\p{L})`, 'iu')
const FUTURE = /^(?:will|would|shall|(?:is|are|set|expected|scheduled) to|due to be)$/iu

/** In other languages, foreseen events and the future itself. */
const FORESEEN = beginning(({ foreseen }) => foreseen)

/** Headings tell the future in the present, but not a mere wish: City to close museum. */
const tellsPlan = ({ text }: PolarityMark, { language }: SourceSentence, reading: SentenceReading) =>
  /\p{L}\sto\s\p{Ll}/u.test(reading.text) ||
  ((language === 'en' ? FUTURE : FORESEEN).test(text) && !reading.words.some((word) => isPast(word, reading)))

function isPast({ text, from }: Word, reading: SentenceReading): boolean {
  const before = reading.text.slice(Math.max(0, from - 14), from)
  const isForm = /ed$/u.test(text) || isIrregularPast(text.toLowerCase())
  return (
    (isForm && !/\b(?:be|is|are|been|being)\s+(?:\p{L}+\s+)?$/u.test(before)) ||
    /\b(?:has|have|had|was|were)\s+(?:\p{L}+\s+)?$/u.test(before)
  )
}

/** Returns true if a sentence has these words, and nothing there that makes them uncertain. */
function saysPlainly({ stems, marks }: SourceSentence, shared: ReadonlySet<string>): boolean {
  return (
    [...shared].every((stem) => stems.has(stem)) &&
    !marks.some(({ scope }) => scope.some(({ stem }) => shared.has(stem)))
  )
}
