import type { Context, Federation, KeyCache } from '@fedify/fedify'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { actorUrl } from '#server/features/social/addresses.ts'
import { createFederation } from '#server/features/social/federation.ts'
import { type Fedify, loadFedify } from '#server/features/social/load-fedify.ts'
import { createDocumentLoader } from '#server/features/social/remote/document-loader.ts'
import { createSocialKeys, type SocialKeys } from '#server/features/social/social-keys.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { createDocumentClient } from '#server/platform/links/request-document.ts'
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
