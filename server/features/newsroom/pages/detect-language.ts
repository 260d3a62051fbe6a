import { franc } from 'franc-min'

/** Fewer letters do not tell one language from another. */
const MIN_LENGTH = 120
/** More says nothing new. */
const MAX_LENGTH = 5_000

/** The language of a text, as its page calls it, or else as its letters look; null when neither tells. */
export function detectLanguage(text: string, declared: string): string | null {
  const language = shortCode(/^\s*([a-z]{2,3})(?![a-z])/i.exec(declared)?.[1] ?? '')
  if (language) return language
  return text.length < MIN_LENGTH ? null : shortCode(franc(text.slice(0, MAX_LENGTH)))
}

/** Of two letters where the language has such a code (RFC 5646, section 4.5). */
function shortCode(code: string): string | null {
  if (code === '' || code === 'und') return null
  const [canonical = ''] = Intl.getCanonicalLocales(code)
  return /^[a-z]{2,3}(?=-|$)/.exec(canonical)?.[0] ?? null
}
