/** Invalid lines as other systems export them, and the kind of error that is reported. */
const NONSENSE = [
  ['', 'no_address'],
  ['not an address', 'invalid_address'],
  ['@example.org', 'invalid_address'],
  ['two@@example.org', 'invalid_address'],
  ['nobody@localhost', 'invalid_address'],
  ['Ada <ada@example.org>', 'invalid_address'],
  ["'=HYPERLINK('https://evil.example')", 'invalid_address'],
  ["=cmd|' /C calc'!A0", 'invalid_address'],
  ['nul\u0000byte@example.org', 'invisible'],
  ['m\u00FCller@example.org', 'invalid_address'],
  ['\u212Aelvin@example.org', 'invalid_address'],
  ['right\u202Eleft@example.org', 'invisible'],
  ['"line\nbreak@example.org"', 'quotes'],
  [`${'long'.repeat(70)}@example.org`, 'long_address'],
  ['reader0@example.org', 'duplicate'],
  ['READER0@EXAMPLE.ORG', 'duplicate'],
] as const

/** One line in so many is nonsense. */
const EVERY = 50
export const LANGUAGE_CELLS = ['en', 'de-DE', 'FR', 'Español', 'it_IT', 'pt', 'tlh', '']

/** A file of other people's subscribers, mostly right, with every kind of nonsense. */
export function subscribersCsv(lines: number): string {
  const written = ['\uFEFFE-Mail Address,First Name,Locale,OPTIN_TIME,CONFIRM_TIME']
  for (let index = 0; index < lines; index += 1) {
    const language = LANGUAGE_CELLS[index % LANGUAGE_CELLS.length]
    const wrong = index > 0 && index % EVERY === 0 ? NONSENSE[(index / EVERY) % NONSENSE.length] : undefined
    const address = wrong ? wrong[0] : ` Reader${index}@Example.org`
    written.push(
      `${address},"Reader, ""the ${index}th""",${language},2024-05-01 10:20:30,2024-05-02T10:20:30+02:00`,
    )
  }
  return `${written.join('\r\n')}\r\n`
}

/** Counts the lines of `subscribersCsv` that are reported under each kind. */
export function nonsenseOf(lines: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let index = EVERY; index < lines; index += EVERY) {
    const [, kind] = NONSENSE[(index / EVERY) % NONSENSE.length] ?? ['', '']
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}
