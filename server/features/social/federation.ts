import type { Context, Federation } from '@fedify/fedify'
import type { Organization } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import type { Settings } from '#core/domain/settings.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import { isLanguage, type Language, localizedPath } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { iconPath } from '#core/look/mark.ts'
import { shareImagePath } from '#core/paths.ts'
import {
  ACTOR_PATH,
  FOLLOWERS_PATH,
  INBOX_PATH,
  NODE_INFO_PATH,
  OBJECT_PATH,
  OUTBOX_PATH,
  readObjectId,
  SHARED_INBOX_PATH,
} from '#server/features/social/addresses.ts'
import { describeArticle } from '#server/features/social/describe-article.ts'
import type { Fedify } from '#server/features/social/load-fedify.ts'
import {
  countSocialArticles,
  findSocialArticle,
  listSocialArticles,
} from '#server/features/social/published-articles.ts'
import type { SocialKeys } from '#server/features/social/social-keys.ts'
import { wrapInActivity } from '#server/features/social/wrap-in-activity.ts'
import type { PlatformServices } from '#server/platform/services.ts'

const PAGE_LENGTH = 20
const readsNothing: DocumentLoader = () => Promise.reject(new Error('Nothing is read to answer a request'))
/** Further back there is the site itself. */
const MOST_PAGES = 50

/**
 * Serves what others read of the publication: WebFinger, NodeInfo, actors, outboxes, followers as a number, and articles. Fedify routes and
 * writes; it neither sends nor receives, so it stores nothing.
 */
export function createFederation(
  deps: Pick<PlatformServices, 'sql' | 'settings' | 'siteUrl' | 'imageSource'> & {
    fedify: Fedify
    keys: SocialKeys
    contextLoader: DocumentLoader
  },
): Federation<void> {
  const { sql, settings, siteUrl, fedify, keys, contextLoader } = deps
  const offered = (identifier: string): Language | null =>
    isLanguage(identifier) && settings.current().languages.includes(identifier) ? identifier : null
  const description = () => ({ ...deps, settings: settings.current() })

  const federation = fedify.createFederation<void>({
    kv: new fedify.MemoryKvStore(),
    origin: siteUrl,
    contextLoaderFactory: () => contextLoader,
    documentLoaderFactory: () => readsNothing,
    authenticatedDocumentLoaderFactory: () => readsNothing,
  })

  federation
    .setActorDispatcher(ACTOR_PATH, async (context, identifier) => {
      const language = offered(identifier)
      return language && describeActor(context, language, description())
    })
    .setKeyPairsDispatcher(async (_, identifier) => {
      const language = offered(identifier)
      return language ? keys.pairsOf(language) : []
    })

  federation
    .setOutboxDispatcher(OUTBOX_PATH, async (_, identifier, cursor) => {
      const language = offered(identifier)
      const page = Number(cursor)
      if (!language || cursor === null || !Number.isInteger(page) || page < 0 || page >= MOST_PAGES)
        return null
      const listed = await listSocialArticles(sql, {
        language,
        limit: PAGE_LENGTH + 1,
        offset: page * PAGE_LENGTH,
      })
      const shown = await Promise.all(
        listed.slice(0, PAGE_LENGTH).map((article) => describeArticle(article, description())),
      )
      return {
        items: shown.map((article) => wrapInActivity(article, { kind: 'Create', language, siteUrl, fedify })),
        nextCursor: listed.length > PAGE_LENGTH && page + 1 < MOST_PAGES ? String(page + 1) : null,
      }
    })
    .setFirstCursor(async (_, identifier) => (offered(identifier) ? '0' : null))
    .setCounter(async (_, identifier) => {
      const language = offered(identifier)
      return language && countSocialArticles(sql, language)
    })

  federation
    .setFollowersDispatcher(FOLLOWERS_PATH, async (_, identifier) =>
      offered(identifier) ? { items: [] } : null,
    )
    .setCounter(async (_, identifier) => {
      if (!offered(identifier)) return null
      const [row] = await sql<[{ count: number }]>`
        select count(*)::integer as count from private.social_followers where language = ${identifier}`
      return row.count
    })

  federation.setObjectDispatcher(fedify.Article, OBJECT_PATH, async (_, { id }) => {
    const name = readObjectId(id)
    const article = name && (await findSocialArticle(sql, name.articleId))
    if (!article || article.generation !== name.generation) return null
    return describeArticle(article, description())
  })

  federation.setNodeInfoDispatcher(NODE_INFO_PATH, async () => {
    const [row] = await sql<[{ articles: number }]>`
      select count(*)::integer as articles from public.articles
      where published and language = any(private.offered_languages())`
    return {
      // Strangers are not told the version.
      software: { name: 'ai-watch', version: '1' },
      protocols: ['activitypub'],
      usage: {
        users: { total: settings.current().languages.length },
        localPosts: row.articles,
        localComments: 0,
      },
    }
  })

  // Their addresses are in every actor; inbox-routes.ts receives what comes.
  federation.setInboxListeners(INBOX_PATH, SHARED_INBOX_PATH)
  return federation
}

/**
 * The publication in one language. An organization, because that is what a publication is; Mastodon marks what is a service or an
 * application as automated, and many people hide those.
 */
async function describeActor(
  context: Context<void>,
  language: Language,
  { fedify, siteUrl, settings }: { fedify: Fedify; siteUrl: string; settings: Settings },
): Promise<Organization> {
  const t = createTranslator(language, catalogsOf(settings), settings)
  const keys = await context.getActorKeyPairs(language)
  const picture = (path: string) =>
    new fedify.Image({ url: new URL(siteUrl + path), mediaType: 'image/png', name: t('site.name') })
  return new fedify.Organization({
    id: context.getActorUri(language),
    preferredUsername: language,
    name: t('feed.title'),
    // HTML in ActivityStreams, unlike the name.
    summary: escapeXml(t('feed.description')),
    url: new URL(siteUrl + localizedPath('/', language)),
    icon: picture(iconPath('icon-512.png', settings)),
    image: picture(shareImagePath()),
    inbox: new URL(`${context.getActorUri(language).href}/inbox`),
    outbox: context.getOutboxUri(language),
    followers: context.getFollowersUri(language),
    endpoints: new fedify.Endpoints({ sharedInbox: new URL(`${siteUrl}/activitypub/inbox`) }),
    publicKey: keys[0]?.cryptographicKey ?? null,
    assertionMethods: keys.map(({ multikey }) => multikey),
    manuallyApprovesFollowers: false,
    discoverable: true,
    indexable: true,
  })
}
