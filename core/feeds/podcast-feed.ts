import type { ArticleEpisode } from '#core/data/article-audio.ts'
import type { ListedRecording } from '#core/data/newsletter-audio.ts'
import { type FeedIcons, hubLink, permanentId } from '#core/feeds/describe-feed.ts'
import { escapeXml, singleLine, XML_DECLARATION, type Xml, xml } from '#core/feeds/escape.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articleAudioPath, articlePath, newsletterAudioPath, newsletterIssuePath } from '#core/paths.ts'

/** The number of episodes of a podcast; programs keep what they have downloaded. */
export const PODCAST_LENGTH = 50

/** An episode. Its addresses are paths. */
export interface Episode {
  /** Stays the same when anything else changes. */
  id: string
  title: string
  page: string
  publishedAt: string
  summary: string
  author: string
  /** The statement about the voice, as a sentence. */
  statement: string
  seconds: number
  bytes: number
  pathOf(kind: 'mp3' | 'chapters.json' | 'vtt'): string
}

export interface PodcastFeed {
  siteUrl: string
  hubUrl: string | null
  language: Language
  siteName: string
  title: string
  description: string
  /** The paths of its page, in any language, and of the feed. */
  page: string
  path: string
  icons: FeedIcons | null
  /** A square picture of at least 1400 pixels, as Apple requires. */
  cover: string
  lastChange: Date | null
  episodes: readonly Episode[]
}

/**
 * The podcast of the recordings in a language, as RSS 2.0 with the elements of Apple
 * (https://podcasters.apple.com/support/823-podcast-requirements) and the Podcasting 2.0 namespace
 * (https://podcasting2.org/docs/podcast-namespace). It is valid without an episode.
 */
export async function buildPodcastFeed(feed: PodcastFeed): Promise<string> {
  const { siteUrl, language, title, icons, lastChange } = feed
  const page = siteUrl + localizedPath(feed.page, language)
  const selfUrl = siteUrl + feed.path
  const image =
    icons &&
    xml`
<image><url>${icons.small}</url><title>${title}</title><link>${page}</link></image>`
  return xml`${XML_DECLARATION}
<rss version="2.0"
  xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
<title>${title}</title>
<link>${page}</link>
<description>${feed.description}</description>
<language>${language}</language>
<atom:link rel="self" type="application/rss+xml" href="${selfUrl}"/>${hubLink(feed)}
<docs>https://www.rssboard.org/rss-specification</docs>${lastChange && xml`<lastBuildDate>${lastChange.toUTCString()}</lastBuildDate>`}${image}
<itunes:author>${feed.siteName}</itunes:author>
<itunes:image href="${feed.cover}"/>
<itunes:category text="News"/>
<itunes:explicit>false</itunes:explicit>
<itunes:type>episodic</itunes:type>
<podcast:guid>${await podcastGuid(selfUrl)}</podcast:guid>
<podcast:medium>podcast</podcast:medium>
${feed.episodes.map((episode) => buildEpisode(episode, feed))}
</channel>
</rss>
`.xml
}

function buildEpisode(episode: Episode, { siteUrl, language }: PodcastFeed): Xml {
  const urlOf = (kind: Parameters<Episode['pathOf']>[0]) => siteUrl + episode.pathOf(kind)
  const texts = [singleLine(episode.summary), episode.statement].filter((text) => text !== '')
  // Escaped twice, because programs parse a description as HTML.
  const description = texts.map((text) => `<p>${escapeXml(text)}</p>`).join('')
  return xml`<item>
<title>${singleLine(episode.title)}</title>
<link>${siteUrl + episode.page}</link>
<guid isPermaLink="false">${episode.id}</guid>
<pubDate>${new Date(episode.publishedAt).toUTCString()}</pubDate>
<description>${description}</description>
<enclosure url="${urlOf('mp3')}" length="${String(episode.bytes)}" type="audio/mpeg"/>
<itunes:author>${singleLine(episode.author)}</itunes:author>
<itunes:duration>${String(Math.max(1, Math.round(episode.seconds)))}</itunes:duration>
<itunes:episodeType>full</itunes:episodeType>
<itunes:explicit>false</itunes:explicit>
<podcast:chapters url="${urlOf('chapters.json')}" type="application/json+chapters"/>
<podcast:transcript url="${urlOf('vtt')}" type="text/vtt" language="${language}"/>
</item>`
}

/** The name space of podcasts, as the Podcasting 2.0 namespace has it. */
const PODCASTS = 'ead4c236bf5858c6a2c6a6b28d128cb6'

/** The id of a podcast that stays when it moves: a UUID of version 5 (RFC 9562) of the address of its feed, without scheme and slash at the end. */
export async function podcastGuid(feedUrl: string): Promise<string> {
  const name = feedUrl.replace(/^https?:\/\//, '').replace(/\/+$/, '')
  const space = (PODCASTS.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  const bytes = Uint8Array.from([...space, ...new TextEncoder().encode(name)])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes)).subarray(0, 16)
  hash.set([((hash[6] ?? 0) & 0x0f) | 0x50], 6)
  hash.set([((hash[8] ?? 0) & 0x3f) | 0x80], 8)
  const text = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** An article that can be heard, for its podcast. */
export function articleEpisode({ audio, ...article }: ArticleEpisode, t: Translate): Episode {
  return {
    id: permanentId(article),
    title: article.title,
    page: articlePath(article),
    publishedAt: article.publish_date,
    summary: article.excerpt,
    author: article.author,
    statement: t('audio.statement', { model: audio.model }),
    seconds: audio.seconds,
    bytes: audio.bytes,
    pathOf: (kind) => articleAudioPath({ articleId: article.id, id: audio.id }, kind),
  }
}

/** An issue of the newsletter that can be heard, for its podcast; with the id that it has in the feed of issues. */
export function issueEpisode(issue: ListedRecording, t: Translate): Episode {
  const { id, slug, language, seconds, bytes, model } = issue
  return {
    id: `newsletter:${slug}:${language}`,
    title: issue.subject,
    page: newsletterIssuePath(slug, language),
    publishedAt: issue.started_at,
    summary: issue.preheader,
    author: t('site.name'),
    statement: t('audio.issueStatement', { model }),
    seconds,
    bytes,
    pathOf: (kind) => newsletterAudioPath(id, kind),
  }
}
