import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { newDraftSlug, SLUG_MAX_LENGTH, slugFromTitle } from '#core/domain/article-slug.ts'
import { escapeText } from '#core/translation/escape-text.ts'
import { addSources } from '#server/features/judging/add-sources.ts'
import { type Judgement, judgeArticleIn } from '#server/features/judging/judge-stored-article.ts'
import type { DraftOptions, DraftRequest } from '#server/features/newsroom/drafts/draft-requests.ts'
import type { TakenAnswer } from '#server/features/newsroom/drafts/take-answer.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface StoredDraft {
  articleId: string
  sentences: Judgement['sentences']
}

/** Stores a draft as an article that is not published, with its sources, judges it, and notes at the request that it was made. */
export async function storeDraft(
  sql: Session,
  request: Pick<DraftRequest, 'id' | 'model'>,
  draft: TakenAnswer,
  { options, by }: { options: DraftOptions; by: string },
): Promise<StoredDraft> {
  const { itemIds, category, length, question } = options
  const content = writeParagraphs(draft.sentences)
  await sql`
    select set_config('revision.by', ${by}, true), set_config('revision.by_program', 'on', true), set_config('audit.actor', ${by}, true)`
  const slug = await freeSlug(sql, slugFromTitle(draft.title, SLUG_MAX_LENGTH - 10) || newDraftSlug())
  const [article] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, subtitle, excerpt, content, category, reading_time, revision_note)
    values (${slug}, ${draft.title}, ${draft.subtitle || null}, ${draft.excerpt}, ${content}, ${category}, ${readingTimeOf(content)},
      ${`Drafted by a language model from ${itemIds.length} sources`})
    returning id`
  const articleId = article.id
  await sql`
    insert into public.article_workflow (article_id, owner) values (${articleId}, ${by})
    on conflict (article_id) do update set owner = excluded.owner`
  await sql`
    insert into public.sourced_articles (article_id, group_id, begun_by, model, drafted_at, question, length, dropped)
    select ${articleId}, (
        select mode() within group (order by group_id) from public.news_items where id = any (${itemIds}::uuid[])),
      ${by}, ${request.model}, now(), ${question}, ${length}, ${JSON.stringify(draft.dropped)}::jsonb`
  if (!(await addSources(sql, { articleId, itemIds, by })))
    throw new Error('A source of a draft was removed while it was stored')
  const judgement = await judgeArticleIn(sql, articleId, { bindings: draft.sentences })
  await sql`update private.draft_requests set article_id = ${articleId} where id = ${request.id}`
  return { articleId, sentences: judgement?.sentences ?? [] }
}

/** The sentences of a draft as paragraphs of Markdown, in which nothing of their words is markup. */
function writeParagraphs(sentences: TakenAnswer['sentences']): string {
  const paragraphs: string[] = []
  for (const { text, beginsParagraph } of sentences) {
    if (beginsParagraph || paragraphs.length === 0) paragraphs.push(text)
    else paragraphs[paragraphs.length - 1] += ` ${text}`
  }
  return paragraphs
    .map((text) => escapeText(text, { escaping: 'likely', startsLine: true, endsLine: true, isBlock: true }))
    .join('\n\n')
}

/** The slug with a number if it is taken, and none that leads to another article. */
async function freeSlug(sql: Session, slug: string): Promise<string> {
  const [row] = await sql<[{ slug: string }]>`
    select case when private.is_former_address(slug, 'en', gen_random_uuid()) then private.free_slug(slug || ${newDraftSlug().slice(5)}, 'en') else slug end as slug
    from private.free_slug(${slug}, 'en') as slug`
  return row.slug
}
