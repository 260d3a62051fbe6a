import type { PageTexts } from '#core/domain/page.ts'
import type { Language } from '#core/i18n/languages.ts'
import { hashOf } from '#core/text-hash.ts'

/** A text that comes with the product (`core/i18n/messages/{language}/{page}.md`). */
export interface ShippedPage extends PageTexts {
  /** The day of its last change, YYYY-MM-DD. */
  updated: string
}

/** What such a file says: three values between lines of hyphens, and the text. */
export function parseShippedPage(file: string): ShippedPage {
  const [, head = '', content = ''] = /^---\n([\s\S]*?)\n---\n\n?([\s\S]*)$/.exec(file) ?? []
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

/** The texts that are in force for a subject, by the end of their path: those of any subject first where they fit. */
export function shippedPagePaths(
  subject: 'ai' | 'any',
  { slug, language }: { slug: string; language: Language },
): string[] {
  const shipped = `${language}/${slug}.md`
  return subject === 'any' ? [`${language}/any/${slug}.md`, shipped] : [shipped]
}
