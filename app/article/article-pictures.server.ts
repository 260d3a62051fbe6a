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
  const described = await describePictures(content, describeImage)
  return new Map(
    described.map(([address, { facts, width, height, version, placeholder }]): [string, Picture] => {
      const path = `/${localImagePath(address, siteUrl)}`
      const alt = facts?.alts[language] ?? ''
      const words = { alt, credit: creditHtml(facts, t), licence: licenceHtml(facts, t) }
      return [address, { path, width, height, version, placeholder, ...words }]
    }),
  )
}

/** What the library says of the pictures in a text, by their addresses as they stand in it. */
export async function pictureFactsOf(
  content: string,
  { describeImage }: Pick<Site, 'describeImage'>,
): Promise<Map<string, MediaFacts>> {
  const described = await describePictures(content, describeImage)
  return new Map(described.flatMap(([address, { facts }]) => (facts ? [[address, facts]] : [])))
}

async function describePictures(content: string, describeImage: Site['describeImage']) {
  const described = await Promise.all(
    findPictures(content).map(async (address) => [address, await describeImage(address)] as const),
  )
  return described.flatMap(([address, details]) => (details ? [[address, details] as const] : []))
}

/** What the hero image shows. The title, if the library has no description. */
export function heroAlt(
  facts: MediaFacts | null,
  { title, language }: { title: string; language: Language },
): string {
  if (facts?.decorative) return ''
  return facts?.alts[language] ?? title
}

/** What is written below the hero image, as HTML; empty when there is nothing to say. */
export function heroNoteHtml(
  facts: MediaFacts | null,
  { t, language }: { t: Translate; language: Language },
) {
  const note = [escapeXml(facts?.captions[language] ?? ''), creditHtml(facts, t)].filter(Boolean).join('<br>')
  return note && `<small>${note}</small>`
}

/** Whose a picture is and under which licence, as HTML; empty when neither is known. */
export function creditHtml(facts: MediaFacts | null, t: Translate): string {
  const parts = [escapeXml(facts?.credit ?? ''), licenceHtml(facts, t)].filter(Boolean)
  return parts.length > 0 ? t('article.imageCredit', { credit: parts.join(' · ') }) : ''
}

function licenceHtml(facts: MediaFacts | null, t: Translate): string {
  const { licence = null, licence_url = null } = facts ?? {}
  const name = escapeXml(licence ?? licence_url ?? '')
  return licence_url
    ? `<a href="${escapeXml(licence_url)}" target="_blank" rel="license noopener noreferrer">${name}<span class="sr-only"> ${escapeXml(t('article.link.newTab'))}</span></a>`
    : name
}
