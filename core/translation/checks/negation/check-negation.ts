import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { Contrary } from '#core/languages/language-facts.ts'
import type { Problem } from '#core/translation/problem.ts'

interface NegationPatterns {
  other: RegExp
  like: RegExp
  no: RegExp
  without: RegExp
  often: RegExp
  instead: RegExp
  contraries: [denied: RegExp, said: RegExp][]
  /** Illegal, and legal. */
  opposites: [negative: RegExp, positive: RegExp]
}

const CONTRARIES: readonly Contrary[] = [
  'yet',
  'still',
  'none',
  'hardly',
  'even',
  'with',
  'unless',
  'accept',
  'deny',
  'affirm',
  'include',
  'stop',
  'obliged',
  'fail',
]

/** Verbs that negate a denial, which others often express without a word for it. */
const AFFIRM = CONTRARIES.indexOf('affirm')

/** The longest part of a quotation, in characters. */
const QUOTE = 80

const cached = new Map<Language, NegationPatterns>()

function patternsOf(language: Language): NegationPatterns | null {
  const [known, facts] = [cached.get(language), factsOf(language)?.negation]
  if (known || !facts) return known ?? null
  const {
    no,
    without,
    other,
    like,
    often = '(?!)',
    instead = '(?!)',
    contracted,
    contraries,
    opposites,
  } = facts
  const patterns = {
    no: contracted ? new RegExp(`${wholeWords(no).source}|${contracted}(?!\\p{L})`, 'giu') : wholeWords(no),
    without: wholeWords(without),
    other: wholeWords(other),
    like: wholeWords(like),
    often: wholeWords(often),
    instead: wholeWords(instead),
    contraries: CONTRARIES.map((name): [RegExp, RegExp] => [
      wholeWords(contraries?.[name][0] ?? '(?!)', 'iu'),
      wholeWords(contraries?.[name][1] ?? '(?!)', 'iu'),
    ]),
    opposites: [beginnings(opposites, 0), beginnings(opposites, 1)] satisfies NegationPatterns['opposites'],
  }
  cached.set(language, patterns)
  return patterns
}

const wholeWords = (words: string, flags = 'giu') =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, flags)

const beginnings = (opposites: string, place: 0 | 1) =>
  new RegExp(
    `(?<!\\p{L})(?:${opposites
      .split(';')
      .map((pair) => pair.split(' ')[place])
      .join('|')})\\p{L}*`,
    'iu',
  )

/**
 * A negative sentence whose translation is positive, or the other way around. Both are only found if nothing in the sentence may say the
 * same in another way: hardly, only, fail to, un-.
 */
export function checkNegation(source: string, target: string, language: Language): Problem[] {
  const [english, other] = [patternsOf('en'), patternsOf(language)]
  if (!english || !other) return []
  const [from, to] = [sentencesOf(source), sentencesOf(target)]
  const pairs: [string, string][] =
    from.length === to.length
      ? from.map((sentence, index) => [sentence, to[index] ?? ''])
      : [[source, target]]
  for (const [original, translated] of pairs) {
    const opposite =
      oppositeOf(original, translated, [english, other]) ?? contraryOf(original, translated, [english, other])
    if (opposite) return [{ code: 'negation_changed', ...opposite }]
    const [one, two] = [polarityOf(original, english), polarityOf(translated, other)]
    if (isNegative(original, english) === isNegative(translated, other)) {
      // One of two negations is lost. Neither has a nor, which does not count as one of its own.
      const said = [...one.no, ...one.without].filter(
        (place) => !/^nor\b/iu.test(original.slice(place.from)) && !isQuoted(original, place, translated),
      )
      const isLess = said.length > 1 && two.no.length + two.without.length < said.length
      const isClear = one.like + two.like === 0 && translated.search(other.instead) === -1
      if (said[0] && isLess && isClear)
        return [{ code: 'negation_changed', source: around(original, said[0]), target: '' }]
      // It runs without, and it does not run without.
      const not = two.no.find(({ from }) => from < (two.without[0]?.from ?? 0))
      const isKept = one.no.length === 0 && one.without.length > 0 && two.without.length >= one.without.length
      if (not && isKept && one.like === 0 && !original.match(english.often))
        return [{ code: 'negation_changed', source: '', target: around(translated, not) }]
      continue
    }
    const [no] = [...one.no, ...one.without]
    const isSaid =
      two.no.length + two.without.length > 0 || two.like > one.like || translated.search(other.instead) !== -1
    // It is not without risks, and it has risks.
    const isAffirmed = no && two.like === 0 && english.contraries[AFFIRM]?.[0].test(original)
    if (no && !isSaid && !isAffirmed && !isRhetorical(original, no) && !isQuoted(original, no, translated))
      return [{ code: 'negation_changed', source: around(original, no), target: '' }]
    const [added] = two.no
    if (added && one.no.length + one.without.length + one.like === 0 && !original.match(english.often))
      return [{ code: 'negation_changed', source: '', target: around(translated, added) }]
  }
  return []
}

/** A word such as illegal for which the other text has its opposite, with nothing else in both that says no. */
function oppositeOf(source: string, target: string, [english, other]: [NegationPatterns, NegationPatterns]) {
  for (const place of [0, 1] as const) {
    const [from, to] = [english.opposites[place].exec(source), other.opposites[1 - place]?.exec(target)]
    if (!from || !to || english.opposites[1 - place]?.test(source) || other.opposites[place].test(target))
      continue
    const isPlain = (text: string, patterns: NegationPatterns, isOpposite: boolean) =>
      !isNegative(text, patterns) && polarityOf(text, patterns).like <= (isOpposite ? 1 : 0)
    if (isPlain(source, english, place === 0) && isPlain(target, other, place === 1))
      return { source: from[0], target: to[0] }
  }
  return null
}

/** Finds negative expressions of the original, such as no longer, for which the translation has only the contrary, such as still. */
function contraryOf(source: string, target: string, [english, other]: [NegationPatterns, NegationPatterns]) {
  for (const [index, [denied, said]] of english.contraries.entries()) {
    const [from, others] = [denied.exec(source), other.contraries[index]]
    const to = others?.[1].exec(target)
    if (from && to && !said.test(source) && !others?.[0].test(target))
      return { source: from[0], target: to[0] }
  }
  return null
}

const sentencesOf = (text: string) =>
  text.split(/(?<=[.!?…;:][”“"»’)]?)\s+/u).filter((sentence) => /\p{L}/u.test(sentence))

const isNegative = (text: string, { no, without }: NegationPatterns) =>
  text.search(no) !== -1 || text.search(without) !== -1

/** Isn't that so? And what ends a sentence stands for one before it: the others do not. */
const isRhetorical = (sentence: string, { from, to }: Place) =>
  !/\p{L}/u.test(sentence.slice(to)) || (/\?[”"’)]?$/u.test(sentence) && from < MAX_QUESTION)

/** The place in characters at which a question that means its opposite has its negation. */
const MAX_QUESTION = 9

/** Returns true when the translation leaves a negation in the words of the original, with the word after it. */
const isQuoted = (original: string, { from, to }: Place, translated: string) =>
  translated.includes(original.slice(from, to) + (/^\s*\S+/u.exec(original.slice(to, to + 30))?.[0] ?? ''))

interface Place {
  from: number
  to: number
}

interface Polarity {
  no: Place[]
  without: Place[]
  like: number
}

function polarityOf(text: string, { other, like, no, without }: NegationPatterns): Polarity {
  const blank = (words: string) => ' '.repeat(words.length)
  let alike = 0
  const plain = text.replace(other, blank).replace(like, (words) => {
    alike++
    return blank(words)
  })
  const places = (pattern: RegExp) =>
    [...plain.matchAll(pattern)].map(({ 0: words, index }) => ({ from: index, to: index + words.length }))
  return { no: places(no), without: places(without), like: alike }
}

/** A negation with the words beside it. */
function around(text: string, { from, to }: Place): string {
  const before = /(?:\S+\s+){0,2}$/u.exec(text.slice(Math.max(0, from - 30), from))?.[0] ?? ''
  const after = /^(?:\s*\S+){0,2}/u.exec(text.slice(to, to + 30))?.[0] ?? ''
  return `${before}${text.slice(from, to)}${after}`.trim().slice(0, QUOTE).toWellFormed()
}
