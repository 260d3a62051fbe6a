import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckInput } from '#core/check/checked-article.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The Friday on which the articles are published. */
export const PUBLISHED = '2026-11-20T08:00:00Z'

/** Articles as a newsroom writes them, without a mistake that the check looks for: five in each language. */
export async function readArticles(): Promise<CheckInput[]> {
  return (await Promise.all(LANGUAGE_CODES.map(readLanguage))).flat()
}

async function readLanguage(language: Language): Promise<CheckInput[]> {
  const file = await readFile(join(import.meta.dirname, `articles/${language}.md`), 'utf8')
  return file.split('=====\n').map((article, index) => {
    const [, title = '', subtitle = '', excerpt = '', content = ''] =
      /^title: (.*)\nsubtitle: ?(.*)\nexcerpt: (.*)\n---\n([\s\S]*)$/.exec(article) ?? []
    return {
      title,
      subtitle: subtitle || null,
      excerpt,
      content,
      language,
      hero_image: null,
      slug: `${language}-${index}`,
      publish_date: PUBLISHED,
    }
  })
}
