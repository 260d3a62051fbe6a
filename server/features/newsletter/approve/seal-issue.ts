import { createHash } from 'node:crypto'
import { englishNameOf } from '#core/i18n/english-names.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type { ArticleLink } from '#server/features/newsletter/approve/issue-links.ts'
import { type IssueContent, readIssue } from '#server/features/newsletter/read-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'

/** Tells whether an issue still is what was approved; `changed` names the parts that differ, for people. */
type SealVerdict = { intact: true } | { intact: false; changed: string[] }

/** The seal: one hash over everything that is approved, which is the issue, its editions and items, the messages, and the articles that they link to. */
export function sealOf(parts: readonly SealedPart[]): string {
  const canonical = parts.map(({ kind, key, hash }) => [kind, key, hash].join(' ')).toSorted()
  return createHash('sha256').update(canonical.join('\n')).digest('hex')
}

/** Stores what the seal of a stored issue is made of, and returns the seal. */
export async function sealIssue(
  transaction: Session,
  issueId: string,
  articleIds: readonly string[],
): Promise<string> {
  const parts = await readSealedParts(transaction, issueId, articleIds)
  await transaction`
    insert into private.newsletter_approvals (issue_id, parts) values (${issueId}, ${JSON.stringify(parts)}::jsonb)
    on conflict (issue_id) do update set parts = excluded.parts`
  return sealOf(parts)
}

/** Tells whether an issue, its messages and the articles behind its links are still what was approved. */
export async function verifySeal(
  sql: Session,
  { log }: Pick<Services, 'log'>,
  issueId: string,
): Promise<SealVerdict> {
  const [approved] = await sql<{ seal: string | null; parts: SealedPart[] }[]>`
    select seal, parts from public.newsletter_issues join private.newsletter_approvals on issue_id = id
    where id = ${issueId}`
  const changed = approved ? await findChanges(sql, issueId, approved) : ['the approval']
  if (changed.length === 0) return { intact: true }
  log.warn(
    `The seal of the newsletter issue ${issueId} is broken: ${changed.length} of its parts have changed.`,
  )
  return { intact: false, changed }
}

async function findChanges(
  sql: Session,
  issueId: string,
  { seal, parts }: { seal: string | null; parts: readonly SealedPart[] },
): Promise<string[]> {
  if (sealOf(parts) !== seal) return ['the approval']
  const articleIds = parts.filter(({ kind }) => kind === 'article').map(({ key }) => key)
  const present = await readSealedParts(sql, issueId, articleIds)
  const nameOf = ({ kind, key }: SealedPart) => `${kind} ${key}`
  const hashes = new Map(present.map((part) => [nameOf(part), part.hash]))
  const sealed = new Set(parts.map(nameOf))
  return [
    ...parts.filter((part) => hashes.get(nameOf(part)) !== part.hash),
    ...present.filter((part) => !sealed.has(nameOf(part))),
  ].map(({ name }) => name)
}

/** One part of what is approved. */
export interface SealedPart {
  kind: 'issue' | 'edition' | 'items' | 'message' | 'article'
  /** A language, or the id of an article. */
  key: string
  /** For people. */
  name: string
  hash: string
}

/** The ids of the articles behind the links of an issue: its items in the languages of its editions, and the articles that its texts link to. */
export function linkedArticles({ editions, items }: IssueContent, links: readonly ArticleLink[]): string[] {
  const languages = new Set<Language>([DEFAULT_LANGUAGE, ...editions.map(({ language }) => language)])
  const ofItems = items
    .filter(({ left_out }) => left_out === null)
    .flatMap(({ articles }) => articles)
    .filter(({ language, published }) => published && languages.has(language))
    .map(({ id }) => id)
  return [...new Set([...ofItems, ...links.flatMap(({ articleId }) => articleId ?? [])])].toSorted()
}

/** An article behind a link, as it is now. */
interface SealedArticle {
  id: string
  language: Language
  title: string
  hash: string
}

/** The articles behind the links of an issue, also locked if so wanted. One that was deleted is left out. */
export const readSealedArticles = (
  sql: Session,
  articleIds: readonly string[],
  lock: Fragment = fragment``,
): Promise<SealedArticle[]> => sql<SealedArticle[]>`
  select id, language, title, private.hash_of_article(article) as hash
  from public.articles as article where id = any(${articleIds}::uuid[]) order by id ${lock}`

/** The parts of an issue as they are stored. */
async function readSealedParts(
  sql: Session,
  issueId: string,
  articleIds: readonly string[],
): Promise<SealedPart[]> {
  const content = await readIssue(sql, issueId)
  if (!content) return []
  return sealedParts(content, await readMessages(sql, issueId), await readSealedArticles(sql, articleIds))
}

/** The parts of an issue: what readers get of it, and the articles that it leads to. */
export function sealedParts(
  { issue, editions, items }: IssueContent,
  messages: readonly IssueMessage[],
  articles: readonly SealedArticle[],
): SealedPart[] {
  return [
    // The part without pictures is what it was before there were any.
    part('issue', '', 'the issue', [
      issue.slug,
      issue.counts_clicks,
      ...(issue.shows_pictures ? ['pictures'] : []),
    ]),
    part(
      'items',
      '',
      'the selection of articles',
      items.map((item) => [
        item.article_id,
        item.section,
        item.position,
        item.left_out,
        item.summaries.map(({ language, summary }) => [language, summary]),
      ]),
    ),
    ...editions.map((edition) =>
      part('edition', edition.language, `the ${englishNameOf(edition.language)} edition`, [
        edition.subject,
        edition.preheader,
        edition.introduction,
        edition.content,
      ]),
    ),
    ...messages.map((message) =>
      part('message', message.language, `the ${englishNameOf(message.language)} message`, [
        message.subject,
        message.preheader,
        message.html,
        message.text,
        message.content,
      ]),
    ),
    ...articles.map(
      ({ id, language, title, hash }): SealedPart => ({
        kind: 'article',
        key: id,
        name: language === DEFAULT_LANGUAGE ? `“${title}”` : `“${title}” (${englishNameOf(language)})`,
        hash,
      }),
    ),
  ]
}

function part(kind: SealedPart['kind'], key: string, name: string, said: unknown[]): SealedPart {
  return { kind, key, name, hash: createHash('sha256').update(JSON.stringify(said)).digest('hex') }
}

/** The message that is sent of an edition, and shown of it on the web. */
export type IssueMessage = Omit<RenderedEdition, 'bytes' | 'links'>

/** The messages of an issue: those that were sealed when it was approved, or of a draft what was rendered of it now. */
export const issueMessages = async (
  sql: Session,
  { issue }: Pick<IssueContent, 'issue'>,
  rendered: readonly IssueMessage[],
): Promise<readonly IssueMessage[]> =>
  issue.status === 'draft' || issue.status === 'cancelled' ? rendered : readMessages(sql, issue.id)

/** The stored messages of an issue. */
const readMessages = (sql: Session, issueId: string): Promise<IssueMessage[]> => sql<IssueMessage[]>`
  select language, subject, preheader, html, body_text as text, content
  from public.newsletter_messages where issue_id = ${issueId} order by language`
