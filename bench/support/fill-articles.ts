import type { ArticleInput } from '#core/domain/article-input.ts'
import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { rowsOf } from '../../tests/support/fragments.ts'

const BATCH = 500

/**
 * Replaces all articles by `originals` English ones, each with translations into the other five languages, and then builds the
 * search index for all at once. The trigger that indexes each row would take several times as long.
 */
export async function fillArticles(sql: Sql, originals: number): Promise<void> {
  const [index] = await sql`select pg_get_indexdef('private.article_search_words'::regclass) as definition`
  await sql`drop index private.article_search_words`
  await sql`truncate public.articles cascade`
  await sql`alter table public.articles disable trigger user`
  for await (const articles of generateArticles(originals, BATCH)) {
    await sql`insert into public.articles ${rowsOf(...articles)}`
  }
  await sql`
    update public.articles as translation
    set original_article_id = original.id, publish_date = original.publish_date, category = original.category
    from public.articles as original
    where original.language = 'en' and translation.language <> 'en'
      and original.slug = regexp_replace(translation.slug, '^..', 'en')`
  await sql`alter table public.articles enable trigger user`
  // Transactions are small, since none sees which words another one has added in the meantime.
  const parts = Array.from({ length: 100 }, (_, part) => part)
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
        await sql`
          select count(private.index_article(article)) from public.articles as article
          where abs(hashtext(slug)) % 100 = ${part}`
      }
    }),
  )
  await sql.script(index?.definition)
  // The trigger does the same.
  await sql`
    insert into private.desk_words (article_id, published, language, words)
    select id, published, language, private.fold(concat_ws(E'\\n', title, slug, author)) from public.articles on conflict do nothing`
  await sql`vacuum (analyze) public.articles, private.article_search, private.search_words, private.desk_words`
}

const BLOCKS = 25

/**
 * Articles of usual length for every language, made of random paragraphs and words of the demo newsroom. The title of each
 * has one word that no other article has. Every run generates the same articles.
 */
export async function* generateArticles(perLanguage: number, batch: number): AsyncGenerator<ArticleInput[]> {
  const { originals, translations } = await readDemoFiles()
  const random = createRandom(7)
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T
  for (const language of LANGUAGE_CODES) {
    const files = [...originals, ...translations].filter((file) => file.language === language)
    const blocks = files.flatMap((file) => splitBlocks(file.content))
    const words = files.flatMap((file) => `${file.header.title} ${file.header.excerpt}`.split(/\s+/))
    const sentence = (length: number) => Array.from({ length }, () => pick(words)).join(' ')
    for (let first = 0; first < perLanguage; first += batch) {
      yield Array.from({ length: Math.min(batch, perLanguage - first) }, (_, index) => ({
        ...fixed(language),
        slug: `${language}-${first + index}`,
        title: `${sentence(9)} zq${first + index}`,
        subtitle: sentence(12),
        excerpt: sentence(28),
        content: Array.from({ length: BLOCKS }, () => pick(blocks)).join('\n\n'),
        category: pick(DEFAULT_CATEGORIES.map(({ slug }) => slug)),
        publish_date: new Date(Date.UTC(2026, 10, 20) - random() * 3e11).toISOString(),
      }))
    }
  }
}

function fixed(language: Language) {
  return {
    language,
    author: 'Mara Lindqvist',
    reading_time: '5 min read',
    hero_image: null,
    published: true,
    featured: false,
    original_article_id: null,
    social_title: null,
    social_description: null,
    social_image: null,
  }
}

/** Splits Markdown at blank lines, but never inside a code fence. */
function splitBlocks(markdown: string): string[] {
  const blocks: string[] = []
  let open = false
  for (const part of markdown.split(/\n{2,}/)) {
    if (open) blocks.push(`${blocks.pop()}\n\n${part}`)
    else blocks.push(part)
    if ((part.match(/^ {0,3}(```|~~~)/gm) ?? []).length % 2 === 1) open = !open
  }
  return blocks
}

/** Pseudo-random numbers from 0 to 1, the same for each seed (a linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
