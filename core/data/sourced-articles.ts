import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type {
  ArticleSentence,
  ArticleSource,
  SentenceKind,
  SentenceSignature,
  SourcedArticle,
  ToldSources,
} from '#core/domain/sourced-article.ts'
import type { Alias, Binding, JudgedSentence, JudgedSource, JudgedTexts } from '#core/newsroom/judge/judge.ts'

/** A source of an article, with the sentences of it that are known. */
export type ReadSource = JudgedSource & Pick<ArticleSource, 'title' | 'url' | 'item_id' | 'seen_at'>

/** The sources of an article, and the last judgement of its sentences. */
export interface ArticleSources {
  article: SourcedArticle
  sources: ReadSource[]
  sentences: ArticleSentence[]
  signatures: SentenceSignature[]
  aliases: Alias[]
}

/** The citations of a sentence, as the desk sends them: `2.14` is the source and the place of the sentence in its text. */
export interface SentCites {
  text: string
  kind?: SentenceKind
  cites: string[]
}

export interface ArticleJudgement {
  /** True if every sentence is covered or signed. */
  isCovered: boolean
  sentences: (JudgedSentence & { signed_by: string | null })[]
}

export async function isSourced(client: Client, articleId: string): Promise<boolean> {
  const { data } = await client
    .from('sourced_articles')
    .select('article_id')
    .eq('article_id', articleId)
    .maybeSingle()
    .throwOnError()
  return data !== null
}

/** The sources of an article that were corrected or withdrawn by their publishers, and no editor has looked at since. */
export async function listChangedSources(
  client: Client,
  articleId: string,
): Promise<Pick<ArticleSource, 'number' | 'outlet' | 'title' | 'url' | 'state' | 'state_since'>[]> {
  const { data } = await client
    .from('article_sources')
    .select('number, outlet, title, url, state, state_since')
    .eq('article_id', articleId)
    .in('state', ['corrected', 'withdrawn'])
    .is('seen_at', null)
    .order('number')
    .throwOnError()
  return data
}

const MOST_CHANGED = 1000

/** The articles with such sources. */
export async function listChangedArticles(client: Client): Promise<Set<string>> {
  const { data } = await client
    .from('article_sources')
    .select('article_id')
    .in('state', ['corrected', 'withdrawn'])
    .is('seen_at', null)
    .order('state_since', { ascending: false })
    .limit(MOST_CHANGED)
    .throwOnError()
  return new Set(data.map(({ article_id }) => article_id))
}

/** Records that an editor has looked at such a source. */
export async function markSourceSeen(
  client: Client,
  { articleId, number }: { articleId: string; number: number },
): Promise<boolean> {
  const { data } = await client
    .rpc('mark_source_seen', { p_article_id: articleId, p_number: number })
    .throwOnError()
  return data.changed
}

export const readArticleSources = (client: Client, articleId: string): Promise<Answer<ArticleSources>> =>
  callFunction(client, 'read-article-sources', { articleId }, [404])

/** The citations of the thousand sentences that were judged last, also of texts that are not saved yet; the last ones last. */
export async function listLateBindings(client: Client, articleId: string): Promise<Binding[]> {
  const { data } = await client
    .from('article_sentences')
    .select('text, kind, cites')
    .eq('article_id', articleId)
    .order('judged_at', { ascending: false })
    .order('position', { ascending: false })
    .limit(1_000)
    .throwOnError()
  return data.toReversed()
}

/** Judges texts of an article, and stores the result, so that they can be published. */
export const judgeArticle = (
  client: Client,
  asked: { articleId: string; texts?: JudgedTexts; cites?: SentCites[] },
): Promise<Answer<ArticleJudgement>> => callFunction(client, 'judge-article', asked, [400, 404, 409, 413])

/** Lets an article rest on items of the newsroom. */
export const addArticleSources = (
  client: Client,
  asked: { articleId: string; itemIds: string[] },
): Promise<Answer<{ numbers: number[] }>> =>
  callFunction(client, 'add-article-sources', asked, [400, 404, 409, 422])

/** Asks the model which sentences it doubts. */
export const questionDraft = (
  client: Client,
  articleId: string,
): Promise<Answer<{ doubts: { key: string; reason: string }[] }>> =>
  callFunction(client, 'question-draft', { articleId }, [400, 404, 409, 422, 429, 502, 503, 504])

/** Signs a sentence as own knowledge, in the name of the caller. */
export async function signSentence(
  client: Client,
  { articleId, key, reason }: { articleId: string; key: string; reason: string },
) {
  const { data } = await client
    .rpc('sign_sentence', { p_article_id: articleId, p_key: key, p_reason: reason })
    .throwOnError()
  return data
}

/** Takes a signature back; false if there is none, or the text that it is for is published. */
export async function withdrawSignature(
  client: Client,
  { articleId, key }: { articleId: string; key: string },
): Promise<boolean> {
  const { data } = await client
    .rpc('withdraw_signature', { p_article_id: articleId, p_key: key })
    .throwOnError()
  return data.changed
}

/** Takes a source out of an article, or puts it back; false if that was done before. */
export async function setSourceRemoved(
  client: Client,
  { articleId, number, removed }: { articleId: string; number: number; removed: boolean },
): Promise<boolean> {
  const { data } = await client
    .rpc('set_source_removed', { p_article_id: articleId, p_number: number, p_removed: removed })
    .throwOnError()
  return data.changed
}

/** The public facts about the sources of a published article, given any of its versions; null for one without sources. */
export async function findToldSources(client: Client, articleId: string): Promise<ToldSources | null> {
  const { data } = await client.rpc('find_article_sources', { p_article_id: articleId }).throwOnError()
  return data
}

/** The articles among these of which a model wrote the first text. */
export async function listDraftedArticles(client: Client, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { data } = await client.rpc('list_drafted_articles', { p_article_ids: ids }).throwOnError()
  return new Set(data.flatMap(({ article_id }) => article_id ?? []))
}
