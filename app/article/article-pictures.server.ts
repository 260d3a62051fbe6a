import type { ServerContext } from '#app/context.ts'
import type { Article } from '#core/domain/article.ts'
import { localImagePath } from '#core/domain/hero-image.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { Picture, Pictures } from '#core/markdown/show-pictures.ts'
import { findPictures } from '#core/markdown/show-pictures.ts'

interface Site extends Pick<ServerContext, 'describeImage' | 'siteUrl'> {
  /** The translator of the article's language. */
  t: Translate
}

/** The pictures of this site in the text of an article. */
export async function picturesOf(
  { content, language }: Pick<Article, 'content' | 'language'>,
  { describeImage, siteUrl, t }: Site,
): Promise<Pictures> {
  const described = await Promise.all(
    findPictures(content).map(async (address): Promise<[string, Picture][]> => {
      const details = await describeImage(address)
      if (!details) return []
      const { facts, width, height, version, placeholder } = details
      const path = `/${localImagePath(address, siteUrl)}`
      const alt = facts?.alts[language] ?? ''
      return [[address, { path, width, height, version, placeholder, alt, credit: creditHtml(facts, t) }]]
    }),
  )
  return new Map(described.flat())
}

/** What the hero image shows. The title, if the library has no description. */
export function heroAlt(
  facts: MediaFacts | null,
  { title, language }: { title: string; language: Language },
): string {
  if (facts?.decorative) return ''
  return facts?.alts[language] ?? title
}

/** Whose a picture is and under which licence, as HTML; empty when neither is known. */
export function creditHtml(facts: MediaFacts | null, t: Translate): string {
  const { credit = null, licence = null, licence_url = null } = facts ?? {}
  const name = licence ?? licence_url
  const linked =
    name && licence_url
      ? `<a href="${escapeXml(licence_url)}" target="_blank" rel="license noopener noreferrer">${escapeXml(name)}<span class="sr-only"> ${escapeXml(t('article.link.newTab'))}</span></a>`
      : name && escapeXml(name)
  const parts = [credit && escapeXml(credit), linked].filter(Boolean)
  return parts.length > 0 ? t('article.imageCredit', { credit: parts.join(' · ') }) : ''
}
