import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { Article } from '#core/domain/article.ts'
import {
  type IssueStatus,
  type NewsletterEdition,
  type NewsletterIssue,
  type NewsletterIssueEvent,
  type NewsletterItem,
  type NewsletterSummary,
  SECTIONS,
} from '#core/domain/newsletter-issue.ts'
import type { MessageCounts } from '#core/domain/newsletter-sending.ts'
import type { Language } from '#core/i18n/languages.ts'

/** An issue in a list, with the subject of its English edition, or of its only one. `messages` is null until it is begun. */
export type ListedIssue = NewsletterIssue & {
  subject: string
  languages: Language[]
  messages: MessageCounts | null
}

export interface IssueListOptions extends PageOptions {
  /** Any of these; none means all. */
  statuses: readonly IssueStatus[]
}

/** A page of the issues, the newest first. */
export async function listNewsletterIssues(
  client: Client,
  options: IssueListOptions,
): Promise<Page<ListedIssue>> {
  let query = client.from('newsletter_issues').select('*', { count: 'exact' })
  if (options.statuses.length > 0) query = query.in('status', options.statuses)
  const sorted = query.order('created_at', { ascending: false }).order('id')
  const { rows, total } = await readPage((from, to) => sorted.range(from, to).throwOnError(), options)
  if (rows.length === 0) return { rows: [], total }
  const ids = rows.map(({ id }) => id)
  const [{ data: editions }, counts] = await Promise.all([
    client
      .from('newsletter_editions')
      .select('issue_id, language, subject')
      .in('issue_id', ids)
      .order('language')
      .throwOnError(),
    countMessages(client, rows),
  ])
  const byIssue = Map.groupBy(editions, (edition) => edition.issue_id)
  const countsOf = new Map(counts.map((count) => [count.issue_id, count]))
  return {
    rows: rows.map((row) => {
      const own = (byIssue.get(row.id) ?? []).toSorted(englishFirst)
      return {
        ...row,
        subject: own[0]?.subject ?? '',
        languages: own.map(({ language }) => language),
        messages: countsOf.get(row.id) ?? null,
      }
    }),
    total,
  }
}

/** Counts the messages of issues that are sorted by their time of creation, the newest first. */
async function countMessages(client: Client, rows: readonly NewsletterIssue[]): Promise<MessageCounts[]> {
  const begun = rows.filter(({ audience }) => audience !== null)
  const [newest, oldest] = [begun[0], begun.at(-1)]
  if (!newest || !oldest) return []
  const { data } = await client
    .rpc('count_newsletter_messages', { p_from: oldest.created_at, p_until: newest.created_at })
    .throwOnError()
  return data
}

/** The fields of an article of an issue that the desk shows. */
export type ItemArticle = Pick<
  Article,
  | 'id'
  | 'language'
  | 'slug'
  | 'title'
  | 'excerpt'
  | 'category'
  | 'publish_date'
  | 'published'
  | 'original_article_id'
>

export type DeskIssueItem = NewsletterItem & {
  summaries: NewsletterSummary[]
  /** The article in every language that it exists in, English first. */
  articles: ItemArticle[]
}

export interface DeskIssue {
  issue: NewsletterIssue
  /** One for each language, English first. */
  editions: NewsletterEdition[]
  /** The items in the order of their sections and positions, also those that are left out. */
  items: DeskIssueItem[]
  /** Its history, the first event first. */
  events: NewsletterIssueEvent[]
}

/** An issue with everything that its editors see; null when there is none. */
export async function findNewsletterIssue(client: Client, id: string): Promise<DeskIssue | null> {
  const [{ data: issue }, { data: editions }, { data: items }, { data: events }] = await Promise.all([
    client.from('newsletter_issues').select('*').eq('id', id).maybeSingle().throwOnError(),
    client.from('newsletter_editions').select('*').eq('issue_id', id).throwOnError(),
    client.from('newsletter_items').select('*').eq('issue_id', id).throwOnError(),
    client.from('newsletter_issue_events').select('*').eq('issue_id', id).order('id').throwOnError(),
  ])
  if (!issue) return null
  const parts = await readParts(client, items)
  return {
    issue,
    editions: editions.toSorted(englishFirst),
    items: parts.toSorted(
      (one, other) =>
        SECTIONS.indexOf(one.section) - SECTIONS.indexOf(other.section) ||
        one.position - other.position ||
        (one.id < other.id ? -1 : 1),
    ),
    events,
  }
}

/** The number of ids that fit into an address. */
const IDS_AT_ONCE = 100

async function readParts(client: Client, items: NewsletterItem[]): Promise<DeskIssueItem[]> {
  const found: DeskIssueItem[] = []
  for (let start = 0; start < items.length; start += IDS_AT_ONCE) {
    const some = items.slice(start, start + IDS_AT_ONCE)
    const ids = some.map(({ article_id }) => article_id)
    const [{ data: summaries }, { data: originals }, { data: translations }] = await Promise.all([
      client
        .from('newsletter_summaries')
        .select('*')
        .in(
          'item_id',
          some.map(({ id }) => id),
        )
        .throwOnError(),
      client.from('articles').select(ARTICLE_COLUMNS).in('id', ids).throwOnError(),
      client.from('articles').select(ARTICLE_COLUMNS).in('original_article_id', ids).throwOnError(),
    ])
    const byItem = Map.groupBy(summaries, ({ item_id }) => item_id)
    const byOriginal = Map.groupBy(
      [...originals, ...translations],
      ({ id, original_article_id }) => original_article_id ?? id,
    )
    for (const item of some)
      found.push({
        ...item,
        summaries: (byItem.get(item.id) ?? []).toSorted(englishFirst),
        articles: (byOriginal.get(item.article_id) ?? []).toSorted(englishFirst),
      })
  }
  return found
}

const ARTICLE_COLUMNS =
  'id, language, slug, title, excerpt, category, publish_date, published, original_article_id'

const englishFirst = (one: { language: Language }, other: { language: Language }) =>
  rank(one.language) < rank(other.language) ? -1 : 1
const rank = (language: Language) => (language === 'en' ? '' : language)
