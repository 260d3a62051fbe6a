import type { PublishedCorrection } from '#core/domain/article-correction.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import {
  findStoryPictures,
  type RenderableIssue,
  readAlsoPublished,
} from '#server/features/newsletter/read-issue.ts'
import { type RenderedEdition, renderEdition } from '#server/features/newsletter/render/render-edition.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

export type RenderDeps = Pick<Services, 'sql' | 'settings' | 'siteUrl' | 'clickLinks' | 'imageSource'>

/** Renders all editions of an issue, with its pictures, the corrections since the previous issue, and what else was published. */
export async function renderIssue(deps: RenderDeps, content: RenderableIssue): Promise<RenderedEdition[]> {
  const { sql, settings, siteUrl, clickLinks } = deps
  const site = { siteUrl, settings: settings.current(), clickLinks }
  const pictures = await findStoryPictures(deps, content)
  return Promise.all(
    content.editions.map(async ({ language }) => {
      const corrections = await readCorrectionsSince(sql, content.issue, language)
      const also = await readAlsoPublished(sql, content, language)
      return renderEdition({ ...content, corrections, pictures, also }, language, site)
    }),
  )
}

/** Further ones are on the page of all corrections. */
const MAX_CORRECTIONS = 20

/**
 * The corrections since the previous issue, in articles of this language, the earliest first; of an approved issue, up to its approval. For
 * the first issue, those of the days that it covers.
 */
export function readCorrectionsSince(
  sql: Session,
  issue: Pick<NewsletterIssue, 'id' | 'covers_from' | 'created_at' | 'approved_at'>,
  language: Language,
): Promise<PublishedCorrection[]> {
  return sql<PublishedCorrection[]>`
    with bounds as (
      select coalesce(
        (select coalesce(covers_until, approved_at) from public.newsletter_issues
          where status = 'sent' and origin <> 'demo' and not into_outbox and id <> ${issue.id} and started_at < coalesce(${issue.approved_at}::timestamptz, now())
          order by started_at desc limit 1),
        ${issue.covers_from}::timestamptz, ${issue.created_at}::timestamptz - interval '7 days') as since
    ), latest as (
      select correction.* from public.published_corrections as correction, bounds
      where language = ${language} and corrected_at > since and corrected_at <= coalesce(${issue.approved_at}::timestamptz, now())
      order by corrected_at desc, id limit ${MAX_CORRECTIONS}
    )
    select id, article_id, to_json(corrected_at) #>> '{}' as corrected_at, text, language, slug, title, original_article_id
    from latest order by latest.corrected_at, id`
}
