import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import {
  compileGlossary,
  type Glossary,
  type GlossaryEntry,
  MAX_GLOSSARY_ENTRIES,
} from '#core/translation/checks/glossary.ts'
import { proposedTerm } from '#core/translation/learning/proposed-term.ts'
import { changeKey, stemOf, type WordChange, wordChanges } from '#core/translation/learning/word-changes.ts'
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

/** A machine text and the edited text that replaces it, both with their ids in the memory. */
export interface LearnedEdit {
  source: string
  before: { id: number; text: string }
  after: { id: number; text: string }
}

/** The number of articles with the same change from which a term is proposed. */
const ARTICLES_OF_PROPOSAL = 3
/** The number of latest examples from which a proposal is made. */
const EXAMPLES = 5
/** The most changes that are recorded for one article at once. */
const MAX_CHANGES = 100
/** The most edits that are compared while an editor waits for a save; more of them are a rewrite of the article. */
const MAX_EDITS = 200
/** The edits that are compared before yielding to the event loop; each takes some milliseconds if all words differ. */
const CHUNK_SIZE = 5

interface FoundChange extends WordChange {
  key: string
  segmentId: number
  replacedId: number
}

/**
 * Records which words editors replace, and proposes a glossary term once the same change was made in three articles. Idempotent; decided
 * proposals are not repeated.
 */
export async function learnFromEdits(
  sql: Session,
  {
    language,
    articleId,
    edits,
  }: { language: TranslatedLanguage; articleId: string; edits: readonly LearnedEdit[] },
): Promise<void> {
  const changes = await changesIn(edits.slice(0, MAX_EDITS), language)
  if (changes.length === 0) return
  // Serialises transactions, so that one of them sees the changes of all three articles.
  await sql`select pg_advisory_xact_lock(hashtext('translation_edits ' || ${language}))`
  await sql`
    insert into public.translation_edits (language, before, after, article_id, segment_id, replaced_id, change_key)
    select ${language}, given.before, given.after, ${articleId}, given.segment_id, given.replaced_id, given.key
    from unnest(${changes.map(({ before }) => before)}::text[], ${changes.map(({ after }) => after)}::text[],
      ${changes.map(({ segmentId }) => segmentId)}::bigint[], ${changes.map(({ replacedId }) => replacedId)}::bigint[],
      ${changes.map(({ key }) => key)}::text[]) as given (before, after, segment_id, replaced_id, key)
    -- Segments that were deleted meanwhile are skipped.
    where exists (select from public.translation_segments where id = given.segment_id)
      and exists (select from public.translation_segments where id = given.replaced_id)
    on conflict do nothing`
  const keys = [...new Set(changes.map(({ key }) => key))]
  const ripe = await sql<{ key: string }[]>`
    select change_key as key from public.translation_edits as edit
    where language = ${language} and change_key = any(${keys}::text[]) and not exists (
      select from public.glossary_proposals as made where made.language = ${language} and made.change_key = edit.change_key)
    group by change_key having count(distinct article_id) >= ${ARTICLES_OF_PROPOSAL}`
  for (const { key } of ripe) await propose(sql, language, key)
}

async function changesIn(
  edits: readonly LearnedEdit[],
  language: TranslatedLanguage,
): Promise<FoundChange[]> {
  const changes: FoundChange[] = []
  for (const [index, { source, before, after }] of edits.entries()) {
    if (index > 0 && index % CHUNK_SIZE === 0) await yieldToEventLoop()
    for (const change of wordChanges({ source, before: before.text, after: after.text }, language)) {
      changes.push({
        ...change,
        key: changeKey(change, language),
        segmentId: after.id,
        replacedId: before.id,
      })
      if (changes.length === MAX_CHANGES) return changes
    }
  }
  return changes
}

async function propose(sql: Session, language: TranslatedLanguage, key: string): Promise<void> {
  const examples = await sql<(WordChange & { source: string })[]>`
    select edit.before, edit.after, segment.source from (
      select distinct on (article_id) * from public.translation_edits
      where language = ${language} and change_key = ${key} order by article_id, id desc) as edit
    join public.translation_segments as segment on segment.id = edit.segment_id
    order by edit.id desc limit ${EXAMPLES}`
  // The shortest form is most likely the base form of the word.
  const { before, after } = shortest(examples)
  const term = proposedTerm({ after, sources: examples.map(({ source }) => source) })
  if (await isDecided(sql, language, { before, after, term })) return
  await sql`
    insert into public.glossary_proposals (language, before, after, term, change_key)
    values (${language}, ${before}, ${after}, ${term}, ${key}) on conflict do nothing`
}

const shortest = (changes: readonly WordChange[]): WordChange =>
  changes.reduce((best, one) =>
    one.before.length + one.after.length < best.before.length + best.after.length ? one : best,
  )

/** Tells whether the glossary has this term already. */
async function isDecided(
  sql: Session,
  language: TranslatedLanguage,
  { before, after, term }: WordChange & { term: string | null },
): Promise<boolean> {
  const terms = await sql<{ term: string; rule: string; translation: string | null }[]>`
    select term, rule, translation from public.glossary_terms
    where language = ${language} and lower(term) = any(array[lower(${before}), lower(${after}), lower(${term ?? ''})])`
  return terms.some((known) => {
    if (known.rule === 'never') return known.term.toLowerCase() === before.toLowerCase()
    const wanted = known.rule === 'keep' ? known.term : (known.translation ?? '')
    return stemOf(wanted, language) === stemOf(after, language)
  })
}
