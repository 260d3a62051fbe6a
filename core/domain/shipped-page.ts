import type { PageTexts } from '#core/domain/page.ts'
import type { Settings } from '#core/domain/settings.ts'
import { type StatementId, unmadeStatements, type Voice } from '#core/i18n/statements.ts'
import { hashOf } from '#core/text-hash.ts'

/** A text that comes with the product (`core/i18n/messages/{language}/{page}.md`). */
export interface ShippedPage extends PageTexts {
  /** The day of its last change, YYYY-MM-DD; null if dates are left out. */
  updated: string | null
}

/** The passage for a publication about artificial intelligence, and the one for any other in the same place. */
const ALTERNATIVES = /^<!-- ai -->\n([\s\S]*?)^<!-- any -->\n([\s\S]*?)^<!-- end -->\n/gm

/** A passage that makes a statement, and the replacement for a publication that does not make it; neither contains another one. */
const STATED =
  /<!-- (\w+) -->(\n?)((?:(?!<!-- (?!or )\w+ -->)[\s\S])*?)(?:<!-- or -->((?:(?!<!-- (?!or )\w+ -->)[\s\S])*?))?<!-- \/\1 -->\2/g

/** The publication of a shipped page, and the statements that it leaves out. */
export interface PageVoice {
  subject: 'ai' | 'any'
  unmade: readonly StatementId[]
}

export const voiceOf = ({ subject, ...voice }: Voice & Pick<Settings, 'subject'>): PageVoice => ({
  subject,
  unmade: unmadeStatements(voice),
})

/** The content of such a file: three values between lines of hyphens, and the text. */
export function parseShippedPage(file: string, { subject, unmade }: PageVoice): ShippedPage {
  const text = makeStatements(
    file.replace(ALTERNATIVES, (_, ai: string, any: string) => (subject === 'ai' ? ai : any)),
    (id) => !(unmade as readonly string[]).includes(id),
  )
  const [, head = '', content = ''] = /^---\n([\s\S]*?)\n---\n\n?([\s\S]*)$/.exec(text) ?? []
  const value = (name: string) => {
    const written = new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
    return written.startsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : written
  }
  return {
    title: value('title'),
    description: value('description'),
    updated: unmade.includes('dates') ? null : value('updated'),
    content: numbered(content),
  }
}

/** The innermost passages first. */
function makeStatements(text: string, makes: (id: string) => boolean): string {
  const made = text.replace(STATED, (_, id: string, _line: string, passage: string, without = '') =>
    makes(id) ? passage : without,
  )
  return made === text ? text : makeStatements(made, makes)
}

/** Numbers the sections again, because one may be left out. */
function numbered(content: string): string {
  let number = 0
  return content.replace(/^## \d+\. /gm, () => `## ${++number}. `)
}

/** A hash that identifies a shipped text, without its date: texts with different hashes say different things. */
export function hashOfPage({ title, description, content }: PageTexts): string {
  return hashOf([title, description, content].join('\u001f'))
}
