import { randomUUID } from 'node:crypto'
import type { Activity, Article } from '@fedify/vocab'
import type { Language } from '#core/i18n/languages.ts'
import { actorUrl, FOLLOWERS_PATH } from '#server/features/social/addresses.ts'
import type { Fedify } from '#server/features/social/load-fedify.ts'

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
