import { nearSpeaker } from '#core/newsroom/judge/reading/near-speaker.ts'
import { readQuotations } from '#core/newsroom/judge/reading/read-quotations.ts'

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
export function fillQuote(written: string, { outlet, language, text }: QuotedSource): Filled {
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
