import type { Language } from '#core/i18n/languages.ts'
import ENGLISH from '#core/languages/en.ts'
import { anyOf, factsOf } from '#core/languages/facts-of.ts'
import type { Polarity, ReportFacts } from '#core/languages/language-facts.ts'
import type { Word } from '#core/newsroom/judge/reading/read-words.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'

/** A word that makes a statement negative or uncertain, with the words that it is about. */
export interface PolarityMark {
  /** `double`: a negation of a word that is itself a negation, as in not rule out. */
  kind: Polarity | 'double'
  text: string
  from: number
  /** The words after it that have a meaning of their own, up to the end of the clause. */
  scope: Word[]
}

const KINDS: readonly Polarity[] = ['negation', 'denial', 'possible', 'plan', 'claim']
const cached = new Map<Language, RegExp>()

function patternOf(language: Language): RegExp {
  const known = cached.get(language)
  if (known) return known
  const { polarity, names } = factsOf(language) ?? ENGLISH
  // French and Italian join words by an apostrophe: n'exclut.
  const before = names.elided ? '[\\p{L}\\p{N}-]' : "[\\p{L}\\p{N}'-]"
  const pattern = new RegExp(
    KINDS.map((kind) => `(?<!${before})(?<${kind}>${polarity[kind]})(?:(?<=')|(?![\\p{L}\\p{N}-]))`).join(
      '|',
    ),
    'giu',
  )
  cached.set(language, pattern)
  return pattern
}

const CLAUSE_END = new RegExp(
  String.raw`[,;:—–()!?.](?=\s|$)|[;—–()]|\s(?:${anyOf(({ reports }) => reports.but)}|${anyOf(({ reports }) => reports.rather)})\s`,
  'giu',
)
/** Verbs of saying: if something was not said, it may still be so. */
const SAYING =
  /^(?:say|said|tell|told|disclos|specif|comment|repl(?:y|ie)|respond|respon|answer|reveal|identif|elaborat|immediat|mention|sag|nenn|äuß|precis|dit|dijo|dice|disse)/u
/** Verbs that are as often auxiliaries. */
const ACTS =
  /^(?:see|seen|saw|use[ds]?|using|give[ns]?|gave|make|made|take[ns]?|took|go|went|get|got|need|keep|like)$/
/** Finite verbs with which the predicate of the words before begins. */
const FINITE = /^(?:has|have|had|was|were|is|are|will)$/
const MAX_SCOPE = 7
const MAX_MARKS = 30

/** The marks of a sentence, in their order, without those in quotations. */
export function readMarks(reading: SentenceReading): PolarityMark[] {
  const text = reading.text.replaceAll('’', "'")
  const marks: PolarityMark[] = []
  for (const { 0: found, index, groups = {} } of text.matchAll(patternOf(reading.language))) {
    const kind = KINDS.find((kind) => groups[kind] !== undefined)
    if (marks.length >= MAX_MARKS) break
    // A month, and a will.
    if (!kind || (index > 0 && /^(?:May|Will|Would)$/.test(found))) continue
    const before = text.slice(Math.max(0, index - 50), index)
    // More than was expected; the highest that was ever seen.
    if (kind === 'plan' && (THAN.test(before) || ANYBODY.test(before))) continue
    if (
      (EVER.test(found) && MOST.test(before)) ||
      (kind === 'negation' && BAD.test(text.slice(index + found.length)))
    )
      continue
    // A plan that is negated is a negation, and not a plan.
    const last = marks.at(-1)
    if (
      kind === 'plan' &&
      last?.kind === 'negation' &&
      reading.language !== 'en' &&
      text.slice(last.from + last.text.length, index).trim() === ''
    )
      continue
    // The word for possible is part of a negation: could not. In "may not be" it stays a possibility.
    if (
      kind === 'possible' &&
      !/^(?:may|might)$/i.test(found) &&
      /^(?:\s+not|\s+no longer|\s+only|\s+never)(?!\p{L})/u.test(text.slice(index + found.length))
    )
      continue
    marks.push({ kind, text: found, from: index, scope: scopeAfter(reading, text, index, found) })
  }
  return withDoubles(marks, text, reading.language)
}

/** A pattern of the words of reports in every language. */
export const any = (part: Exclude<keyof ReportFacts, 'roles'>) =>
  `(?:${anyOf(({ reports }) => reports[part])})`
const COMPARED = String.raw`(?<!\p{L})(?:${any('compared')}|record)\s`
const THAN = new RegExp(String.raw`${COMPARED}(?:[^,;.]{0,20}\s)?${any('than')}\s[^,;.]{0,40}$`, 'iu')
const MOST = new RegExp(String.raw`${COMPARED}[^,;.]{0,30}$`, 'iu')
/** Anybody who wants to travel. */
const ANYBODY = new RegExp(String.raw`(?<!\p{L})${any('anybody')}\s[^,;.]*$`, 'iu')
/** Not bad at all. */
const BAD = new RegExp(String.raw`^\s(?:\p{L}+\s){0,2}${any('badly')}(?!\p{L})`, 'iu')
const EVER = new RegExp(`^${any('ever')}$`, 'iu')

/** The greatest distance of a negation and a denial that are about each other. */
const DOUBLE = 40

const VERB_NEGATION = new RegExp(`^${any('notAtVerb')}$`, 'iu')
const BETWEEN = new RegExp(`[,;:]|${any('that')}|that`)

function withDoubles(marks: PolarityMark[], text: string, language: Language): PolarityMark[] {
  const joined: PolarityMark[] = []
  const { deniesFirst, negatedAfter } = factsOf(language)?.grammar ?? {}
  for (const mark of marks) {
    const last = joined.at(-1)
    // Other languages use two negations for one: niega haber trabajado para ningún partido.
    const isPair =
      last &&
      ((last.kind === 'negation' && mark.kind === 'denial' && VERB_NEGATION.test(last.text)) ||
        (deniesFirst && last.kind === 'denial' && mark.kind === 'negation') ||
        (negatedAfter &&
          (last.kind === 'denial' || last.kind === 'double') &&
          new RegExp(`^(?:${negatedAfter})$`, 'iu').test(mark.text)))
    const between = isPair ? text.slice(last.from + last.text.length, mark.from) : ''
    if (isPair && between.length < DOUBLE && !BETWEEN.test(between))
      joined[joined.length - 1] = {
        ...mark,
        kind: 'double',
        text: text.slice(last.from, mark.from + mark.text.length),
        from: last.from,
      }
    else joined.push(mark)
  }
  return joined
}

function scopeAfter({ words }: SentenceReading, text: string, at: number, mark: string): Word[] {
  const from = at + mark.length
  CLAUSE_END.lastIndex = from + 1
  const end = CLAUSE_END.exec(text)?.index ?? text.length
  const scope: Word[] = []
  for (let index = firstAfter(words, from); index < words.length && scope.length < MAX_SCOPE; index++) {
    const word = words[index]
    if (!word || word.from >= end) break
    if (scope.length === 0 && SAYING.test(word.lower)) return []
    if (scope.length === 1 && mark.endsWith(' to') && FINITE.test(word.lower)) break
    if ((word.isContent || ACTS.test(word.lower)) && !/^\p{N}/u.test(word.text)) scope.push(word)
  }
  return scope
}

function firstAfter(words: readonly Word[], place: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.from ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Words of an English text that say the same as a negation of the opposite; none of them is a mark of its own. */
const NEGATIVE =
  'unless|stop(?:s|ped)?|halt(?:s|ed)?|end(?:s|ed)?|block(?:s|ed)?|prevent(?:s|ed)?|ban(?:s|ned)?|avoid(?:s|ed)?|lack(?:s|ed|ing)?|absent|absence|miss(?:es|ed|ing)|' +
  'out of|disput\\p{L}*|short of|else|instead of|rather than|impossible|un(?:known|able|aware|changed|clear|likely|paid|signed|affected|harmed|hurt|injured|used|filled|open|sold|read|wanted|willing|available|covered|safe|fair|lawful|founded|true|necessary)|in(?:valid|complete|sufficient|accurate|correct|eligible|nocent)|closed|against|oppos\\p{L}+|' +
  'few(?:er)?|little|contest\\p{L}*|doubt\\p{L}*|sceptic\\p{L}*|skeptic\\p{L}*|withdr\\p{L}+|abandon\\p{L}*|cancel\\p{L}*|scrap\\p{L}*|drop(?:s|ped)|suspend\\p{L}*|free|spared?|again|return\\p{L}*|resum\\p{L}*|reopen\\p{L}*|for the first time|' +
  'postpon\\p{L}*|delay\\p{L}*|put off|remain(?:s|ed)?|stay(?:s|ed)?|still|yet to|run(?:s|ning)? out|expir\\p{L}*|only|exclud\\p{L}+|except|declin\\p{L}+|denials?|reject\\p{L}*|refus\\p{L}*|fail\\p{L}*|keeps?|kept|veto\\p{L}*|turn(?:s|ed)? down|push(?:es|ed)? back|zero'

/** Words of an English text that keep it open, besides the marks of sources. */
const OPEN: Record<'possible' | 'plan' | 'claim', string> = {
  possible:
    'can|if|risks?|threat\\p{L}*|chance|possib\\p{L}*|potential|prospect|suggest\\p{L}*|appear\\p{L}*|seem\\p{L}*|unclear|unlikely|estimat\\p{L}*|expect\\p{L}*|forecast\\p{L}*|predict\\p{L}*|whether|uncertain\\p{L}*|hopes?|fear\\p{L}*|warn\\p{L}*|doubt\\p{L}*|open to',
  plan: "to(?! (?:the|an?|its|their|his|her|this|that|\\d|\\p{Lu}|two|three|four|five|six|seven|eight|nine|ten)(?!\\p{Ll}))|future|\\p{L}+'ll|(?:is|are|was|were) \\p{L}+ing|plan\\p{L}*|aim\\p{L}*|ambition|target\\p{L}*|goals?|intention|intends?|ahead|upcoming|next|from|by|wants?|wish\\p{L}*|means? to|meant to|hop(?:e|es|ed|ing)|seek\\p{L}*|ask\\p{L}*|call(?:s|ed|ing)? for|push\\p{L}*|propos\\p{L}*|eye(?:s|d)|prepar\\p{L}*|promis\\p{L}*|pledg\\p{L}*|expect\\p{L}*|schedul\\p{L}*|should|must|if|draft\\p{L}*|idea|study\\p{L}*|studies|examin\\p{L}*|look(?:s|ing) at|weigh\\p{L}*|bid",
  claim:
    'says?|said|think\\p{L}*|consider\\p{L}*|according to|report(?:s|ed|ing)?|charge[sd]?|indict\\p{L}*|den(?:y|ies|ied|ying)|investigat\\p{L}*|prob(?:e|es|ed|ing)|complain\\p{L}*|argu(?:e|es|ed|ing)|maintain(?:s|ed)?|assert\\p{L}*|contend\\p{L}*|prosecutors?|lawsuit|sue[sd]?|suing|tell|tells|told|blam\\p{L}+|believ\\p{L}+|appear\\p{L}*|tried|trial|whether|over',
}

const anyWord = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${words})(?![\\p{L}\\p{N}-])`, 'giu')
const { negation, denial, possible, plan, claim } = ENGLISH.polarity
const PLANS = plan.replace('|will|would|shall', '')
const KEEPS: Record<Polarity, RegExp> = {
  negation: anyWord(`${negation}|${denial}|${NEGATIVE}`),
  denial: anyWord(`${negation}|${denial}|${NEGATIVE}`),
  possible: anyWord(`${possible}|${PLANS}|${OPEN.possible}`),
  plan: anyWord(`${possible}|${plan}|${OPEN.plan}`),
  claim: anyWord(`${possible}|${claim}|${OPEN.claim}`),
}
/** Words that keep it whatever the source has; others only when the source does not have them too. */
const SURE: Record<Polarity, RegExp> = {
  negation: anyWord(`${negation}|${denial}`),
  denial: anyWord(`${negation}|${denial}`),
  possible: anyWord(possible),
  plan: anyWord(`${possible}|${plan}`),
  claim: anyWord(`${claim}|${possible}`),
}

/** Returns true if an English text says in its own way, which a source does not have, that something is not so, or not certain. */
export function keepsPolarity(text: string, kind: Polarity, source = ''): boolean {
  const plain = withoutMonth(text)
  if (plain.search(SURE[kind]) !== -1) return true
  const theirs = new Set(source.toLowerCase().match(/\p{L}+/gu) ?? [])
  return (plain.match(KEEPS[kind]) ?? []).some(
    (words) =>
      !words
        .toLowerCase()
        .split(' ')
        .every((word) => theirs.has(word)),
  )
}

const withoutMonth = (text: string) => text.replaceAll('’', "'").replace(/(?<=\S\s)May(?!\p{L})/gu, ' ')

/** The number of negations in an English text. */
export const countNegations = (text: string) => withoutMonth(text).match(KEEPS.negation)?.length ?? 0
