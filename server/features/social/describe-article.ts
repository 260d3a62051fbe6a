import { randomUUID } from 'node:crypto'
import type { Activity, Article } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import { heroImageUrl, localImagePath } from '#core/domain/hero-image.ts'
import type { Settings } from '#core/domain/settings.ts'
import { describeDrafting, describeTranslation } from '#core/feeds/describe-feed.ts'
import { escapeXml, singleLine, xml } from '#core/feeds/escape.ts'
import {
  correctionsHtml,
  draftingStatementHtml,
  feedHtml,
  feedWords,
  translationStatementHtml,
} from '#core/feeds/feed-html.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator, type Translate } from '#core/i18n/translator.ts'
import { articlePath, categoryPath } from '#core/paths.ts'
import { actorUrl, FOLLOWERS_PATH, objectUrl } from '#server/features/social/addresses.ts'
import type { Fedify } from '#server/features/social/load-fedify.ts'
import type { SocialArticle } from '#server/features/social/published-articles.ts'
import type { ImageSource } from '#server/platform/images/image-source.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/** Other servers take no message of more than a megabyte, and the text is in it twice; a longer one is left to the page. */
const MOST_CONTENT_BYTES = 150_000
const PICTURE_TYPES = new Map([
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
])

interface Description {
  fedify: Fedify
  siteUrl: string
  settings: Settings
  imageSource: ImageSource
}

/** An article as an object of ActivityStreams: everybody may read it, and the followers of its language are told of it. */
export async function describeArticle(
  article: SocialArticle,
  { fedify, siteUrl, settings, imageSource }: Description,
): Promise<Article> {
  const { language } = article
  const t: Translate = createTranslator(language, catalogsOf(settings), settings)
  const actor = new URL(actorUrl(siteUrl, language))
  const url = siteUrl + articlePath(article)
  // Misskey reads the plain text, and Mastodon takes the language from the other.
  const inLanguage = (text: string) => [text, new fedify.LanguageString(text, language)]
  const lastChange = article.corrections.at(-1)?.corrected_at ?? article.updated_at
  return new fedify.Article({
    id: new URL(objectUrl(siteUrl, { articleId: article.id, generation: article.generation })),
    attribution: actor,
    names: inLanguage(singleLine(article.title)),
    // A summary is HTML in ActivityStreams, and a name is plain text.
    summaries: inLanguage(escapeXml(article.excerpt)),
    contents: inLanguage(await contentOf(article, { url, siteUrl, t })),
    mediaType: 'text/html',
    url: new URL(url),
    image: await pictureOf(article, { fedify, siteUrl, imageSource }),
    tags: hashtagsOf(article, { fedify, siteUrl, t }),
    published: fedify.instantOf(new Date(article.publish_date)),
    updated: fedify.instantOf(new Date(lastChange)),
    to: fedify.PUBLIC_COLLECTION,
    cc: new URL(siteUrl + FOLLOWERS_PATH.replace('{identifier}', language)),
  })
}

async function contentOf(
  article: SocialArticle,
  { url, siteUrl, t }: { url: string; siteUrl: string; t: Translate },
): Promise<string> {
  const translated = describeTranslation(article, { siteUrl, t })
  const drafted = describeDrafting(article, { t })
  const before =
    (translated ? translationStatementHtml(translated.statement, translated.originalUrl) : '') +
    (drafted ? draftingStatementHtml(drafted.text) : '')
  const after =
    correctionsHtml(article.corrections, { language: article.language, t }) +
    xml`<p><a href="${url}">${url}</a></p>`.xml
  const place = 'core/feeds/feed-html.ts#feedHtml'
  const whole = before + (await offTurn(place, feedHtml, article.content, url, feedWords(t))) + after
  return Buffer.byteLength(JSON.stringify(whole)) <= MOST_CONTENT_BYTES
    ? whole
    : before + xml`<p>${article.excerpt}</p>`.xml + after
}

async function pictureOf(
  { hero_image, language }: SocialArticle,
  { fedify, siteUrl, imageSource }: Pick<Description, 'fedify' | 'siteUrl' | 'imageSource'>,
) {
  const address = URL.parse(heroImageUrl({ hero_image }, siteUrl) ?? '')
  if (!address) return null
  const path = hero_image === null ? null : localImagePath(hero_image, siteUrl)
  const facts = path === null ? null : (await imageSource(path))?.facts
  const type = PICTURE_TYPES.get(/\.(\w+)$/.exec(address.pathname)?.[1]?.toLowerCase() ?? '')
  const alt = facts?.alts[language] ?? facts?.alts.en
  return new fedify.Image({ url: address, ...(type && { mediaType: type }), ...(alt && { name: alt }) })
}

/** Of the section, whose name is written as one word. */
function hashtagsOf(
  { category, language }: SocialArticle,
  { fedify, siteUrl, t }: Pick<Description, 'fedify' | 'siteUrl'> & { t: Translate },
) {
  const word = t(`category.${category}.name`).replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
  const href = new URL(siteUrl + localizedPath(categoryPath(category), language))
  return word ? [new fedify.Hashtag({ name: `#${word}`, href })] : []
}

/** Wraps an article in an activity that says that it was published, changed, or deleted. A published one is always the same activity. */
export function wrapInActivity(
  article: Article,
  options: {
    kind: 'Create' | 'Update' | 'Delete'
    language: Language
    siteUrl: string
    fedify: Pick<Fedify, 'Create' | 'Update' | 'Delete' | 'Tombstone' | 'PUBLIC_COLLECTION'>
  },
): Activity {
  const { kind, language, siteUrl, fedify } = options
  const name = kind === 'Create' ? 'create' : `${kind.toLowerCase()}-${randomUUID()}`
  return new fedify[kind]({
    id: new URL(`#${name}`, article.id ?? siteUrl),
    actor: new URL(actorUrl(siteUrl, language)),
    object: kind === 'Delete' ? new fedify.Tombstone({ id: article.id }) : article,
    to: fedify.PUBLIC_COLLECTION,
    cc: new URL(siteUrl + FOLLOWERS_PATH.replace('{identifier}', language)),
    ...(kind === 'Create' && { published: article.published }),
  })
}

/**
 * Names everybody in full in what Fedify writes: some servers compare strings and do not know `as:Public`, and a proof of Fedify is one of
 * the full name. Within a text the quotation marks are escaped.
 */
export const namePublic = (json: string): string =>
  json.replaceAll('"as:Public"', '"https://www.w3.org/ns/activitystreams#Public"')

/** An activity as it is sent. */
export const writeActivity = async (activity: Activity, contextLoader: DocumentLoader): Promise<string> =>
  namePublic(JSON.stringify(await activity.toJsonLd({ contextLoader })))
