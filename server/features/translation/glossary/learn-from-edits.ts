import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { changeKey, stemOf } from '#core/translation/learning/change-key.ts'
import { proposedTerm } from '#core/translation/learning/proposed-term.ts'
import { type WordChange, wordChanges } from '#core/translation/learning/word-changes.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A text of a machine that a person has changed, both as they are remembered. */
export interface LearnedEdit {
  source: string
  before: { id: number; text: string }
  after: { id: number; text: string }
}

/** So many articles in which editors make the same change are no coincidence. */
const ARTICLES_OF_PROPOSAL = 3
/** A proposal is made of so many of them, the latest. */
const EXAMPLES = 5
/** Of one article at once. */
const MAX_CHANGES = 100
/** An editor who has changed more texts at once has written the article anew, and whoever saves waits for it. */
const MAX_EDITS = 200
/** So many are compared before others have their turn: some milliseconds each, where all words are others. */
const CHUNK_SIZE = 5

interface FoundChange extends WordChange {
  key: string
  segmentId: number
  replacedId: number
}

/**
 * Notes what words a person has replaced by which, and proposes a term once the same change has been made in three articles. Doing it
 * again changes nothing, and what was decided is not proposed again.
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
  // Of two transactions that each see the third article, the later one sees both.
  await sql`select pg_advisory_xact_lock(hashtext('translation_edits ' || ${language}))`
  await sql`
    insert into public.translation_edits (language, before, after, article_id, segment_id, replaced_id, change_key)
    select ${language}, given.before, given.after, ${articleId}, given.segment_id, given.replaced_id, given.key
    from unnest(${changes.map(({ before }) => before)}::text[], ${changes.map(({ after }) => after)}::text[],
      ${changes.map(({ segmentId }) => segmentId)}::bigint[], ${changes.map(({ replacedId }) => replacedId)}::bigint[],
      ${changes.map(({ key }) => key)}::text[]) as given (before, after, segment_id, replaced_id, key)
    -- What a check has forgotten meanwhile is no example.
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
  // The shortest form is most likely the one that stands in a dictionary.
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

/** Whether the glossary says it already. */
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
