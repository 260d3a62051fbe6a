import { createHash, randomUUID } from 'node:crypto'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { type ArticleInput, articleInput } from '#core/domain/article-input.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import { isSettingKey, parseSetting, type SettingKey } from '#core/domain/settings.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { type DemoOriginal, type DemoTranslation, readDemoFiles } from '#server/features/demo/demo-files.ts'
import type { Services } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { ROOT } from '#server/platform/root.ts'
import type { FileMetadata } from '#server/supabase/storage/objects.ts'

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

const FOLDER = join(ROOT, 'public/demo')
const TYPE = 'image/webp'

const words = z.strictObject({
  credit: z.string(),
  licence: z.string(),
  licence_url: z.string(),
  alts: z.record(z.string(), z.partialRecord(z.enum(LANGUAGE_CODES), z.string())),
})

const nameOf = (slug: string) => `demo/${slug}.webp`

/** The address of the picture of an article of the demo, by the slug of the original. */
export const demoPictureAddress = (slug: string) => fileAddress(nameOf(slug))

/** Stores the pictures of the demo in the library, with what they show. Those that are there stay as they are. */
export async function seedDemoPictures({ storage, sql }: Pick<Services, 'storage' | 'sql'>): Promise<void> {
  const { alts, ...credit } = words.parse(
    parse(await readFile(join(ROOT, 'supabase/demo/pictures.yaml'), 'utf8')),
  )
  const pictures = (await readdir(FOLDER)).map((file) => ({
    file,
    version: randomUUID(),
    slug: file.replace(/\.webp$/, ''),
  }))
  // Until an object has a file, it is noted as unused, so that nothing is left if this process is killed.
  await sql`
    insert into storage.unused_files (file, remove_after)
    select version, now() + interval '1 hour' from unnest(${pictures.map(({ version }) => version)}::text[]) as version`
  const objects = await Promise.all(
    pictures.map(async ({ file, version, slug }) => {
      const bytes = await readFile(join(FOLDER, file))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // The storage may move the file away.
      const path = join(storage.incoming, `${version}.demo`)
      await copyFile(join(FOLDER, file), path)
      await storage.backend.put(version, { path, size: bytes.length, sha256, type: TYPE })
      const metadata: FileMetadata = {
        eTag: `"${sha256.slice(0, 32)}"`,
        size: bytes.length,
        mimetype: TYPE,
        cacheControl: 'max-age=3600',
        lastModified: new Date().toISOString(),
        contentLength: bytes.length,
        httpStatusCode: 200,
      }
      return { name: nameOf(slug), version, metadata, told: { filename: file }, alts: alts[slug] ?? {} }
    }),
  )
  await sql.transaction(async (transaction) => {
    const added = await transaction<{ id: string }[]>`
      insert into storage.objects (bucket_id, name, version, metadata, user_metadata)
      select ${MEDIA_BUCKET}, name, version, metadata, told
      from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as given (name text, version text, metadata jsonb, told jsonb)
      on conflict (bucket_id, name) do nothing returning id`
    const ids = added.map(({ id }) => id)
    await transaction`
      update public.media_files as file set alts = given.alts, credit = ${credit.credit}, licence = ${credit.licence},
        licence_url = ${credit.licence_url}
      from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as given (name text, alts jsonb)
      where file.name = given.name and file.id = any (${ids}::uuid[])`
    await transaction`insert into private.demo_rows (id) select unnest(${ids}::text[])`
  })
}
