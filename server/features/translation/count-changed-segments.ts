import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import { textsOfArticle } from '#core/translation/article-texts.ts'
import { countChanged } from '#core/translation/cut-texts.ts'
import { translatedColumns } from '#server/features/translation/read-story.ts'
import { forgetOutdatedRefusals } from '#server/features/translation/refused-answers.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { Log } from '#server/platform/log.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

interface StaleTranslation {
  id: string
  source: TranslatedFields | null
  original: TranslatedFields
  /** The newest revision of the original. */
  revision: number | null
}

/** More are left to the next time. */
const MOST_AT_ONCE = 1_000

/**
 * Counts the new and changed segments of the originals of stale translations. A translation is not stale any more when its original has its
 * former texts again. Refused answers to texts that are gone are deleted.
 */
export async function countChangedSegments(sql: Sql): Promise<void> {
  await forgetOutdatedRefusals(sql)
  let after = '00000000-0000-0000-0000-000000000000'
  for (let count = 0; count < MOST_AT_ONCE; count++) {
    const [next] = await sql<StaleTranslation[]>`
      select made.translation_id as id,
        (select to_jsonb(texts) from (select ${translatedColumns('article')}) as texts) as original,
        (select article from public.article_revisions where id = made.source_revision) as source,
        (select max(id)::float8 from public.article_revisions where article_id = made.original_id) as revision
      from public.article_translations as made join public.articles as article on article.id = made.original_id
      where made.stale_since is not null and made.changed_segments is null and made.translation_id > ${after}
      order by made.translation_id limit 1`
    if (!next) return
    after = next.id
    const { id, revision } = next
    const changed = await countChanges(next)
    // A revision that was saved meanwhile is counted the next time.
    await sql`
      update public.article_translations as made set changed_segments = ${changed}::integer,
        stale_since = case when ${changed === null} then null else stale_since end
      where translation_id = ${id} and stale_since is not null and changed_segments is null
        and (select max(id)::float8 from public.article_revisions where article_id = made.original_id)
          is not distinct from ${revision}::float8`
  }
}

/** Null when nothing has changed; 0 when only untranslated parts have, such as an address. */
async function countChanges({ source, original }: StaleTranslation): Promise<number | null> {
  // A revision from before a field was added lacks it.
  if (source && TRANSLATED_FIELDS.every((field) => (source[field] ?? null) === original[field])) return null
  const place = 'core/translation/cut-texts.ts#countChanged'
  return offTurn(place, countChanged, source && textsOfArticle(source), textsOfArticle(original))
}

/** Counts changed segments as soon as the database notifies of stale translations. */
export const countOnNotify = ({ sql, log }: { sql: Sql; log: Log }): NotifiedWork => ({
  channel: 'stale_translations',
  work: () => countChangedSegments(sql),
  // A scheduled job does it later.
  onError: (error) => log.error('The changes of stale translations could not be counted', error),
})
