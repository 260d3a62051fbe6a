import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type ArticleInput, articleInput } from '#core/domain/article-input.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { isSettingKey, parseSetting, type SettingKey } from '#core/domain/settings.ts'
import { type DemoOriginal, type DemoTranslation, readDemoFiles } from '#server/features/demo/demo-files.ts'
import { demoPictureAddress } from '#server/features/demo/seed-demo-pictures.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { ROOT } from '#server/platform/root.ts'

const HOUR_MS = 3_600_000
const FILE = 'supabase/demo/settings.yaml'

export const hasArticles = async (sql: Sql) => (await sql`select from public.articles limit 1`).length > 0

/**
 * Fills an empty publication with the demo newsroom, dated relative to now, and with the settings of its landing page if no setting is
 * stored. To show none of these, store empty lists.
 * @returns how many articles were written; 0 when there were articles already
 */
export async function seedDemo(sql: Sql, now = new Date()): Promise<number> {
  if (await hasArticles(sql)) return 0
  const { originals, translations } = await readDemoFiles()
  const bySlug = new Map(originals.map((file) => [file.slug, { ...file, id: randomUUID() }]))
  const inputs = translations.map((file) => {
    const source = bySlug.get(file.header.translation_of)
    if (source) return translationInput(file, source, now)
    throw new Error(
      `supabase/demo/${file.language}/${file.slug}.md: no original "${file.header.translation_of}"`,
    )
  })
  const articles = [
    ...[...bySlug.values()].map((file) => ({ ...originalInput(file, now), id: file.id })),
    ...inputs.map((input) => ({ ...input, id: randomUUID() })),
  ]
  // One statement: either the whole newsroom is there or nothing is.
  await sql`
    with articles as (
      insert into public.articles (
        id, original_article_id, language, slug, title, subtitle, excerpt, content, category, author, reading_time, hero_image,
        publish_date, published, featured)
      select
        id, original_article_id, language, slug, title, subtitle, excerpt, content, category, author, reading_time, hero_image,
        publish_date, published, featured
      from jsonb_populate_recordset(null::public.articles, ${JSON.stringify(articles)}::jsonb) returning id
    ), settings as (
      insert into public.settings (key, value)
      select key, value from jsonb_to_recordset(${JSON.stringify(await readDemoSettings())}::jsonb) as given (key text, value jsonb)
      where not exists (select from public.settings) returning key
    )
    insert into private.demo_rows (id) select id::text from articles union all select key from settings`
  return articles.length
}

function originalInput({ header, slug, content }: DemoOriginal, now: Date): ArticleInput {
  return articleInput.parse({
    slug,
    language: 'en',
    title: header.title,
    subtitle: header.subtitle ?? null,
    excerpt: header.excerpt,
    content,
    category: header.category,
    author: header.author,
    reading_time: readingTimeOf(content),
    hero_image: demoPictureAddress(slug),
    publish_date: new Date(now.getTime() - header.age_hours * HOUR_MS).toISOString(),
    published: header.published,
    featured: header.featured,
  })
}

function translationInput(
  file: DemoTranslation,
  source: DemoOriginal & { id: string },
  now: Date,
): ArticleInput {
  return {
    ...originalInput({ ...source, content: file.content }, now),
    slug: file.slug,
    language: file.language,
    title: file.header.title,
    subtitle: file.header.subtitle ?? null,
    excerpt: file.header.excerpt,
    hero_image: demoPictureAddress(source.slug),
    featured: file.header.featured,
    original_article_id: source.id,
  }
}

/** The settings of the demo's landing page. */
export async function readDemoSettings(): Promise<{ key: SettingKey; value: unknown }[]> {
  return Object.entries(parse(await readFile(join(ROOT, FILE), 'utf8'))).map(([key, value]) => {
    if (!isSettingKey(key)) throw new Error(`${FILE}: there is no setting "${key}"`)
    return { key, value: parseSetting(key, value) }
  })
}
