import { JUDGED_FIELDS, type SourcedArticle } from '#core/domain/sourced-article.ts'
import { judgeArticle } from '#core/newsroom/judge/create-judge.ts'
import type {
  Alias,
  Binding,
  JudgeContext,
  JudgedSentence,
  JudgedSource,
  JudgedTexts,
} from '#core/newsroom/judge/judge.ts'
import { keysOfSentences } from '#core/newsroom/judge/reading/read-texts.ts'
import { MAX_GLOSSARY_ENTRIES } from '#core/translation/checks/glossary.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment, joined, name } from '#server/platform/database/fragment.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

export interface Judgement {
  /** True if readers may have the text: each sentence is covered or signed. */
  isCovered: boolean
  sentences: (JudgedSentence & { signed_by: string | null })[]
}

interface Asked {
  /** The texts that are about to be saved; those that are stored when they are left out. */
  texts?: JudgedTexts
  /** The bindings that sentences have now, before those that they had when the article was judged last. */
  bindings?: readonly Binding[]
}

/** Compares every sentence of an article with its sources, and stores the result. Null when it rests on no sources, or is no more. */
export function judgeStoredArticle(
  { sql }: Pick<Services, 'sql'>,
  articleId: string,
  asked: Asked = {},
): Promise<Judgement | null> {
  return sql.transaction((transaction) => judgeArticleIn(transaction, articleId, asked))
}

/** Does the same as judgeStoredArticle, in a transaction. The basis of the judgement does not change until the end of that. */
export async function judgeArticleIn(
  sql: Session,
  articleId: string,
  { texts, bindings = [] }: Asked = {},
): Promise<Judgement | null> {
  await sql`select from public.sourced_articles where article_id = ${articleId} for update`
  const context = await readJudgeContext(sql, articleId)
  const judged = texts ?? (await readTexts(sql, articleId))
  if (!context || !judged) return null
  const keys = await offTurn(
    'core/newsroom/judge/reading/read-texts.ts#keysOfSentences',
    keysOfSentences,
    judged,
  )
  const known = [...context.bindings, ...(await readKeptBindings(sql, articleId, keys))]
  const sentences = await judgeTexts({ ...context, bindings: known }, judged, bindings)
  await sql`
    select private.store_judgement(${articleId}, ${JSON.stringify(judged)}::jsonb, ${JSON.stringify(sentences)}::jsonb)`
  return withSignatures(sql, articleId, sentences)
}

function judgeTexts(
  context: ReadContext,
  texts: JudgedTexts,
  bindings: readonly Binding[],
): Promise<JudgedSentence[]> {
  const given = new Set(bindings.map(({ text }) => text))
  const others = context.bindings.filter(({ text }) => !given.has(text))
  const { sources, aliases, doubts } = context
  return offTurn(
    'core/newsroom/judge/create-judge.ts#judgeArticle',
    judgeArticle,
    { sources, aliases, doubts },
    texts,
    [...bindings, ...others],
  )
}

async function readTexts(sql: Session, articleId: string): Promise<JudgedTexts | undefined> {
  const [texts] = await sql<JudgedTexts[]>`
    select ${joined(JUDGED_FIELDS.map((field) => fragment`coalesce(${name(field)}, '') as ${name(field)}`))} from public.articles where id = ${articleId}`
  return texts
}

async function withSignatures(
  sql: Session,
  articleId: string,
  sentences: readonly JudgedSentence[],
): Promise<Judgement> {
  const rows = await sql<{ key: string; name: string }[]>`
    select key, signed_by_name as name from public.sentence_signatures where article_id = ${articleId}`
  const signatures = new Map(rows.map(({ key, name }) => [key, name]))
  const told = sentences.map((sentence) => ({
    ...sentence,
    signed_by: (sentence.is_signable && signatures.get(sentence.key)) || null,
  }))
  return {
    isCovered: told.every(({ verdict, signed_by }) => verdict !== 'red' || signed_by !== null),
    sentences: told,
  }
}

/** A source with what people see of it. */
interface ReadSource extends JudgedSource {
  item_id: string | null
  title: string
  url: string | null
  /** The time at which an editor has looked at what was corrected or withdrawn. */
  seen_at: string | null
}

/** The facts by which an article is judged. */
interface ReadContext extends JudgeContext {
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
function readKeptBindings(sql: Session, articleId: string, keys: readonly string[]): Promise<Binding[]> {
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
