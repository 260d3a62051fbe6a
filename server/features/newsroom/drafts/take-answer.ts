import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import type { Dropped } from '#core/domain/sourced-article.ts'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import type { Binding } from '#core/newsroom/judge/judge.ts'
import { parseCite } from '#core/newsroom/judge/judge.ts'
import { nearSpeaker, readQuotations } from '#core/newsroom/judge/reading/read-quotations.ts'
import { sameWords } from '#core/newsroom/sentence-key.ts'
import { checkAdditions } from '#core/translation/checks/check-additions.ts'
import { checkLanguage } from '#core/translation/checks/check-language.ts'
import type { DraftAnswer } from '#server/features/newsroom/drafts/ask-for-draft.ts'
import type { NumberedSource, TickedSource } from '#server/features/newsroom/drafts/sources.ts'

/** The parts that code takes from the answer of a model. They are judged afterwards like any other text. */
export interface TakenAnswer {
  title: string
  subtitle: string
  excerpt: string
  /** The sentences of the text, each as it is cut by the judge. The first one of a paragraph begins it. */
  sentences: (Binding & { beginsParagraph: boolean })[]
  dropped: Dropped[]
}

/** The sources as the model got them, in the order of their numbers. */
export type Sources = readonly (NumberedSource & Pick<TickedSource, 'language'>)[]
type Place = Binding['cites'][number]

const MAX_SENTENCES = 200
const MAX_LENGTH = 1_000
const MAX_CITES = 20
const MAX_PER_PARAGRAPH = 3
/** The length of what is shown of something that was dropped, for people who look. */
const SHOWN = 300
/** The number that fits into what is stored of an article, whatever they are made of. */
const MAX_DROPPED = 100

/** Takes what can be used of the answer of a model, and says what was dropped and why. */
export function takeAnswer(answer: DraftAnswer, sources: Sources): TakenAnswer {
  const dropped: Dropped[] = []
  const drop = (text: string, ...codes: string[]) => {
    if (dropped.length < MAX_DROPPED) dropped.push({ text: text.slice(0, SHOWN).toWellFormed(), codes })
  }
  const short = (field: 'title' | 'subtitle' | 'excerpt') => {
    const text = inOneLine(answer[field])
    const codes = text === '' ? [] : faultsOf(text, ARTICLE_FIELDS[field].longest)
    if (codes.length === 0) return text
    drop(text, ...codes)
    return ''
  }
  const [title, subtitle, excerpt] = [short('title'), short('subtitle'), short('excerpt')]

  const said = new Set<string>()
  const sentences: TakenAnswer['sentences'] = []
  let inParagraph = 0
  for (const [index, given] of answer.sentences.entries()) {
    const taken = takeSentence(given, sources)
    const text = taken.text
    const codes = [...taken.codes, ...faultsOf(text, MAX_LENGTH)]
    if (index >= MAX_SENTENCES) codes.push('too_many')
    if (said.has(sameWords(text))) codes.push('repeated')
    if (codes.length > 0) {
      drop(text || given.text, ...new Set(codes))
      continue
    }
    said.add(sameWords(text))
    const beginsParagraph = inParagraph === 0 || inParagraph >= MAX_PER_PARAGRAPH || given.kind === 'quote'
    inParagraph = beginsParagraph ? 1 : inParagraph + 1
    for (const [place, piece] of cutSentences(text, 'en').entries())
      sentences.push({
        text: piece.text,
        kind: given.kind,
        cites: taken.cites,
        beginsParagraph: beginsParagraph && place === 0,
      })
  }
  return { title, subtitle, excerpt, sentences, dropped }
}

function takeSentence(
  { text, cites, kind }: DraftAnswer['sentences'][number],
  sources: Sources,
): { text: string; cites: Place[]; codes: string[] } {
  const written = inOneLine(text)
  const places = cites.map(parseCite)
  const known = places.filter((place) => place !== null)
  if (known.length < places.length) return { text: written, cites: known, codes: ['unknown_source'] }
  if (known.length > MAX_CITES) return { text: written, cites: known, codes: ['too_many_cites'] }
  if (kind !== 'quote') return { text: withEnd(written), cites: known, codes: [] }
  const filled = known.map((place) => ({ place, quote: fillFrom(sources, place, written) }))
  const found = filled.find(({ quote }) => quote.status === 'filled')
  if (found?.quote.status === 'filled') return { text: found.quote.text, cites: [found.place], codes: [] }
  const [first] = filled
  return {
    text: written,
    cites: known,
    codes: [first?.quote.status === 'dropped' ? first.quote.code : 'uncited'],
  }
}

function fillFrom(
  sources: Sources,
  { source, sentence }: Place,
  written: string,
): ReturnType<typeof fillQuote> {
  const from = sources[source - 1]
  const text = from?.sentences[sentence - 1]?.text
  if (!from || text === undefined) return { status: 'dropped', code: 'unknown_source' }
  return fillQuote(written, { outlet: from.outlet, language: from.language, text })
}

const inOneLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Ends a sentence, so that the next one is not read as a part of it. */
const withEnd = (text: string) => (/[.!?…]["'”’)\]]*$/u.test(text) ? text : `${text}.`)

const FAULTS = new Map<string, string>([
  ['address_added', 'address'],
  ['html_added', 'markup'],
  ['markdown_added', 'markup'],
  ['placeholder_added', 'markup'],
  ['control_character_added', 'hidden_character'],
])

/** Lists the reasons why a text is none for readers, whatever it says. */
function faultsOf(text: string, maxLength: number): string[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return ['empty']
  if (text.length > maxLength) return ['too_long']
  return checkAdditions('', text).flatMap(({ code }) => FAULTS.get(code) ?? [])
}

/** Tells whether the draft as a whole is in English. */
export function isInEnglish({ sentences }: Pick<TakenAnswer, 'sentences'>): boolean {
  // The text is checked as one piece, because single sentences may have names and words of another language.
  const text = sentences.map((sentence) => sentence.text.replace(/[.!?…]+/gu, ',')).join(' ')
  return checkLanguage(text, 'en').length === 0
}

/** A sentence of a source that a quotation may come from. */
interface QuotedSource {
  outlet: string
  language: string | null
  text: string
}

type Filled =
  | { status: 'filled'; text: string }
  | { status: 'dropped'; code: 'quote_changed' | 'wrong_language' | 'unknown_source' }

/** A quotation of a word or two says nothing by itself. */
const MIN_WORDS = 3

/**
 * The sentence for a quotation: the exact words of the source, with who says them, when the source names somebody, and the outlet. Where the
 * source quotes more than once, those that have most in common with what the model wrote.
 */
function fillQuote(written: string, { outlet, language, text }: QuotedSource): Filled {
  const wanted = new Set(wordsOf(written))
  const [best] = readQuotations(text)
    .filter((quotation) => wordsOf(quotation.text).length >= MIN_WORDS)
    .map((quotation) => ({
      quotation,
      shared: wordsOf(quotation.text).filter((word) => wanted.has(word)).length,
    }))
    .toSorted((a, b) => b.shared - a.shared)
  if (!best) return { status: 'dropped', code: 'quote_changed' }
  if (language !== null && language !== 'en') return { status: 'dropped', code: 'wrong_language' }
  const words = best.quotation.text.trim().replace(/[,;:.]+$/u, '')
  const ended = /[!?…]$/u.test(words) ? words : `${words}.`
  const speaker = nearSpeaker({ text }, best.quotation)
  return {
    status: 'filled',
    text: speaker ? `${speaker} said, as ${outlet} reports: “${ended}”` : `${outlet} quotes: “${ended}”`,
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
