import type { PageTexts } from '#core/domain/page.ts'
import { hashOf } from '#core/text-hash.ts'

/** A text that comes with the product (`core/i18n/messages/{language}/{page}.md`). */
export interface ShippedPage extends PageTexts {
  /** The day of its last change, YYYY-MM-DD. */
  updated: string
}

/** What a paper about artificial intelligence says, and what one about anything says in the same place. */
const ALTERNATIVES = /^<!-- ai -->\n([\s\S]*?)^<!-- any -->\n([\s\S]*?)^<!-- end -->\n/gm

/** What such a file says to readers of this subject: three values between lines of hyphens, and the text. */
export function parseShippedPage(file: string, subject: 'ai' | 'any'): ShippedPage {
  const text = file.replace(ALTERNATIVES, (_, ai: string, any: string) => (subject === 'ai' ? ai : any))
  const [, head = '', content = ''] = /^---\n([\s\S]*?)\n---\n\n?([\s\S]*)$/.exec(text) ?? []
  const value = (name: string) => {
    const written = new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
    return written.startsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : written
  }
  return { title: value('title'), description: value('description'), updated: value('updated'), content }
}

/** Which shipped text it is, without its date: with another hash it says something else. */
export function hashOfPage({ title, description, content }: PageTexts): string {
  return hashOf([title, description, content].join('\u001f'))
}
