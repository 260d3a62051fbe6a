import type { Client } from '#core/data/client.ts'
import type { Page, PageOptions } from '#core/data/postgrest.ts'
import type { Article } from '#core/domain/article.ts'
import type { AuditEntry, AuditedPerson, AuditFilter } from '#core/domain/audit-log.ts'

/** The article of an entry as it is now; null when it is neither there nor in the trash. */
export type AuditedArticle = Pick<Article, 'title' | 'slug' | 'language'> & {
  /** The id of its entry in the trash. */
  trash_id: string | null
}

export type ListedAuditEntry = AuditEntry & { article: AuditedArticle | null }

/** A page of the audit log, the latest entry first. */
export async function listAuditEntries(
  client: Client,
  {
    search = '',
    person = null,
    kind = null,
    from = null,
    until = null,
    page,
    pageSize,
  }: Partial<AuditFilter> & PageOptions,
): Promise<Page<ListedAuditEntry>> {
  const { data } = await client
    .rpc('list_audit_log', {
      p_search: search,
      p_person: person,
      p_kind: kind,
      p_from: from,
      p_until: until,
      p_offset: (page - 1) * pageSize,
      p_limit: pageSize,
    })
    .throwOnError()
  const articles = await findArticles(client, [
    ...new Set(data.rows.filter(isAboutArticle).flatMap(({ subject_id }) => subject_id ?? [])),
  ])
  const rows = data.rows.map((row) => ({ ...row, article: articles.get(row.subject_id ?? '') ?? null }))
  return { rows, total: data.total }
}

const isAboutArticle = ({ kind }: Pick<AuditEntry, 'kind'>): boolean =>
  kind === 'articles' || kind === 'translations' || kind === 'work'

export async function listAuditedPeople(client: Client): Promise<AuditedPerson[]> {
  const { data } = await client.rpc('list_audited_people').throwOnError()
  return data
}

/** The entries that a list shows, on all of its pages, as CSV. @throws when the request failed */
export async function exportAuditLog(client: Client, filter: AuditFilter): Promise<string> {
  const { search, person, kind, from, until } = filter
  const given = Object.entries({ search, person, kind, from, until }).filter(([, value]) => value)
  const query = new URLSearchParams(given as [string, string][])
  const { data, error } = await client.functions.invoke<string>(`export-audit-log?${query}`, {
    method: 'GET',
  })
  if (error) throw error
  // `text()` removes the byte order mark, without which Excel misreads UTF-8.
  return `\uFEFF${data}`
}

async function findArticles(client: Client, ids: string[]): Promise<Map<string, AuditedArticle>> {
  if (ids.length === 0) return new Map()
  const [present, deleted] = await Promise.all([
    client.from('articles').select('id, title, slug, language').in('id', ids).throwOnError(),
    client
      .from('article_trash')
      .select('id, deleted_with, article_id, title, slug, language')
      .in('article_id', ids)
      .order('deleted_at')
      .throwOnError(),
  ])
  return new Map([
    ...deleted.data.map(({ id, deleted_with, article_id, ...article }): [string, AuditedArticle] => [
      article_id,
      { ...article, trash_id: deleted_with ?? id },
    ]),
    ...present.data.map(({ id, ...article }): [string, AuditedArticle] => [
      id,
      { ...article, trash_id: null },
    ]),
  ])
}
