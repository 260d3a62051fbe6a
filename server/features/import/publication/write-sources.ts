import type { OwnArticle } from '#server/features/import/publication/own-article.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Lets an article rest on the sources that an export names. None of their texts is there, so its sentences have to be compared anew. */
export async function writeSources(
  session: Session,
  id: string,
  { sources, drafted }: Pick<OwnArticle, 'sources' | 'drafted'>,
): Promise<void> {
  if (sources.length === 0) return
  await session`
    insert into public.sourced_articles (article_id, model, drafted_at)
    values (${id}, ${drafted?.model ?? null}, ${drafted?.date ?? null}::timestamptz)
    on conflict (article_id) do nothing`
  await session`
    insert into public.article_sources (article_id, number, outlet, title, url, language, published_at, origin_id)
    select ${id}, number, outlet, title, url, language, date, gen_random_uuid()
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb)
      as given (number integer, outlet text, title text, url text, language text, date timestamptz)
    on conflict (article_id, number) do nothing`
}
