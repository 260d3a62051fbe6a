import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { searchTextOf } from '#core/domain/search.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { PAGE_CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES, languageOfUrl } from '#core/i18n/languages.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'

const IMAGES_DIR = join(import.meta.dirname, '../../../public/demo')
const IMAGE_BYTES = 60_000
const TARGET_LANGUAGES = LANGUAGE_CODES.filter((language) => language !== 'en')

const { originals, translations } = await readDemoFiles()
const published = originals.filter(({ header }) => header.published)
const files = [...originals, ...translations]
const path = ({ language, slug }: { language: string; slug: string }) => `${language}/${slug}`

describe('the demo newsroom', () => {
  test('has two dozen published originals, and two drafts', () => {
    expect(published.length).toBeGreaterThanOrEqual(24)
    expect(originals.length - published.length).toBe(2)
  })

  test('has a published article in every category', () => {
    expect(new Set(published.map(({ header }) => header.category))).toEqual(new Set(SHIPPED_SECTIONS))
  })

  test('is as young as a newsletter and a front page need it', () => {
    const ages = published.map(({ header }) => header.age_hours)
    expect(ages.filter((hours) => hours < 7 * 24).length).toBeGreaterThanOrEqual(8)
    expect(Math.max(...ages)).toBeLessThan(30 * 24)
    expect(new Set(ages).size).toBe(ages.length)
  })

  test('features one published article in every language', () => {
    const featured = files.filter(({ header }) => header.featured).map(({ language }) => language)
    expect(featured.sort()).toEqual([...LANGUAGE_CODES].sort())
    expect(published.filter(({ header }) => header.featured)).toHaveLength(1)
  })

  test('has at least eight stories in all six languages', () => {
    const everywhere = published.filter(({ slug }) =>
      TARGET_LANGUAGES.every((language) =>
        translations.some((file) => file.language === language && file.header.translation_of === slug),
      ),
    )
    expect(everywhere.length).toBeGreaterThanOrEqual(8)
  })

  test('has translations of published stories only, each once per language', () => {
    const slugs = published.map(({ slug }) => slug)
    const targets = translations.map(({ language, header }) => `${language} ${header.translation_of}`)
    expect(translations.filter(({ header }) => !slugs.includes(header.translation_of)).map(path)).toEqual([])
    expect(new Set(targets).size).toBe(targets.length)
  })
})

describe('the popular searches', () => {
  const searches = LANGUAGE_CODES.flatMap((language) =>
    Object.entries(PAGE_CATALOGS[language]).flatMap(([key, text]) =>
      /^search\.popular\.(?!title$)/.test(key) ? [{ language, text }] : [],
    ),
  )

  test('are six in every language', () => expect(searches).toHaveLength(6 * LANGUAGE_CODES.length))

  test.each(searches)('find something for $text ($language)', ({ language, text }) => {
    const own = [...published, ...translations].filter((file) => file.language === language)
    const query = text.toLowerCase()
    const places = own.map(({ header, content }) =>
      // Texts for which the overlay is too short are searched for in whole articles.
      searchTextOf(text) ? [header.title, header.excerpt] : [header.title, header.excerpt, content],
    )
    expect(places.filter((texts) => texts.join('\n').toLowerCase().includes(query))).not.toEqual([])
  })
})

describe('each text', () => {
  test.each(originals)('$slug has 500 to 900 words', ({ content }) => {
    const words = content.split(/\s+/).filter(Boolean).length
    expect(words).toBeGreaterThanOrEqual(500)
    expect(words).toBeLessThanOrEqual(900)
  })

  test.each(translations)('$language/$slug is about as long as its original', ({ content, header }) => {
    const original = originals.find(({ slug }) => slug === header.translation_of)
    const ratio = content.length / (original?.content.length ?? 0)
    expect(ratio).toBeGreaterThan(0.85)
    expect(ratio).toBeLessThan(1.4)
  })

  test.each(translations)('$language/$slug has the structure of its original', ({ content, header }) => {
    const original = originals.find(({ slug }) => slug === header.translation_of)
    expect(structureOf(content)).toEqual(structureOf(original?.content ?? ''))
  })

  test.each(files)(
    '$language/$slug has no h1, because the page has one, and begins with an h2',
    ({ content }) => {
      const html = renderMarkdown(content)
      expect(/^#\s/m.test(content.replace(/^(`{3,})[\s\S]*?^\1/gm, ''))).toBe(false)
      expect(/<h(\d)/.exec(html)?.[1]).toBe('2')
    },
  )

  test.each(files)(
    '$language/$slug links only to published articles, in its language where there is one',
    (file) => {
      const hrefs = [...renderMarkdown(file.content).matchAll(/href="(\/[^"]*)"/g)].map(
        ([, href]) => href ?? '',
      )
      expect(hrefs.filter((href) => target(href) !== bestFor(file.language, href))).toEqual([])
    },
  )

  test.each(files)('$language/$slug has no link that the page would empty', ({ content }) => {
    expect(renderMarkdown(content)).not.toContain('<a>')
  })
})

test('every original has a WebP image below 60 kB, and there is no other', async () => {
  expect((await readdir(IMAGES_DIR)).sort()).toEqual(originals.map(({ slug }) => `${slug}.webp`).sort())
  for (const { slug } of originals) {
    const image = await readFile(join(IMAGES_DIR, `${slug}.webp`))
    expect(image.toString('latin1', 0, 4) + image.toString('latin1', 8, 12), slug).toBe('RIFFWEBP')
    expect(image.length, slug).toBeLessThan(IMAGE_BYTES)
  }
})

/** Counts how often each element occurs; a translation must have this in common with its original. */
function structureOf(markdown: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [, tag] of renderMarkdown(markdown).matchAll(/<(h\d|pre|table|tr|li|ol|ul|blockquote|img)\b/g)) {
    if (tag) counts[tag] = (counts[tag] ?? 0) + 1
  }
  return counts
}

/** The published file that an internal link leads to, or undefined. */
function target(href: string): string | undefined {
  const url = new URL(href.replaceAll('&amp;', '&'), 'http://demo.invalid')
  const slug = /^\/article\/([^/]+)$/.exec(url.pathname)?.[1]
  const language = languageOfUrl(url)
  const file = [...published, ...translations].find((one) => one.slug === slug && one.language === language)
  return file && path(file)
}

/** The version of the same story that a reader of a language should be led to. */
function bestFor(language: string, href: string): string {
  const led = target(href)
  const translation = translations.find((file) => path(file) === led)
  const original = translation?.header.translation_of ?? led?.slice('en/'.length)
  const own = translations.find(
    (file) => file.language === language && file.header.translation_of === original,
  )
  return own ? path(own) : `en/${original}`
}
