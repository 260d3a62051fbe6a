import { bareHosts, WRITTEN_ADDRESS } from '#core/check/text/addresses.ts'
import type { Citation, SentenceKind } from '#core/domain/sourced-article.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import { foldName, withFewMarks } from '#core/languages/fold-letters.ts'
import { type JudgeFinding, NOT_SIGNABLE, RED_CODES, type Verdict } from '#core/newsroom/judge/finding.ts'
import type { Binding, JudgeContext, JudgedSentence, JudgedTexts } from '#core/newsroom/judge/judge.ts'
import { readTexts, type TextSentence } from '#core/newsroom/judge/reading/read-texts.ts'
import { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { addedNegation } from '#core/newsroom/judge/rules/added-negation.ts'
import { borrowedName, borrowedNumber } from '#core/newsroom/judge/rules/borrowed.ts'
import { citation } from '#core/newsroom/judge/rules/citation.ts'
import { copiedPassage } from '#core/newsroom/judge/rules/copied-passage.ts'
import { counted } from '#core/newsroom/judge/rules/counted.ts'
import { dates } from '#core/newsroom/judge/rules/dates.ts'
import { englishOnly } from '#core/newsroom/judge/rules/english-only.ts'
import { figures } from '#core/newsroom/judge/rules/figures.ts'
import { figuresDiffer } from '#core/newsroom/judge/rules/figures-differ.ts'
import { future } from '#core/newsroom/judge/rules/future.ts'
import { hiddenCharacter } from '#core/newsroom/judge/rules/hidden-character.ts'
import { instruction } from '#core/newsroom/judge/rules/instruction.ts'
import { likeness } from '#core/newsroom/judge/rules/likeness.ts'
import { moved, movedBody } from '#core/newsroom/judge/rules/moved.ts'
import { names } from '#core/newsroom/judge/rules/names.ts'
import { outletName } from '#core/newsroom/judge/rules/outlet-name.ts'
import { polarity } from '#core/newsroom/judge/rules/polarity.ts'
import { quotation } from '#core/newsroom/judge/rules/quotation.ts'
import { replaced } from '#core/newsroom/judge/rules/replaced.ts'
import { statement } from '#core/newsroom/judge/rules/statement.ts'
import { swapped } from '#core/newsroom/judge/rules/swapped.ts'
import { SourceIndex, type SourceSentence } from '#core/newsroom/judge/source-index.ts'
import { sameWords, sentenceKey } from '#core/newsroom/sentence-key.ts'

const WRITTEN = new RegExp(
  String.raw`${WRITTEN_ADDRESS}|(?<![\w:/])\/\/[\p{L}\p{N}][^\s<>“”„»«"]*|[[({]\s?(?:\.|dot|at|punkt|point|punto|ponto)\s?[\])}]|[\p{L}\p{N}]。|\bhxxps?\b`,
  'giu',
)
/** The name of a person on a platform. */
const HANDLE = /(?<![\p{L}\p{N}.+@/_-])@[\p{N}_]{0,30}\p{L}[\p{L}\p{N}_-]{0,60}/gu
/** A host in spoken form, but not the boom of such companies. */
const SPOKEN_HOST =
  /(?<![\p{L}\p{N}-])(?!(?:the|an?|of|and|or|in|this|that|its|their|first|early|late|old)\s)[\p{L}\p{N}-]{1,63}\s{1,9}dot\s{1,9}(?:com|net|org|io|ai|app|dev|info|biz|xyz|example|co\s{1,9}dot\s{1,9}\p{L}{2})(?![\p{L}\p{N}-]|\s{1,9}(?:era|boom|bubble|bust|crash|years|stocks?|start-?ups?|company|companies)\b)/giu

/** Addresses in the words of a sentence, and links that lead neither to one of the sources nor to the publication. */
const address: JudgeRule = function* ({ written, cited }, sources) {
  // Browsers read full-width letters and points in a host as ASCII.
  const text = withFewMarks(written.text).normalize('NFKC')
  for (const [found] of text.matchAll(WRITTEN)) yield finding('address', found)
  // A word that a source spells so, or that is its name, is a name, unless a path follows.
  const isName = (words: string) =>
    !words.includes('/') &&
    cited.some(({ text, source: { outlet } }) =>
      `${text} ${outlet}`.toLowerCase().includes(words.toLowerCase()),
    )
  const ways = [HANDLE, SPOKEN_HOST].flatMap((way) => text.match(way) ?? [])
  const found = [...bareHosts(text), ...ways].find((words) => !isName(words))
  if (found) yield finding('address', found)
  for (const found of written.addresses) if (!sources.mayLinkTo(found)) yield finding('address', found)
}

const TAG = /<[/!?]?[a-z][^<>]{0,200}>|<!--|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iu
/** Escaped Markdown as readers see it: it looks like markup, and is text. */
const MARKDOWN = /!?\[[^[\]\n]{0,200}\]\(|\*\*\S|__\S|`{2,}|^\s{0,3}#{1,6}\s|\{\{|\[\d{1,3}\.\d{1,4}\]/mu

/** Markup in the words of a sentence, and HTML, which pages leave out and other programs read. */
const markup: JudgeRule = function* ({ written: { text, html, kind } }) {
  for (const piece of html) yield finding('markup', piece)
  if (kind === 'code' || kind === 'rest') return
  const [found] = TAG.exec(text) ?? MARKDOWN.exec(text) ?? []
  if (found) yield finding('markup', found)
}

/** Doubts of a model's second opinion. */
const doubted: JudgeRule = function* ({ key }, { context: { doubts } }) {
  const doubt = doubts.find((doubt) => doubt.key === key)
  if (doubt) yield finding('doubted', '', doubt.reason)
}

/** A sentence that rests on one outlet alone requires its name in the text. */
const origin: JudgeRule = function* ({ unnamedOutlet }) {
  if (unnamedOutlet !== null) yield finding('origin_not_named', '', unnamedOutlet)
}

/** Sentences that rest on a source that is a week older than the newest; reported once for each. */
const oldSource: JudgeRule = function* ({ oldSource }) {
  if (oldSource !== null) yield finding('source_old', '', oldSource)
}

/** The rules about the words of the sentence itself. */
const FORM_RULES: JudgeRule[] = [
  citation,
  instruction,
  hiddenCharacter,
  markup,
  address,
  englishOnly,
  copiedPassage,
]

/** The rules that compare with the sources; they cannot be applied to words in another language. */
const MATTER_RULES: JudgeRule[] = [
  quotation,
  figures,
  dates,
  names,
  outletName,
  moved,
  movedBody,
  counted,
  statement,
  replaced,
  borrowedName,
  borrowedNumber,
  swapped,
  polarity,
  addedNegation,
  future,
  origin,
  oldSource,
  figuresDiffer,
  likeness,
  doubted,
]

const ONCE: readonly JudgeFinding['code'][] = ['number_moved', 'names_swapped']
/** The most findings and citations of a sentence that are stored. */
const MAX_FINDINGS = 20
const MAX_CITES = 20

/** Judges texts of one article by its sources, which are prepared once. */
export interface Judge {
  /** Every sentence of the texts, in their order, with its citations by `bindings` and its findings. */
  article(texts: JudgedTexts, bindings: readonly Binding[]): JudgedSentence[]
}

/** Judges the texts of one article by its sources, once. */
export function judgeArticle(
  context: JudgeContext,
  texts: JudgedTexts,
  bindings: readonly Binding[],
): JudgedSentence[] {
  return createJudge(context).article(texts, bindings)
}

export function createJudge(context: JudgeContext): Judge {
  const sources = new SourceIndex(context)
  const readings = new ReadingCache()

  return {
    article(texts, bindings) {
      const bound = bindSentences(readTexts(texts), bindings)
      const citedByText = citedByHeadings(bound, sources)
      const citedByEach = bound.map((sentence) => citedBy([sentence], sources))
      const old = oldSources(citedByEach, sources)
      const unnamed = unnamedOrigins(citedByEach, texts.content, sources)
      return bound.map((sentence, index) => {
        const { written, kind, cites, likeness } = sentence
        const isHeading = written.kind === 'line'
        const checked: CheckedSentence = {
          written,
          kind,
          key: sentenceKey(written.text),
          reading: readings.of(written.text),
          cited: isHeading ? citedByText : (citedByEach[index] ?? []),
          cites,
          unnamedOutlet: unnamed.get(index) ?? null,
          oldSource: old.get(index) ?? null,
          isHeading,
          likeness,
        }
        const findings = findingsOf(checked, sources)
        return {
          field: written.field,
          text: written.text,
          from: written.from,
          to: written.to,
          key: checked.key,
          kind: isHeading ? ('heading' as const) : kind,
          cites: isHeading ? [] : cites.slice(0, MAX_CITES).map((cite) => withWords(cite, sources)),
          verdict: verdictOf(findings),
          findings,
          is_signable: written.kind !== 'rest' && !findings.some(({ code }) => NOT_SIGNABLE.includes(code)),
        }
      })
    },
  }
}

function findingsOf(sentence: CheckedSentence, sources: SourceIndex): JudgeFinding[] {
  const form = applied(FORM_RULES, sentence, sources)
  // A copied passage has a source, and a citation would not excuse it.
  const findings = form.filter(({ code }) => code !== 'uncited' || !form.some(isCopied))
  // Without a source there is nothing to compare.
  if (sentence.cited.length > 0 && !findings.some(({ code }) => code === 'wrong_language'))
    findings.push(...applied(MATTER_RULES, sentence, sources))
  // Several rules find the same moved fact; it is reported once.
  const isFirst = ({ code }: JudgeFinding, index: number) =>
    !ONCE.includes(code) || findings.findIndex((other) => other.code === code) === index
  return findings.filter(isFirst).slice(0, MAX_FINDINGS)
}

const isCopied = ({ code }: JudgeFinding) => code === 'copied_passage'

function applied(
  rules: readonly JudgeRule[],
  sentence: CheckedSentence,
  sources: SourceIndex,
): JudgeFinding[] {
  const findings: JudgeFinding[] = []
  for (const rule of rules)
    for (const found of rule(sentence, sources)) {
      if (findings.length >= MAX_FINDINGS) return findings
      findings.push(found)
    }
  return findings
}

const REDS: readonly string[] = RED_CODES

function verdictOf(findings: readonly JudgeFinding[]): Verdict {
  if (findings.some(({ code }) => REDS.includes(code))) return 'red'
  return findings.length > 0 ? 'amber' : 'green'
}

function withWords(
  { source, sentence }: Pick<Citation, 'source' | 'sentence'>,
  sources: SourceIndex,
): Citation {
  return { source, sentence, text: sources.find({ source, sentence })?.text ?? '' }
}

/** The sentences of sources that these cite, each once, without those of sources that were removed. */
function citedBy(bound: readonly BoundSentence[], sources: SourceIndex): SourceSentence[] {
  const cited = new Set<SourceSentence>()
  for (const { cites, written } of bound) {
    if (written.kind === 'line') continue
    for (const cite of cites) {
      const found = sources.find(cite)
      if (found && found.source.state !== 'removed' && found.source.state !== 'withdrawn') cited.add(found)
    }
  }
  return [...cited]
}

/** All citations of a text, with which its headings are compared; less of it if there are too many of both. */
function citedByHeadings(bound: readonly BoundSentence[], sources: SourceIndex): SourceSentence[] {
  const headings = bound.filter(({ written }) => written.kind === 'line').length
  return citedBy(bound, sources).slice(0, Math.ceil(MAX_COMPARISONS / Math.max(1, headings)))
}

const MAX_COMPARISONS = 20_000

/** A cache of the readings of sentences, which are mostly the same from one judgement to the next. */
class ReadingCache {
  readonly #readings = new Map<string, SentenceReading>()

  of(text: string): SentenceReading {
    const known = this.#readings.get(text)
    if (known) return known
    if (this.#readings.size >= MAX_READINGS) this.#readings.clear()
    const reading = new SentenceReading(text, 'en')
    this.#readings.set(text, reading)
    return reading
  }
}

const MAX_READINGS = 2000

const WEEK_MS = 7 * 24 * 3600_000

/** The first sentence that rests only on old sources, for each of them, with these sources. */
function oldSources(
  cited: readonly (readonly SourceSentence[])[],
  { newest }: Pick<SourceIndex, 'newest'>,
): Map<number, string> {
  const old = new Map<number, string>()
  const seen = new Set<number>()
  for (const [index, sentences] of cited.entries()) {
    const own = [...new Set(sentences.map(({ source }) => source))]
    const isOld =
      own.length > 0 && own.every(({ published_at }) => newest - Date.parse(published_at) > WEEK_MS)
    if (!isOld || own.every(({ number }) => seen.has(number))) continue
    for (const { number } of own) seen.add(number)
    old.set(
      index,
      own.map(({ outlet, published_at }) => `${outlet}, ${published_at.slice(0, 10)}`).join('; '),
    )
  }
  return old
}

/**
 * The first sentence for each origin that alone supports several sentences, or all of the text, and that the text does not name, with its
 * outlet. It is enough to name an origin once.
 */
function unnamedOrigins(
  cited: readonly (readonly SourceSentence[])[],
  text: string,
  sources: SourceIndex,
): Map<number, string> {
  const words = foldName(text)
  const alone = new Map<string, number[]>()
  for (const [index, sentences] of cited.entries()) {
    const [origin, ...others] = new Set(sentences.map(({ source }) => source.origin_id))
    if (origin !== undefined && others.length === 0) alone.set(origin, [...(alone.get(origin) ?? []), index])
  }
  const unnamed = new Map<number, string>()
  for (const [origin, [first = 0, ...rest]] of alone) {
    const outlets = sources.context.sources
      .filter(({ origin_id }) => origin_id === origin)
      .map(({ outlet }) => outlet)
    const isOnly =
      alone.size === 1 &&
      cited.every((sentences) => sentences.every(({ source }) => source.origin_id === origin))
    if (!isOnly && rest.length + 1 < MIN_SENTENCES) continue
    if (!outlets.some((outlet) => words.includes(shortName(outlet)))) unnamed.set(first, outlets[0] ?? '')
  }
  return unnamed
}

/** Fewer sentences of a text with several origins may leave the naming to the list of sources. */
const MIN_SENTENCES = 4

/** The name of an outlet without its article and the end of its domain. */
const ARTICLE = new RegExp(`^(?:${anyOf(({ instructions }) => instructions.article)})\\s+`, 'iu')
const shortName = (outlet: string) => foldName(outlet.replace(ARTICLE, '').replace(/\.[a-z]{2,7}$/iu, ''))

/** A sentence with its citations. */
interface BoundSentence {
  written: TextSentence
  kind: SentenceKind
  cites: readonly Pick<Citation, 'source' | 'sentence'>[]
  /** The share of the words of its binding that it still has; 1 when none has changed, or it has none. */
  likeness: number
}

/** The share of words that two sentences must have in common for one to be the other after an edit. */
const MIN_LIKENESS = 0.4
/** The distance from its old place within which a changed sentence is looked for, in sentences. */
const WINDOW = 40

/**
 * Gives each sentence the binding of the same words; those that are left, the binding of the sentence that they were before an edit: the most
 * similar one at about the same place, which no other has.
 */
function bindSentences(sentences: readonly TextSentence[], bindings: readonly Binding[]): BoundSentence[] {
  const byWords = new Map<string, number[]>()
  for (const [index, { text }] of bindings.entries()) {
    const words = sameWords(text)
    byWords.set(words, [...(byWords.get(words) ?? []).slice(-WINDOW), index])
  }
  const used = new Set<number>()
  const found = sentences.map(({ text, kind }) => {
    if (kind === 'line' || kind === 'rest') return null
    const same = byWords.get(sameWords(text))
    const index = same?.find((index) => !used.has(index)) ?? same?.[0]
    if (index !== undefined) used.add(index)
    return index ?? null
  })
  const likenesses = bindChanged(sentences, bindings, found, used)
  return sentences.map((written, index) => {
    const binding = bindings[found[index] ?? -1]
    const kind = binding && binding.kind !== 'heading' ? binding.kind : 'fact'
    return { written, kind, cites: binding?.cites ?? [], likeness: likenesses.get(index) ?? 1 }
  })
}

/** Completes `found` for sentences whose words have changed, and returns their likenesses. */
function bindChanged(
  sentences: readonly TextSentence[],
  bindings: readonly Binding[],
  found: (number | null)[],
  used: Set<number>,
): Map<number, number> {
  const words = bindings.map(({ text, cites }, index) =>
    used.has(index) || cites.length === 0 ? null : wordPairs(text),
  )
  const candidates: { sentence: number; binding: number; likeness: number }[] = []
  let last = -1
  for (const [sentence, { text, kind }] of sentences.entries()) {
    if (kind === 'line' || kind === 'rest') continue
    const bound = found[sentence]
    if (bound !== null && bound !== undefined) {
      last = bound
      continue
    }
    const own = wordPairs(text)
    for (
      let binding = Math.max(0, last - WINDOW);
      binding < Math.min(bindings.length, last + WINDOW);
      binding++
    ) {
      const other = words[binding]
      const likeness = other ? shareOf(own, other) : 0
      if (likeness >= MIN_LIKENESS) candidates.push({ sentence, binding, likeness })
    }
    // Sentences that are all changed keep their places.
    if (last + 1 < bindings.length && words[last + 1]) last++
  }
  const likenesses = new Map<number, number>()
  for (const { sentence, binding, likeness } of candidates.toSorted((a, b) => b.likeness - a.likeness)) {
    if (used.has(binding) || found[sentence] !== null) continue
    used.add(binding)
    found[sentence] = binding
    likenesses.set(sentence, likeness)
  }
  return likenesses
}

/** The words of a sentence, and which follow each other. */
function wordPairs(text: string): Set<string> {
  const words = (
    text
      .slice(0, 1000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 200)
  return new Set([...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)])
}

/** The share that two sets have in common, from 0 to 1. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  if (small.size * 2 < MIN_LIKENESS * (small.size + large.size)) return 0
  let shared = 0
  for (const word of small) if (large.has(word)) shared++
  return (2 * shared) / (one.size + other.size)
}
