import type { DocumentLoader } from '@fedify/vocab-runtime'
import type { Fedify } from '#server/features/social/load-fedify.ts'

/** What is taken of a context that is not known: that of LitePub, which every Pleroma serves itself, defines reactions with an emoji. */
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
