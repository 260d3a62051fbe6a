import { allAddressesOf } from '#core/domain/category.ts'
import { mailLeaves } from '#core/domain/mail.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { findDeadLinks, resolveArticleLinks } from '#server/features/newsletter/approve/issue-links.ts'
import type { IssueContent } from '#server/features/newsletter/read-issue.ts'
import { isEmptyFor, type SealedMessage } from '#server/features/newsletter/render/personalise-message.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

export type FactDeps = Pick<Services, 'sql' | 'settings' | 'siteUrl' | 'links' | 'ownPages' | 'mail'>

export interface CheckOptions {
  /** The time to wait for the servers of links. */
  timeoutMs?: number | undefined
}

export type ChecklistFacts = Awaited<ReturnType<typeof readChecklistFacts>>

/** For links to other sites while a caller waits for the response. */
const LINK_TIMEOUT_MS = 15_000
/** Shorter than a week, so that a recurring weekly subject is not reported. */
const DAYS = 6

/** Reads everything that the checklist looks at beside the issue and its messages, and where its links to articles lead. */
export async function readChecklistFacts(
  deps: FactDeps,
  content: IssueContent,
  messages: readonly RenderedEdition[],
  { timeoutMs = LINK_TIMEOUT_MS }: CheckOptions,
) {
  const { sql, settings, siteUrl } = deps
  const links = [...new Set(messages.flatMap((message) => message.links))]
  const articleLinks = await resolveArticleLinks(sql, links, siteUrl)
  const [dead, audience, withNothing, similar, sentBefore, [reviewed]] = await Promise.all([
    findDeadLinks(deps, links, articleLinks, timeoutMs),
    countAudience(sql),
    countWithNothing(deps, messages),
    findSimilarIssue(sql, content),
    hasSentBefore(sql),
    sql<[{ languages: Language[] }]>`select private.reviewed_languages() as languages`,
  ])
  return {
    ...{ articleLinks, dead, audience, withNothing, similar, reviewed: reviewed.languages },
    saysWhereToReply: settings.current().newsletter_reply_to !== null || sentBefore,
    leaves: mailLeaves(await deps.mail.current()),
  }
}

async function hasSentBefore(sql: Session): Promise<boolean> {
  const sent =
    await sql`select from public.newsletter_issues where started_at is not null and origin <> 'demo' and not into_outbox limit 1`
  return sent.length > 0
}

/**
 * The subject of a recently sent issue that has the same subject in one of the languages, or the same articles. Null when there is none.
 */
async function findSimilarIssue(
  sql: Session,
  { issue, editions, items }: IssueContent,
): Promise<string | null> {
  const articles = items.filter(({ left_out }) => left_out === null).map(({ article_id }) => article_id)
  const [similar] = await sql<{ subject: string }[]>`
    select coalesce(
      (select subject from public.newsletter_editions where issue_id = other.id order by language <> 'en', language limit 1),
      other.slug) as subject
    from public.newsletter_issues as other
    where id <> ${issue.id} and origin <> 'demo' and not into_outbox and started_at > now() - make_interval(days => ${DAYS}) and (
      exists (
        select from public.newsletter_editions as edition
        join unnest(${editions.map(({ language }) => language)}::text[], ${editions.map(({ subject }) => subject)}::text[])
          as mine (language, subject) using (language)
        where edition.issue_id = other.id and edition.subject <> ''
          and lower(btrim(edition.subject)) = lower(btrim(mine.subject)))
      or (cardinality(${articles}::uuid[]) > 0 and (
        select array_agg(article_id order by article_id) from public.newsletter_items
        where issue_id = other.id and left_out is null
      ) = (select array_agg(id order by id) from unnest(${articles}::uuid[]) as id)))
    order by started_at desc limit 1`
  return similar?.subject ?? null
}

/** The number of recipients in each language that has any. */
export async function countAudience(sql: Session): Promise<Map<Language, number>> {
  const rows = await sql<{ language: Language; count: number }[]>`
    select language, count(*)::int as count from private.newsletter_recipients group by language`
  return new Map(rows.map(({ language, count }) => [language, count]))
}

/** The edition for readers of a language: the one in that language, else the English one. */
export function editionFor(language: Language, editions: ReadonlySet<Language>): Language {
  return editions.has(language) ? language : DEFAULT_LANGUAGE
}

/** Counts the recipients who get nothing, because nothing in the message of their language is of the sections that they have chosen. */
async function countWithNothing(
  { sql, settings }: Pick<Services, 'sql' | 'settings'>,
  messages: readonly SealedMessage[],
): Promise<number> {
  const byLanguage = new Map(messages.map((message) => [message.language, message]))
  const languages = new Set(byLanguage.keys())
  const groups = await sql<{ language: Language; sections: string[]; count: number }[]>`
    select language, sections, count(*)::int as count from private.newsletter_recipients
    where sections is not null group by language, sections`
  const without = groups.filter(({ language, sections }) => {
    const message = byLanguage.get(editionFor(language, languages))
    return message && isEmptyFor(message, allAddressesOf(sections, settings.current()))
  })
  return without.reduce((sum, { count }) => sum + count, 0)
}
