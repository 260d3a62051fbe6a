import type { ServerContext } from '#app/context.ts'
import type { Article } from '#core/domain/article.ts'
import { localImagePath } from '#core/domain/hero-image.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { type CreditWords, pictureWords } from '#core/markdown/picture-notes.ts'
import type { Picture, Pictures } from '#core/markdown/show-pictures.ts'
import { CREDIT_PLACE, findPictures } from '#core/markdown/show-pictures.ts'

interface Site extends Pick<ServerContext, 'describeImage' | 'siteUrl'> {
  /** The translator of the article's language. */
  t: Translate
}

/** The form of a credit in the language of a translator. */
export const creditWords = (t: Translate): CreditWords => ({
  newTab: t('article.link.newTab'),
  imageCredit: t('article.imageCredit', { credit: CREDIT_PLACE }),
})

/** The pictures of this site in the text of an article. */
export async function picturesOf(
  { content, language }: Pick<Article, 'content' | 'language'>,
  { describeImage, siteUrl, t }: Site,
): Promise<Pictures> {
  const described = await describePictures(content, describeImage)
  const words = creditWords(t)
  return new Map(
    described.map(([address, { facts, width, height, version, placeholder }]): [string, Picture] => {
      const path = `/${localImagePath(address, siteUrl)}`
      return [
        address,
        { path, width, height, version, placeholder, ...pictureWords(facts, { words, language }) },
      ]
    }),
  )
}

/** Finds the library's facts about the pictures in a text, by their addresses as written in it. */
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
