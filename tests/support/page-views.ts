import type { Language } from '#core/i18n/languages.ts'
import type { Sql } from '#server/platform/database/connection.ts'

export interface CountedViews {
  /** so many days ago. */
  ago?: number
  path: string
  language?: Language
  kind: 'home' | 'article' | 'section' | 'page' | 'feed'
  slug?: string
  views: number
  visitors?: number
  bots?: number
}

/** Adds sums of page views as if they had been counted, with the visitors of their days. */
export async function addCountedViews(sql: Sql, counted: readonly CountedViews[]): Promise<void> {
  for (const {
    ago = 0,
    path,
    language = 'en',
    kind,
    slug = null,
    views,
    visitors = views,
    bots = 0,
  } of counted) {
    await sql`
      insert into private.page_views (day, path, language, kind, slug, views, visitors, bots)
      values (private.first_counted_day(1) - ${ago}::int, ${path}, ${language}, ${kind}, ${slug}, ${views}, ${visitors}, ${bots})`
    for (const scope of kind === 'feed' ? [] : [language, ''])
      await sql`
        insert into private.daily_visitors as daily (day, language, visitors)
        values (private.first_counted_day(1) - ${ago}::int, ${scope}, ${visitors})
        on conflict (day, language) do update set visitors = daily.visitors + excluded.visitors`
  }
}

export interface CountedReferrer {
  language: Language
  host: string
  views: number
}

/** Adds views of today by the host that led here. */
export async function addCountedReferrers(sql: Sql, referrers: readonly CountedReferrer[]): Promise<void> {
  await sql`
    insert into private.page_referrers (day, language, host, views)
    select private.first_counted_day(1), language, host, views
    from jsonb_to_recordset(${JSON.stringify(referrers)}::jsonb) as given (language text, host text, views integer)`
}
