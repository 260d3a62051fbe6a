import type * as Diff from 'diff'
import { readArticle } from '#core/check/checked-article.ts'
import { plainBlock } from '#core/check/text/block.ts'
import { nameWords } from '#core/check/text/name-words.ts'
import { SHORT_TEXTS, type TranslatedFields } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'
import { isOrdinary } from '#core/languages/english/ordinary-words.ts'
import { factsOf as languageFactsOf } from '#core/languages/facts-of.ts'
import { foldName, withFewMarks } from '#core/languages/fold-letters.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import type { DateMention } from '#core/newsroom/judge/reading/read-dates.ts'
import { MAX_READ, SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { exactWords } from '#core/newsroom/judge/rules/quotation.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** A number, name, date or quotation that another one has replaced; `after` is null if none has. */
export interface ChangedFact {
  before: string
  after: string | null
}

/** The limits of changed text, and of facts in it, that are compared, so that a rewritten text takes no longer. */
const MAX_CHANGED = 30_000
const MAX_READ_FACTS = 600
const TIMEOUT_MS = 300
const MAX_FACTS = 40
/** The longest part of a quotation, in characters. */
const MAX_SHOWN = 160
const NO_NAME = /^(?:I|I['’]\p{L}+|Mrs?|Ms|Dr|Prof|Sir|Dame|St|No|[AP]M|OK|A|\p{Lu}|\d.*)$/u

interface Fact {
  from: number
  to: number
  shown: string
  /** The quotation that contains it, which is shown with it. */
  inside: Fact | undefined
  /** False for facts whose mere absence readers need not be told of: a small number in words, or an ordinary word with a capital. */
  isStrict: boolean
  meaning:
    | { kind: 'quotation'; words: string }
    | { kind: 'date'; date: DateMention }
    | { kind: 'number'; quantity: Quantity }
    | { kind: 'name'; folded: string }
}

/** The changed facts of a text: those that were in the changed words, and are not there any longer. */
export function changedFacts(
  { diffWordsWithSpace }: Pick<typeof Diff, 'diffWordsWithSpace'>,
  before: TranslatedFields,
  after: TranslatedFields,
  language: Language,
): ChangedFact[] {
  const [old, next] = [blocksOf(before, language), blocksOf(after, language)]
  const names = knownNames([...old, ...next], language)
  const [was, is] = [changedText(old, next), changedText(next, old)]
  if (was === '') return []
  const [oldFacts, newFacts] = [factsOf(was, language, names), factsOf(is, language, names)]
  const everything = ` ${exactWords(next.join('\n'))} `
  const isGone = ({ shown, isStrict }: Fact) => isStrict && !everything.includes(` ${exactWords(shown)} `)
  const told = new Set<Fact>()
  // A name that changes at ten places has changed once.
  const changed = new Map<string, ChangedFact>()
  const isOpen = (fact: Fact) => !told.has(fact) && !(fact.inside && told.has(fact.inside))
  for (const hunk of hunksOf(diffWordsWithSpace(was, is, { timeout: TIMEOUT_MS }), was, is)) {
    const others = newFacts.filter((fact) => isOpen(fact) && touches(fact, hunk.new))
    const left = oldFacts.filter((fact) => {
      if (!isOpen(fact) || !touches(fact, hunk.old)) return false
      const same = others.findIndex((other) => agree(fact, other))
      if (same !== -1) others.splice(same, 1)
      return same === -1
    })
    for (const fact of left) {
      if (changed.size >= MAX_FACTS) return [...changed.values()]
      if (!isOpen(fact)) continue
      const other = others.find(({ meaning }) => meaning.kind === fact.meaning.kind)
      if (!other && !isGone(fact)) continue
      const change = { before: fact.shown, after: other?.shown ?? null }
      changed.set(`${change.before}\n${change.after}`, change)
      told.add(fact)
      if (!other) continue
      told.add(other)
      for (const one of others.filter((one) => !isOpen(one))) others.splice(others.indexOf(one), 1)
    }
  }
  return [...changed.values()]
}

/** Returns true if a text mentions this change: it names both the old fact and the new one. */
export function tells(text: string, { before, after }: ChangedFact): boolean {
  const words = ` ${exactWords(text)} `
  return [before, after ?? ''].every((fact) => {
    // A text may say 33 where the fact was 33 percent.
    const [digits] = /\d[\d.,]*/.exec(fact) ?? [fact]
    return fact === '' || words.includes(` ${exactWords(fact)} `) || words.includes(` ${exactWords(digits)} `)
  })
}

/** The visible text, without insignificant spaces. */
function blocksOf(texts: TranslatedFields, language: Language): string[] {
  const { head, body } = readArticle({ ...texts, language, hero_image: null, slug: '', publish_date: '' })
  return [...head.filter(({ field }) => SHORT_TEXTS.some((name) => name === field)), ...body]
    .map(({ text }) => withFewMarks(text).normalize('NFC').replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** The blocks of which the other text has none that is the same. */
function changedText(blocks: readonly string[], others: readonly string[]): string {
  const left = new Map<string, number>()
  for (const block of others) left.set(block, (left.get(block) ?? 0) + 1)
  const changed = blocks.filter((block) => {
    const count = left.get(block) ?? 0
    left.set(block, count - 1)
    return count <= 0
  })
  return changed.join('\n\n').slice(0, MAX_CHANGED)
}

/**
 * The words of both texts that are names wherever they occur. In a language with a capital for every noun, such as German, only names of
 * two words count.
 */
function knownNames(blocks: readonly string[], language: Language): ReadonlySet<string> {
  const known = new Set<string>()
  const common = new Set<string>()
  const nouns = languageFactsOf(language)?.names.capitalNouns
  const isAdjective = new RegExp(`(?:${nouns?.adjectives})$`, 'u')
  for (const { names, others } of blocks.map((text) => nameWords(plainBlock('content', text)))) {
    for (const word of others) common.add(word.toLowerCase())
    for (const [index, { text, isFirst, isJoined }] of names.entries()) {
      const next = names[index + 1]?.text
      if (!nouns) {
        if (!isFirst) known.add(text)
      } else if (/\p{Ll}\p{Lu}|\p{L}-?\d|^\p{Lu}{2,}$/u.test(text)) known.add(text)
      else if (isJoined && next && !isFunctionWord(text.toLowerCase(), language) && !isAdjective.test(text))
        for (const word of [text, next]) known.add(word)
    }
  }
  return new Set([...known].filter((text) => !common.has(text.toLowerCase())))
}

function factsOf(text: string, language: Language, known: ReadonlySet<string>): Fact[] {
  const facts: Fact[] = []
  for (const piece of piecesOf(text, language)) {
    if (facts.length >= MAX_READ_FACTS) break
    const reading = new SentenceReading(piece.text, language)
    const add = (
      { from, to }: Span,
      isStrict: boolean,
      meaning: Fact['meaning'],
      around: readonly Fact[] = [],
    ): Fact => {
      const inside = around.find((quoted) => quoted.from <= piece.from + from && quoted.to >= piece.from + to)
      // The point that ends a sentence is not part of a date.
      const shown = shorten(reading.text.slice(from, to).replace(/(?<=\p{L})\.$/u, ''))
      const fact = { from: piece.from + from, to: piece.from + to, shown, inside, isStrict, meaning }
      facts.push(fact)
      return fact
    }
    const isDate = ({ from, to }: Span) => reading.dates.some((date) => from < date.to && to > date.from)
    const quotations = reading.quotations.map((quoted) =>
      add(quoted, true, { kind: 'quotation', words: exactWords(quoted.text) }),
    )
    for (const date of reading.dates) add(date, true, { kind: 'date', date }, quotations)
    for (const quantity of reading.quantities.quantities) {
      if (!isDate(quantity)) add(quantity, quantity.isStrict, { kind: 'number', quantity }, quotations)
    }
    for (const name of reading.names) {
      const { text: word } = name
      const isFirstName = name.isFirst && language === 'en' && !isOrdinary(word)
      if (NO_NAME.test(word) || isDate(name) || !(known.has(word) || isFirstName)) continue
      const isStrict = language !== 'en' || !isOrdinary(word)
      add(name, isStrict, { kind: 'name', folded: foldName(word) }, quotations)
    }
  }
  return facts.toSorted((a, b) => a.from - b.from)
}

/** Paragraphs, and the sentences of those that are too long. */
function piecesOf(text: string, language: Language): { text: string; from: number }[] {
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    line.length <= MAX_READ
      ? [{ text: line, from: index }]
      : cutSentences(line, language).map(({ text, from }) => ({ text, from: index + from })),
  )
}

interface Span {
  from: number
  to: number
}

/** The differences in words; the whole text if comparing would take too long. */
function hunksOf(
  changes: ReturnType<typeof Diff.diffWordsWithSpace> | undefined,
  was: string,
  is: string,
): { old: Span; new: Span }[] {
  if (!changes) return [{ old: { from: 0, to: was.length }, new: { from: 0, to: is.length } }]
  const hunks: { old: Span; new: Span }[] = []
  let [old, next, isOpen] = [0, 0, false]
  for (const { value, added, removed } of changes) {
    if (!added && !removed) isOpen = false
    else if (!isOpen) hunks.push({ old: { from: old, to: old }, new: { from: next, to: next } })
    isOpen = Boolean(added || removed)
    if (!added) old += value.length
    if (!removed) next += value.length
    const hunk = hunks.at(-1)
    if (!isOpen || !hunk) continue
    hunk.old.to = old
    hunk.new.to = next
  }
  return hunks
}

const touches = (fact: Fact, { from, to }: Span) => fact.from <= to && fact.to >= from

/** Returns true if two facts say the same, in whatever spelling. */
function agree({ meaning: one }: Fact, { meaning: other }: Fact): boolean {
  if (one.kind === 'quotation') return other.kind === 'quotation' && one.words === other.words
  if (one.kind === 'date') return other.kind === 'date' && isSameDate(one.date, other.date)
  if (one.kind === 'number')
    return (
      other.kind === 'number' &&
      one.quantity.meanings.some((meaning) => other.quantity.meanings.includes(meaning))
    )
  if (other.kind !== 'name') return false
  const [stem = '', longer = ''] = [one.folded, other.folded].toSorted((a, b) => a.length - b.length)
  return longer.startsWith(stem) && ENDING.test(longer.slice(stem.length))
}

/** Endings of a genitive, a plural or an adjective; a vowel makes another name of one: Paul, Paula. */
const ENDING = /^(?:|e?s|e?n|ern?)$/

/** Returns true if the parts that both have are the same; one may have more. */
function isSameDate(one: DateMention, other: DateMention): boolean {
  const parts = (['day', 'month', 'year', 'weekday'] as const).filter(
    (part) => one[part] !== null && other[part] !== null,
  )
  return parts.length > 0 && parts.every((part) => one[part] === other[part])
}

const shorten = (text: string) =>
  text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed().trimEnd()}…`
