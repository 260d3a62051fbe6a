import { type PageVoice, parseShippedPage, type ShippedPage } from '#core/domain/shipped-page.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { StatementId } from '#core/i18n/statements.ts'
import type { LegalPage } from '#core/paths.ts'

const FILES = import.meta.glob<string>('./messages/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The text of a page as it comes with the product. Only the server has them all at hand. */
export function readShippedPage(slug: LegalPage, language: Language, voice: PageVoice): ShippedPage {
  return parseShippedPage(FILES[`./messages/${language}/${slug}.md`] ?? '', voice)
}

const passages = new Map<string, string[]>()

/** The lines of an English page in which it makes a statement. */
export function readStatedPassages(
  slug: LegalPage,
  subject: PageVoice['subject'],
  id: StatementId,
): readonly string[] {
  const name = `${slug} ${subject} ${id}`
  const found = passages.get(name) ?? findPassages()
  passages.set(name, found)
  return found

  function findPassages(): string[] {
    const without = new Set(linesOf([id]))
    return linesOf([]).filter((line) => !without.has(line))
  }
  function linesOf(unmade: StatementId[]): string[] {
    const { description, content } = readShippedPage(slug, 'en', { subject, unmade })
    return [description, ...content.replace(/^## \d+\. /gm, '## ').split('\n')].filter(Boolean)
  }
}
