import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { OwnExport } from '#server/features/import/publication/own-export.ts'
import { refusalOf } from '#server/features/import/publication/refusal-of.ts'
import { language } from '#server/features/import/publication/schemas.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { BrokenXml, readXml } from '#server/platform/documents/xml/read-xml.ts'
import { childrenOf, fieldOf, textOf, type XmlNode } from '#server/platform/documents/xml/xml-node.ts'

const FILE = 'glossary.tbx'
/** An entry has six languages with a sentence each. */
const MAX_ENTRY_LENGTH = 50_000
/** Two thousand terms in each language, as a glossary can have. */
const MAX_TERMS = 10_000
const RULES = ['keep', 'translate-as', 'never'] as const

interface Term {
  language: string
  term: string
  rule: (typeof RULES)[number]
  translation: string | null
  example: string | null
}

/** Adds the terms of a glossary in TBX that are not there yet, each with the rule that its note names. */
export async function bringGlossary(sql: Sql, own: OwnExport, report: Report): Promise<void> {
  const file = own.files.get(FILE)
  if (!file) return
  const notes = notesAt({ file: FILE, title: '', sourceId: '' }, report)
  const terms: Term[] = []
  const options = {
    isRecord: (path: readonly string[]) => path.at(-1) === 'body' && path.length === 3,
    maxLength: MAX_ENTRY_LENGTH,
  }
  try {
    for await (const { node, isTooLarge } of readXml(file.open(), options, () => {})) {
      if (terms.length >= MAX_TERMS) {
        notes.warn('too-large', `more than ${MAX_TERMS} terms`, 'left-out')
        break
      }
      if (isTooLarge) notes.warn('too-large', 'an entry', 'left-out')
      else terms.push(...termsOf(node))
    }
  } catch (error) {
    if (!(error instanceof BrokenXml || error instanceof UnreadableSource)) throw error
    notes.fail('incomplete', error.message, 'left-out')
    // What defines entities is not used at all.
    if (error instanceof UnreadableSource) return
  }
  for (const term of terms) {
    const problem = await refusalOf(
      () => sql`
        insert into public.glossary_terms (language, term, rule, translation, example)
        values (${term.language}, ${term.term}, ${term.rule}, ${term.translation}, ${term.example})
        on conflict (language, lower(term)) do nothing`,
    )
    if (problem) notes.warn('format', `${term.term.slice(0, 100)}: ${problem}`, 'left-out')
  }
}

/** The rows of an entry. The English section has the term of those that are translated. */
function termsOf(entry: XmlNode): Term[] {
  const sections = childrenOf(entry, 'langSec').map((section) => {
    const term = childrenOf(section, 'termSec')[0]
    return {
      language: section.attributes.get('xml:lang') ?? '',
      term: term ? fieldOf(term, 'term') : '',
      rule: term ? fieldOf(term, 'note').trim() : '',
      example: term ? contextOf(term) : null,
    }
  })
  const english = sections.find(({ language: code }) => code === 'en')?.term
  return sections.flatMap(({ language: code, term, rule, example }) => {
    const known = RULES.find((one) => one === rule)
    if (!known || code === 'en' || !language.safeParse(code).success || term.includes('\0')) return []
    return [
      {
        language: code,
        term: known === 'translate-as' ? (english ?? term) : term,
        rule: known,
        translation: known === 'translate-as' ? term : null,
        example,
      },
    ]
  })
}

function contextOf(term: XmlNode): string | null {
  const context = childrenOf(term, 'descrip').find(({ attributes }) => attributes.get('type') === 'context')
  return context ? textOf(context) : null
}
