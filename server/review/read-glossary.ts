import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import {
  compileGlossary,
  type Glossary,
  type GlossaryEntry,
  MAX_GLOSSARY_ENTRIES,
} from '#core/translation/checks/glossary.ts'
import type { Session } from '#server/database/connection.ts'

/** The glossary of a language; null when it has no terms. */
export async function readGlossary(sql: Session, language: TranslatedLanguage): Promise<Glossary | null> {
  const terms = await sql<Pick<GlossaryTerm, 'term' | 'rule' | 'translation'>[]>`
    select term, rule, translation from public.glossary_terms where language = ${language}
    order by id limit ${MAX_GLOSSARY_ENTRIES}`
  const entries = terms
    .map(
      ({ term, rule, translation }): GlossaryEntry =>
        translation === null ? { term, rule } : { term, rule, as: translation },
    )
    .filter(isUsable)
  return entries.length === 0 ? null : compileGlossary(entries)
}

/** A term without a word, such as a dash, is compared with nothing. */
function isUsable(entry: GlossaryEntry): boolean {
  try {
    compileGlossary([entry])
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
