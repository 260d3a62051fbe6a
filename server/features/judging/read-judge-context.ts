import type { SourcedArticle } from '#core/domain/sourced-article.ts'
import type { Alias, Binding, JudgeContext, JudgedSource } from '#core/newsroom/judge/judge.ts'
import { MAX_GLOSSARY_ENTRIES } from '#core/translation/checks/glossary.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A source with what people see of it. */
export interface ReadSource extends JudgedSource {
  item_id: string | null
  title: string
  url: string | null
  /** The time at which an editor has looked at what was corrected or withdrawn. */
  seen_at: string | null
}

/** The facts by which an article is judged. */
export interface ReadContext extends JudgeContext {
  article: SourcedArticle
  sources: ReadSource[]
  aliases: Alias[]
  /** The bindings of the sentences of its texts that were judged: those of the stored text first, then the later judged ones. */
  bindings: Binding[]
}

/** Of each source; what is cited is read wherever it stands. */
const MOST_SENTENCES = 500
const MOST_CHARACTERS = 100_000

/** Reads the facts by which an article is judged; null when it rests on no sources. */
export async function readJudgeContext(sql: Session, articleId: string): Promise<ReadContext | null> {
  const [found] = await sql<{ article: SourcedArticle }[]>`
    select to_jsonb(sourced_articles) as article from public.sourced_articles where article_id = ${articleId}`
  if (!found) return null
  const { article } = found
  return {
    article,
    sources: await readSources(sql, articleId),
    aliases: await readAliases(sql),
    doubts: article.doubts,
    bindings: await readBindings(sql, articleId),
  }
}

async function readSources(sql: Session, articleId: string): Promise<ReadSource[]> {
  const rows = await sql<(Omit<ReadSource, 'sentences'> & { texts: string[] | null })[]>`
    select number, source.item_id, title, url, outlet, source.language, to_json(published_at) #>> '{}' as published_at, origin_id, state,
      to_json(seen_at) #>> '{}' as seen_at,
      kept.sentences[1:${MOST_SENTENCES}] as texts
    from public.article_sources as source left join private.news_texts as kept on kept.item_id = source.item_id
    where article_id = ${articleId} order by number`
  // The words that an article was written with stay those that it is compared with, also where the page says something else by now.
  const cited = await sql<{ source: number; sentence: number; text: string }[]>`
    select distinct on (source, sentence) source, sentence, cited.text
    from (
        select cites, judged_at from public.article_sentences where article_id = ${articleId}
        union all select cites, judged_at from private.kept_citations where article_id = ${articleId}) as judged,
      jsonb_to_recordset(judged.cites) as cited (source integer, sentence integer, text text)
    where cited.text <> ''
    order by source, sentence, judged_at desc`
  return rows.map(({ texts, ...source }) => {
    const known = new Map(withinBounds(texts ?? []).map((text, index) => [index + 1, text]))
    for (const { source: number, sentence, text } of cited)
      if (number === source.number) known.set(sentence, text)
    const sentences = [...known].map(([id, text]) => ({ id, text })).toSorted((a, b) => a.id - b.id)
    return { ...source, sentences }
  })
}

function withinBounds(texts: readonly string[]): readonly string[] {
  let characters = 0
  const end = texts.findIndex((text) => {
    characters += text.length
    return characters > MOST_CHARACTERS
  })
  return end < 0 ? texts : texts.slice(0, end)
}

/** Reads what people have entered as other ways to write something. */
function readAliases(sql: Session): Promise<Alias[]> {
  return sql<Alias[]>`
    select distinct term, translation as "as" from public.glossary_terms where rule = 'translate-as'
    order by term, translation limit ${MAX_GLOSSARY_ENTRIES}`
}

/** Reads what sentences with these keys rested on before the texts that were judged last. */
export function readKeptBindings(
  sql: Session,
  articleId: string,
  keys: readonly string[],
): Promise<Binding[]> {
  return sql<Binding[]>`
    select text, kind, cites from private.kept_citations as kept
    where article_id = ${articleId} and key = any (${[...keys]}) and not exists (
      select from public.article_sentences as judged where judged.article_id = kept.article_id and judged.key = kept.key)
    order by judged_at desc, key`
}

function readBindings(sql: Session, articleId: string): Promise<Binding[]> {
  return sql<Binding[]>`
    with stored as (select private.text_hash(articles) as hash from public.articles where id = ${articleId}),
      latest as (
        select distinct on (key) text, kind, cites, text_hash is not distinct from (select hash from stored) as is_stored, judged_at, position
        from public.article_sentences where article_id = ${articleId} and kind <> 'heading'
        order by key, is_stored desc, judged_at desc)
    select text, kind, cites from latest order by is_stored desc, judged_at desc, position`
}
