import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkout } from './copy-checkout.ts'

/** A language that the program does not know, with plural forms like those of English. */
export const ACCENTED = { code: 'nl', locale: 'nl-NL', name: 'Nëëdëërlåånds' } as const

const ACCENTS: Record<string, string> = {
  ...{ a: 'å', e: 'ë', i: 'ï', o: 'ö', u: 'ü', y: 'ÿ' },
  ...{ A: 'Å', E: 'Ë', I: 'Ï', O: 'Ö', U: 'Ü', Y: 'Ÿ' },
}
/** Placeholders, marks, tags, comments, entities, addresses, and targets of Markdown links. */
const KEPT =
  /(\{\{[^}]*\}\}|\{\w+\}|<!-- \/?\w+ -->|<\/?\w+>|&#?\w+;|\]\([^)]*\)|(?:https?:\/\/|mailto:|www\.)\S+|\S+@\S+|`[^`]*`)/

/** Writes English with accents, about 40 % longer, and keeps everything that is not text. */
export function accent(text: string): string {
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : accentWords(part)))
    .join('')
}

const accentWords = (text: string) =>
  text.replace(/[A-Za-z]+/g, (word) => {
    const longer = word.replace(/[aeiouy]/gi, (vowel) => {
      const accented = ACCENTS[vowel] ?? vowel
      return accented + accented.toLowerCase()
    })
    return word.length > 4 ? `${longer}ø` : longer
  })

/** Adds the language to a copy of the sources: one folder of messages, and one line. */
export async function addAccentedLanguage({ path, edit }: Pick<Checkout, 'path' | 'edit'>): Promise<void> {
  const { code, locale, name } = ACCENTED
  const folder = join(path, 'core/i18n/messages', code)
  await cp(join(path, 'core/i18n/messages/en'), folder, { recursive: true })
  for (const file of await readdir(folder, { recursive: true })) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => null)
    if (text !== null)
      await writeFile(join(folder, file), file.endsWith('.json') ? accentCatalog(text) : accentPage(text))
  }
  await edit(
    'core/i18n/languages.ts',
    '] as const',
    `  { code: '${code}', name: '${name}', flag: '🇳🇱', locale: '${locale}' },\n] as const`,
  )
}

function accentCatalog(json: string): string {
  const messages = Object.entries(JSON.parse(json) as Record<string, string>)
  return JSON.stringify(
    Object.fromEntries(messages.map(([key, text]) => [key, accent(text).replace(/['"]/g, '’')])),
    null,
    2,
  )
}

/** Markdown, whose first lines are fields. */
function accentPage(markdown: string): string {
  const [, fields = '', text = markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(markdown) ?? []
  const written = fields.replace(
    /^(title|description):(.*)$/gm,
    (_, field, value) => `${field}:${accent(value)}`,
  )
  return `---\n${written}\n---\n${accent(text)}`
}
