import type { Context, Federation, KeyCache } from '@fedify/fedify'
import type { Organization } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import { LRUCache } from 'lru-cache'
import type { Settings } from '#core/domain/settings.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_CODES,
  type Language,
  localizedPath,
} from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { iconPath } from '#core/look/mark.ts'
import { shareImagePath } from '#core/paths.ts'
import {
  ACTOR_PATH,
  actorUrl,
  FOLLOWERS_PATH,
  INBOX_PATH,
  NODE_INFO_PATH,
  OBJECT_PATH,
  OUTBOX_PATH,
  readObjectId,
  SHARED_INBOX_PATH,
} from '#server/features/social/addresses.ts'
import { describeArticle, wrapInActivity } from '#server/features/social/describe-article.ts'
import { type Fedify, loadFedify } from '#server/features/social/load-fedify.ts'
import {
  countSocialArticles,
  findSocialArticle,
  listSocialArticles,
} from '#server/features/social/published-articles.ts'
import { createDocumentLoader } from '#server/features/social/remote-documents.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { createDocumentClient } from '#server/platform/links/request-document.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import type { PlatformServices } from '#server/platform/services.ts'

/** Enough for every server that there is; whoever invents more of them has their keys fetched each time. */
const MOST_KEYS = 50_000

/** The parts that speak with other servers of the social web. */
export interface SocialWeb {
  fedify: Fedify
  federation: Federation<void>
  context: Context<void>
  keys: SocialKeys
  /** Public keys of others. */
  remoteKeys: KeyCache
  contextLoader: DocumentLoader
  /** A loader that fetches each document once, for one request. */
  documentLoader(): DocumentLoader
  /** Signs a request as the actor of a language, and returns the headers with which it has to be sent. */
  sign(request: Request, language: Language, spec?: 'rfc9421'): Promise<Record<string, string>>
  client: ClientOptions
}

/** Opens it on the first call, because most publications never need it. */
export function openSocialWeb(
  options: Pick<PlatformServices, 'sql' | 'settings' | 'siteUrl' | 'imageSource'> & {
    jwtSecret: string
    /** Addresses of the own network that may be asked. */
    allowed: readonly string[]
  },
): () => Promise<SocialWeb> {
  let opened: Promise<SocialWeb> | null = null
  return () => {
    opened ??= open(options).catch((error) => {
      opened = null
      throw error
    })
    return opened
  }
}

async function open(options: Parameters<typeof openSocialWeb>[0]): Promise<SocialWeb> {
  const { sql, siteUrl, jwtSecret, allowed } = options
  const fedify = await loadFedify()
  const keys = createSocialKeys({ sql, jwtSecret, fedify })
  const contextLoader = createContextLoader(fedify)
  const documents = createDocumentClient({ siteUrl, allowsPrivate: false, allowed })

  const sign: SocialWeb['sign'] = async (request, language, spec) => {
    const [pair] = await keys.pairsOf(language)
    if (!pair) throw new Error(`The language ${language} has no key`)
    const keyId = new URL(`${actorUrl(siteUrl, language)}#main-key`)
    const signed = await fedify.signRequest(request, pair.privateKey, keyId, { ...(spec && { spec }) })
    return Object.fromEntries(signed.headers)
  }
  const documentLoader = () =>
    createDocumentLoader({
      documents,
      siteUrl,
      allowed,
      sign: (request) => sign(request, DEFAULT_LANGUAGE),
    })
  const federation = createFederation({ ...options, fedify, keys, contextLoader })
  return {
    fedify,
    federation,
    context: federation.createContext(new URL(siteUrl), undefined),
    keys,
    remoteKeys: createRemoteKeys(sql, fedify, contextLoader),
    contextLoader,
    documentLoader,
    sign,
    client: { allowed, userAgent: `SocialWeb/1.0 (+${siteUrl})` },
  }
}

/** Public keys of others, for a day. Fedify fetches one anew when a signature does not fit it. What could not be fetched is not remembered. */
function createRemoteKeys(
  sql: Sql,
  { CryptographicKey }: Pick<Fedify, 'CryptographicKey'>,
  contextLoader: NonNullable<Parameters<Fedify['CryptographicKey']['fromJsonLd']>[1]>['contextLoader'],
): KeyCache {
  const loaders = { ...(contextLoader && { contextLoader }) }
  return {
    async get(id) {
      const [row] = await sql<{ document: unknown }[]>`
        select document from private.remote_keys where id = ${id.href} and expires_at > now()`
      return row && CryptographicKey.fromJsonLd(row.document, loaders)
    },
    async set(id, key) {
      if (!(key instanceof CryptographicKey) || id.href.length > 1000) return
      const document = JSON.stringify(await key.toJsonLd(loaders))
      await sql`
        insert into private.remote_keys (id, document)
        select ${id.href}, ${document}::jsonb where (select count(*) from private.remote_keys) < ${MOST_KEYS}
        on conflict (id) do update set document = excluded.document, expires_at = excluded.expires_at`
    },
  }
}

/**
 * The part that is taken of a context that is not known: that of LitePub, which every Pleroma serves itself, defines reactions with an
 * emoji.
 */
const UNKNOWN_CONTEXT = { '@context': { EmojiReact: 'http://litepub.social/ns#EmojiReact' } }

/**
 * The contexts of JSON-LD that come with Fedify. Any other is taken for an almost empty one: nothing is fetched from elsewhere, what only it
 * defines is ignored, and what ActivityStreams defines is understood all the same.
 */
export function createContextLoader({
  preloadedContexts,
}: Pick<Fedify, 'preloadedContexts'>): DocumentLoader {
  const known = new Map(Object.entries(preloadedContexts))
  // It takes twenty milliseconds each time, and nobody names it: others define only what they use of it.
  known.delete('http://schema.org/')
  return async (url) => ({
    contextUrl: null,
    documentUrl: url,
    document: structuredClone(known.get(url) ?? UNKNOWN_CONTEXT),
  })
}

const PAGE_LENGTH = 20
const readsNothing: DocumentLoader = () => Promise.reject(new Error('Nothing is read to answer a request'))
/** Further back there is the site itself. */
const MOST_PAGES = 50

/**
 * Serves what others read of the publication: WebFinger, NodeInfo, actors, outboxes, followers as a number, and articles. Fedify routes and
 * writes; it neither sends nor receives, so it stores nothing.
 */
function createFederation(
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

const ALGORITHMS = ['RSASSA-PKCS1-v1_5', 'Ed25519'] as const
type Algorithm = (typeof ALGORITHMS)[number]

/** The keys are like those that Mastodon makes. Fedify's have 4096 bits, and sign five times as slowly. */
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-256',
}

interface StoredKey {
  public: JsonWebKey
  sealed: string
}

/** The keys of each language: RSA for HTTP signatures, Ed25519 for proofs in objects. They are made when they are needed first. */
interface SocialKeys {
  pairsOf(language: Language): Promise<CryptoKeyPair[]>
}

function createSocialKeys(options: {
  sql: Sql
  jwtSecret: string
  fedify: Pick<Fedify, 'exportJwk' | 'generateCryptoKeyPair' | 'importJwk'>
}): SocialKeys {
  const { sql, jwtSecret, fedify } = options
  const box = createSecretBox(jwtSecret, 'keys of the social web')
  const pairs = new LRUCache<Language, Promise<CryptoKeyPair[]>>({ max: LANGUAGE_CODES.length })

  async function pairOf(language: Language, algorithm: Algorithm): Promise<CryptoKeyPair> {
    const owner = `${language} ${algorithm}`
    const open = ({ public: publicKey, sealed }: StoredKey) =>
      Promise.all([
        fedify.importJwk(publicKey, 'public'),
        fedify.importJwk(JSON.parse(box.open(owner, sealed)), 'private'),
      ]).then(([publicKey, privateKey]) => ({ publicKey, privateKey }))
    const stored = await find(language, algorithm)
    // One that another secret has encrypted is of no use any more; others fetch the new one when a signature does not fit.
    if (stored) return open(stored).catch(() => make(true))
    return make(false)

    async function make(replaces: boolean): Promise<CryptoKeyPair> {
      const { publicKey, privateKey } = await (algorithm === 'Ed25519'
        ? fedify.generateCryptoKeyPair(algorithm)
        : crypto.subtle.generateKey(RSA, true, ['sign', 'verify']))
      const [shown, secret] = await Promise.all([fedify.exportJwk(publicKey), fedify.exportJwk(privateKey)])
      await sql`
        insert into private.social_keys as key (language, algorithm, public_key, sealed_private_key)
        values (${language}, ${algorithm}, ${JSON.stringify(shown)}::jsonb, ${box.seal(owner, JSON.stringify(secret))})
        on conflict (language, algorithm) do update
          set public_key = excluded.public_key, sealed_private_key = excluded.sealed_private_key, made_at = now()
          where ${replaces} and key.sealed_private_key = ${stored?.sealed ?? ''}`
      // Another process may have been first.
      const kept = await find(language, algorithm)
      if (!kept) throw new Error(`The key of ${owner} is gone`)
      return open(kept)
    }
  }

  async function find(language: Language, algorithm: Algorithm): Promise<StoredKey | undefined> {
    const [row] = await sql<StoredKey[]>`
      select public_key as public, sealed_private_key as sealed from private.social_keys
      where language = ${language} and algorithm = ${algorithm}`
    return row
  }

  return {
    pairsOf(language) {
      const known =
        pairs.get(language) ?? Promise.all(ALGORITHMS.map((algorithm) => pairOf(language, algorithm)))
      pairs.set(language, known)
      known.catch(() => pairs.delete(language))
      return known
    },
  }
}
