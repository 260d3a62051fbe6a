import type { Client } from '#core/data/client.ts'
import { columnsOf } from '#core/data/postgrest.ts'
import { TRANSLATED_FIELDS } from '#core/domain/article.ts'
import type { ArticleTranslation } from '#core/domain/article-translation.ts'

/** The number of people's texts for one original that are looked for in its translations; the newest first. */
const MOST_PERSONS_TEXTS = 300

/** The segments of a translation that editors have written, and those with two texts to choose from. */
export interface TranslationMarks {
  translation_id: string
  edited: number
  conflicts: number
}

/** Counts the marks of the parts of these translations. */
export async function listTranslationMarks(
  client: Client,
  { originalId, translationIds }: { originalId: string; translationIds: string[] },
): Promise<TranslationMarks[]> {
  if (translationIds.length === 0) return []
  const [conflicts, edited] = await Promise.all([
    listConflicts(client, translationIds),
    listPersonsParts(client, { originalId, translationIds }),
  ])
  const countOf = (ids: string[], id: string) => ids.filter((one) => one === id).length
  return translationIds.map((id) => ({
    translation_id: id,
    edited: countOf(edited, id),
    conflicts: countOf(conflicts, id),
  }))
}

async function listConflicts(client: Client, translationIds: string[]): Promise<string[]> {
  const { data } = await client
    .from('translation_parts')
    .select('translation_id')
    .in('translation_id', translationIds)
    .not('proposed_id', 'is', null)
    .throwOnError()
  return data.map(({ translation_id }) => translation_id)
}

async function listPersonsParts(
  client: Client,
  { originalId, translationIds }: { originalId: string; translationIds: string[] },
): Promise<string[]> {
  const { data: segments } = await client
    .from('translation_segments')
    .select('id')
    .eq('article_id', originalId)
    .eq('origin', 'person')
    .order('id', { ascending: false })
    .limit(MOST_PERSONS_TEXTS)
    .throwOnError()
  if (segments.length === 0) return []
  const { data } = await client
    .from('translation_parts')
    .select('translation_id')
    .in('translation_id', translationIds)
    .in(
      'segment_id',
      segments.map(({ id }) => id),
    )
    .throwOnError()
  return data.map(({ translation_id }) => translation_id)
}

const TEXT_COLUMNS = columnsOf(['id', ...TRANSLATED_FIELDS])

/**
 * The ids among these translations whose text differs from the one that was stored when they were made: their segments have not been
 * reviewed since.
 */
export async function listReworded(
  client: Client,
  made: readonly Pick<ArticleTranslation, 'translation_id' | 'translated_at'>[],
): Promise<string[]> {
  if (made.length === 0) return []
  const ids = made.map(({ translation_id }) => translation_id)
  const times = made.map(({ translated_at }) => translated_at)
  const [{ data: revisions }, { data: articles }] = await Promise.all([
    client
      .from('article_revisions')
      .select('article_id, made_at, article')
      .in('article_id', ids)
      .in('made_at', times)
      .order('id', { ascending: false })
      .throwOnError(),
    client.from('articles').select(TEXT_COLUMNS).in('id', ids).throwOnError(),
  ])
  return made.flatMap(({ translation_id, translated_at }) => {
    const stored = revisions.find(
      ({ article_id, made_at }) =>
        article_id === translation_id && Date.parse(made_at) === Date.parse(translated_at),
    )
    const now = articles.find(({ id }) => id === translation_id)
    if (!stored || !now) return []
    return TRANSLATED_FIELDS.some((field) => stored.article[field] !== now[field]) ? [translation_id] : []
  })
}
