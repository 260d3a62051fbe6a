/** The names that people use in folders and fields, and the codes that are none of ISO 639. */
const NAMES = new Map(
  'english:en spanish:es español:es castellano:es french:fr français:fr german:de deutsch:de italian:it italiano:it portuguese:pt português:pt'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** The primary tag of a language: `pt` of `pt-BR`, `pt_BR` and `português`. Null for anything else. */
export function readLanguage(written: string): string | null {
  const text = written.trim().toLowerCase()
  const named = NAMES.get(text)
  if (named) return named
  const [tag] = /^[a-z]{2,3}(?=$|[-_][a-z0-9]{2,8}(?:$|[-_]))/.exec(text) ?? []
  return tag && isKnown(tag) ? tag : null
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

function isKnown(tag: string): boolean {
  return names.of(tag) !== undefined
}
