import { randomUUID } from 'node:crypto'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { ReviewInput, ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'
import { configOf, translateAll } from '#server/features/translation/testing/open-translations.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { startTestApp } from '../../../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../../../tests/support/articles.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'
import { mintToken } from '../../../../../tests/support/mint-token.ts'
import { startModelServer } from '../../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../../tests/support/test-settings.ts'

export const CONTENT = `## The harbour

The **harbour** is [open](https://example.org/a) with \`code\`.

- 12 ships wait
- Nobody knows why
`
/** Of the segments of that article. */
export const [TITLE, SUBTITLE, EXCERPT, HEADING, PARAGRAPH, SHIPS, WHY] = [0, 1, 2, 3, 4, 5, 6] as const

/** The texts that a person could write for each of them. */
export const BY_HAND = new Map([
  [TITLE, 'Der Hafen öffnet'],
  [SUBTITLE, 'Endlich'],
  [EXCERPT, 'Schiffe kommen.'],
  [HEADING, 'Der Hafen'],
  [PARAGRAPH, 'Der <a1>offene</a1> <b1>Hafen</b1> hat <c1/>.'],
  [SHIPS, '12 Schiffe warten'],
  [WHY, 'Niemand weiß warum'],
])

/** The app with a model server, an administrator, and what tests of reviews do. */
export async function openReviews() {
  const model = await startModelServer()
  const ai = configOf(model)
  const app = await startTestApp({ ai })
  const { sql } = app.database
  const email = `${randomUUID()}@example.org`
  await createAdministrator(sql, email, 'correct horse battery')
  const token = await mintToken(sql, email)
  const [user] = await sql`select id from auth.users where email = ${email}`

  async function call(
    name: string,
    body: unknown,
    { authorization = `Bearer ${token}`, signal = null as AbortSignal | null } = {},
  ) {
    const response = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: TEST_SECRETS.publishableKey,
        'content-type': 'application/json',
        ...(authorization && { authorization }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal,
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  async function read(articleId: string, more: { language?: TranslatedLanguage; current?: boolean } = {}) {
    const { body, status } = await call('read-translation-review', { articleId, language: 'de', ...more })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as TranslationReview
  }
  const save = (review: TranslationReview, changes: Changes = {}) =>
    call('save-translation-review', inputOf(review, changes))

  return {
    app,
    ai,
    sql,
    model,
    token,
    userId: String(user?.id),
    call,
    read,
    save,
    addHarbour: async (more = {}) =>
      (
        await addArticle(
          app.service(),
          anArticle({
            title: 'The harbour opens',
            subtitle: 'At last',
            excerpt: 'Ships come.',
            content: CONTENT,
            ...more,
          }),
        )
      ).id,
    async translate(articleId: string, languages: TranslatedLanguage[] = ['de']) {
      const { body } = await call('translate-article', { articleId, targetLanguages: languages })
      return body.results
    },
    edit: (id: string, from: string, to: string) =>
      sql`update public.articles set content = replace(content, ${from}, ${to}) where id = ${id}`,
    waitFor: (languages: TranslatedLanguage[]) => sql`
      insert into public.settings (key, value) values ('translation_review', ${JSON.stringify(Object.fromEntries(languages.map((code) => [code, true])))}::jsonb)
      on conflict (key) do update set value = excluded.value`,
    async translationOf(articleId: string) {
      const [row] = await sql`
        select article.*, made.reviewed_at, made.stale_since, made.corrected_at, made.origin, made.source_revision
        from public.articles as article left join public.article_translations as made on made.translation_id = article.id
        where original_article_id = ${articleId} and article.language = 'de'`
      return row ?? null
    },
    async pendingOf(articleId: string) {
      const [row] = await sql`select * from public.pending_translations where original_id = ${articleId}`
      return row ?? null
    },
    /** The parts of the German translation, in their order. */
    partsOf: (articleId: string) => sql`
      select part.position, segment.text, segment.origin, segment.source, part.proposed_id, part.approved_by
      from public.translation_parts as part join public.translation_segments as segment on segment.id = part.segment_id
      where part.translation_id = (select id from public.articles where original_article_id = ${articleId} and language = 'de')
      order by part.position`,
    /** The revisions of its translations, each with its note and its author. */
    async revisionsOf(articleId: string) {
      const rows = await sql<{ note: string; made_by: string }[]>`
        select note, made_by from public.article_revisions where article->>'original_article_id' = ${articleId} order by id`
      return rows.map(({ note, made_by }) => [note, made_by])
    },
    /** Lists the texts of people in the memory. */
    personsTexts: () => sql<{ text: string }[]>`
      select text, source, made_by from public.translation_segments where origin = 'person' order by id`,
    reviews: () =>
      sql`select actor, subject_id, details from public.audit_log where action = 'review_translation' order by id`,
    async reset() {
      model.calls.length = 0
      model.behave()
      model.answerWith(translateAll)
      await emptyTables(
        sql,
        'public.articles, public.article_revisions, public.article_translations, public.translation_parts, public.translation_segments, public.translation_runs, public.pending_translations, public.article_corrections, public.article_trash, public.audit_log, public.glossary_terms, private.ai_usage, private.suggested_wordings',
      )
      await sql`delete from public.settings where key like 'translation_%'`
      await sql`update private.ai_settings set prices = '[]', monthly_budget = null`
    },
    async stop() {
      await app.stop()
      await model.stop()
    },
  }
}

export interface Changes extends Partial<Omit<ReviewInput, 'texts'>> {
  /** By position. */
  texts?: Map<number, string>
  /** True to approve all of them. */
  approvesAll?: boolean
}

/** Makes what the desk sends when an editor has changed this and nothing else. */
export function inputOf(
  review: TranslationReview,
  { texts, approvesAll, ...more }: Changes = {},
): ReviewInput {
  const { segments } = review
  const isApproved = ({ approvedAt }: ReviewSegment) => approvesAll || approvedAt !== null
  return {
    articleId: review.original.id,
    language: review.language,
    revision: review.revision,
    version: review.version,
    texts: segments.map(({ text }, position) => texts?.get(position) ?? text),
    approved: segments.flatMap((segment, position) => (isApproved(segment) ? [position] : [])),
    decided: [],
    confirmed: [],
    ...more,
  }
}
