import { CATEGORIES } from '#core/domain/article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'

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
        category: pick([...CATEGORIES]),
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
