import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import {
  compileGlossary,
  type Glossary,
  type GlossaryEntry,
  MAX_GLOSSARY_ENTRIES,
} from '#core/translation/checks/glossary.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The glossary of a language; null while it has no terms. A term that cannot be compared with texts is left out and named. */
export async function readGlossary(
  sql: Session,
  language: TranslatedLanguage,
): Promise<{ glossary: Glossary | null; leftOut: string[] }> {
  const rows = await sql<Pick<GlossaryTerm, 'term' | 'rule' | 'translation'>[]>`
    select term, rule, translation from public.glossary_terms where language = ${language}
    order by lower(term), id limit ${MAX_GLOSSARY_ENTRIES}`
  if (rows.length === 0) return { glossary: null, leftOut: [] }
  const entries = rows.map(
    ({ term, rule, translation }): GlossaryEntry => ({
      term,
      rule,
      ...(translation !== null && { as: translation }),
    }),
  )
  const glossary = compileIfPossible(entries)
  if (glossary) return { glossary, leftOut: [] }
  const fitting = entries.filter((entry) => compileIfPossible([entry]))
  const leftOut = entries.filter((entry) => !fitting.includes(entry)).map(({ term }) => term)
  return { glossary: fitting.length > 0 ? compileGlossary(fitting) : null, leftOut }
}

function compileIfPossible(entries: GlossaryEntry[]): Glossary | null {
  try {
    return compileGlossary(entries)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
