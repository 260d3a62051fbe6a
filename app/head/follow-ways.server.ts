import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { jsonFeedPath, rssPath } from '#core/paths.ts'

interface FollowedFeed {
  title: string
  rss: string
  json: string
}

/** How a list can be followed, in the words of its language, which browsers do not load otherwise. */
export interface FollowWays {
  feed: FollowedFeed
  /** Of everything, where the list is a part of it. */
  all: FollowedFeed | null
  /** The account of the language on the social web, where it is on. */
  social: string | null
  /** In which there is anything to hear. */
  podcasts: { title: string; path: string }[]
  texts: Record<
    | 'title'
    | 'mail'
    | 'mailText'
    | 'mailLink'
    | 'feed'
    | 'feedText'
    | 'social'
    | 'socialText'
    | 'podcast'
    | 'podcastText',
    string
  >
}

interface FollowOptions {
  siteUrl: string
  settings: Pick<Settings, 'social_web'>
  language: Language
  t: Translate
  /** Of the list; absent for everything. */
  feed?: FollowedFeed
  /** Of `listPodcasts`. */
  podcasts: FollowWays['podcasts']
}

/** The ways to follow a list. */
export function followWays({ siteUrl, settings, language, t, feed, podcasts }: FollowOptions): FollowWays {
  const all = { title: t('feed.title'), rss: rssPath(language), json: jsonFeedPath(language) }
  return {
    feed: feed ?? all,
    all: feed ? all : null,
    social: settings.social_web ? `@${language}@${new URL(siteUrl).host}` : null,
    podcasts,
    texts: {
      title: t('follow.title'),
      mail: t('follow.mail.title'),
      mailText: t('follow.mail.text'),
      mailLink: t('follow.mail.link'),
      feed: t('follow.feed.title'),
      feedText: t('follow.feed.text'),
      social: t('follow.social.title'),
      socialText: t('follow.social.text'),
      podcast: t('follow.podcast.title'),
      podcastText: t('follow.podcast.text'),
    },
  }
}
