import { anyOf, factsOf } from '#core/languages/facts-of.ts'
import { any } from '#core/newsroom/judge/reading/polarity-marks.ts'
import { isSameName, type NameEntity } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** A name with another one near after it, and the words between. */
interface Pair {
  first: NameEntity
  second: NameEntity
  /** The stems of the words between. */
  stems: ReadonlySet<string>
  isPassive: boolean
  isPlace: boolean
  /** True if the first has it from the second. */
  isTaken: boolean
}

const ARTICLE = anyOf(({ instructions }) => instructions.article)
const BY = new RegExp(
  String.raw`(?<!\s(?:${any('and')}|${any('or')}))\s${any('by')}\s+(?:(?:${ARTICLE})\s+)?$`,
  'iu',
)
/** To be bought from somebody is not to be bought by them, though the word is the same: comprato da. */
const DONE = new RegExp(
  String.raw`(?<!\p{L})${any('passive')}\s|\p{L}${any('participle')}\s${any('by')}(?!\p{L})`,
  'iu',
)
const PASSIVE =
  /\b(?:was|were|is|are|been|being|be)\s.*\sby\s|^,?\s(?:\p{L}+ed|made|built|run|led|held|bought|sold|written)\s(?:\S+\s){0,4}by\s/u
const PLACE = new RegExp(
  String.raw`\s(?:${any('places')}|${any('and')}|${any('or')})\s+(?:the\s+)?$|,\s(?:${any('relative')}|${any('that')}|ministr[oa]|\p{Ll}+(?:or|ora|eur|euse|er|in|ista?e?))\s$|^\s${any('genitive')}\s$|^[\s,;/&-]*$`,
  'iu',
)
const FROM = new RegExp(String.raw`\s${any('genitive')}\s(?:the\s)?$`, 'iu')
/** Taking something from somebody is an act. */
const TAKES =
  /(?<!\p{L})(?:b[uo]y|bought|acquir|t[ao]k|took|w[io]n|inherit|borrow|stole|steal|receiv|order|rent|leas|hir)\p{L}*\s.*\sfrom\s/iu
/** Both do it to each other. */
const MUTUAL =
  /^(?:merg|met|meet|talk|agre|negotiat|cooperat|partner|shar|differ|border|marr|play|sign|join|work|team|compet|rival|deal|betwen|between|link|connect|fight|battl|face|with|ally|alli|trad|discus|visit)/u
const MAX_BETWEEN = 90

/** The agent and the object of an act are as in the source, active or passive. */
export const swapped: JudgeRule = function* ({ reading, cited }) {
  const own = pairsOf(reading)
  if (own.length === 0) return
  for (const source of cited) {
    const theirs = pairsOf(source)
    for (const pair of own) {
      const isRight = (other: Pair) =>
        isSameName(pair.first, other.first) &&
        isSameName(pair.second, other.second) &&
        pair.isPassive === other.isPassive
      const isTurned = (other: Pair) =>
        isSameName(pair.first, other.second) &&
        isSameName(pair.second, other.first) &&
        pair.isPassive === other.isPassive
      const isPassiveTurned = (other: Pair) =>
        isSameName(pair.first, other.first) &&
        isSameName(pair.second, other.second) &&
        pair.isPassive !== other.isPassive
      if (theirs.some(isRight)) continue
      const turned = theirs.filter((other) => isTurned(other) || isPassiveTurned(other))
      // If one sells to another, the other buys.
      const other = turned.find(
        (other) =>
          isSameDeed(pair, other, source) && (source.language === 'en' || pair.isTaken === other.isTaken),
      )
      if (!other && (source.language === 'en' || turned.length === 0)) continue
      yield finding(
        // If two names are only in another order, a reader of both languages can tell.
        other ? 'names_swapped' : 'unclear',
        reading.text.slice(pair.first.from, pair.second.to),
        other && source.text.slice(other.first.from, other.second.to),
      )
      return
    }
  }
}

function isSameDeed(pair: Pair, other: Pair, { language }: SourceSentence): boolean {
  if (language === 'en')
    return (
      !(pair.isPlace || other.isPlace) &&
      [...pair.stems].some((stem) => other.stems.has(stem) && !MUTUAL.test(stem))
    )
  return (
    !pair.isPlace &&
    !other.isPlace &&
    pair.stems.size > 0 &&
    pair.stems.size <= 4 &&
    ![...pair.stems].some((stem) => MUTUAL.test(stem))
  )
}

/** Verbs that are not an act upon somebody. */
const isEmpty = (stem: string) => /^(?:say|said|sai)$/.test(stem)

function pairsOf(reading: SentenceReading): Pair[] {
  const names = reading.clauses.flatMap((clause) => clause.names)
  const objects = factsOf(reading.language)?.grammar?.objects
  return names.flatMap((first, index) =>
    names.slice(index + 1, index + 3).flatMap((second): Pair[] => {
      const between = reading.text.slice(first.to, second.from)
      // A comma begins the statement about the second name.
      if (
        between.length > MAX_BETWEEN ||
        /[;:«»“”"]|\sthat\s|,\s(?:and|while|but|according|says?|said)\s|\p{L}.*,\s*$/u.test(between)
      )
        return []
      const stems = new Set(
        reading.words
          .filter(({ from, isContent }) => isContent && from >= first.to && from < second.from)
          .map(({ stem }) => stem)
          .filter((stem) => !isEmpty(stem)),
      )
      return [
        {
          first,
          second,
          stems,
          isPassive:
            (reading.language === 'en'
              ? /\sby\s+(?:the\s+)?$/iu.test(between)
              : BY.test(between) && DONE.test(between)) || PASSIVE.test(between),
          isTaken: FROM.test(between),
          isPlace:
            PLACE.test(between) &&
            !TAKES.test(between) &&
            !(stems.size > 0 && objects && new RegExp(`\\s(?:${objects})\\s$`, 'u').test(between)),
        },
      ]
    }),
  )
}
