import type { Client } from '#core/data/client.ts'
import { listUnsavedForms } from '#core/data/working-copies.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

type Named = Pick<Article, 'id' | 'slug' | 'language' | 'title'>

/** A draft that was to be published by itself, and was not. */
export type MissedSchedule = Pick<ArticleSchedule, 'publish_at' | 'zone' | 'status' | 'reason'> & {
  article: Named
}

/** What an editor has typed and not saved. */
export interface UnsavedForm {
  article_id: string
  /** As it is typed so far; may be empty. */
  title: string
  /** When something was typed last. */
  updated_at: string
  /** Null for an article that was never saved. */
  article: Named | null
}

/** What needs this editor, besides what they came for. */
export interface DeskAttention {
  missed: MissedSchedule[]
  unsaved: UnsavedForm[]
}

const MAX_MISSED = 50

/** Schedules that did not work out, the latest first, and this editor's unsaved forms, one for each article. */
export async function loadAttention(client: Client): Promise<DeskAttention> {
  const [schedules, forms] = await Promise.all([listTroubledSchedules(client), listUnsavedForms(client)])
  const latest = [...Map.groupBy(forms, (form) => form.article_id).values()].flatMap(([form]) => form ?? [])
  const articles = await findNames(client, [...schedules, ...latest])
  return {
    missed: schedules.flatMap(({ article_id, ...schedule }) => {
      const article = articles.get(article_id)
      return article ? { ...schedule, article } : []
    }),
    unsaved: latest
      .map(({ article_id, since, title, updated_at }) => ({
        article_id,
        title,
        updated_at,
        since,
        article: articles.get(article_id) ?? null,
      }))
      // What was typed of an article that is deleted now waits until it comes back.
      .filter(({ article, since }) => article !== null || since === null)
      .map(({ since: _since, ...form }) => form),
  }
}

async function listTroubledSchedules(client: Client) {
  const { data } = await client
    .from('article_schedules')
    .select('article_id, publish_at, zone, status, reason')
    .in('status', ['missed', 'failed'])
    .order('publish_at', { ascending: false })
    .limit(MAX_MISSED)
    .throwOnError()
  return data
}

async function findNames(client: Client, rows: { article_id: string }[]): Promise<Map<string, Named>> {
  if (rows.length === 0) return new Map()
  const { data } = await client
    .from('articles')
    .select('id, slug, language, title')
    .in('id', [...new Set(rows.map((row) => row.article_id))])
    .throwOnError()
  return new Map(data.map((article) => [article.id, article]))
}
