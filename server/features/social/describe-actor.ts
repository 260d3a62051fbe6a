import type { Context } from '@fedify/fedify'
import type { Organization } from '@fedify/vocab'
import type { Settings } from '#core/domain/settings.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { iconPath } from '#core/look/mark.ts'
import { shareImagePath } from '#core/paths.ts'
import type { Fedify } from '#server/features/social/load-fedify.ts'

/**
 * The publication in one language. An organization, because that is what a publication is; Mastodon marks what is a service or an
 * application as automated, and many people hide those.
 */
export async function describeActor(
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
