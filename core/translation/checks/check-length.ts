import type { Language } from '#core/i18n/languages.ts'
import type { Problem } from '#core/translation/checks/problem.ts'

/** How many characters a translation has for each of its English source, in the middle: of the demo's 2,852 segments. */
const MEDIAN: Record<Language, number> = { en: 1, es: 1.1, fr: 1.15, de: 1.15, it: 1.12, pt: 1.08 }
/** Below that number of characters, a good translation may have any length. */
const MIN_COMPARED = 80

/** Whether a translation is much shorter or longer than translations of such a length are. The shorter the text, the wider the bounds. */
export function checkLength(source: string, target: string, language: Language): Problem[] {
  const [from, to] = [source.trim().length, target.trim().length]
  if (from === 0) return []
  const ratio = to / (from * MEDIAN[language])
  const spread = 2 / Math.sqrt(from)
  if (from > MIN_COMPARED && ratio < 0.86 - spread) return [{ code: 'too_short', percent: percentOf(ratio) }]
  const most = from > MIN_COMPARED ? 1.15 + 2 * spread : 3 + 25 / from
  return ratio > most ? [{ code: 'too_long', percent: percentOf(ratio) }] : []
}

const percentOf = (ratio: number) => Math.round(ratio * 100)
