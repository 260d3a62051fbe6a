import { type FeedArticle, type FeedIcons, lastChangeOf, permanentId } from '#core/feeds/describe-feed.ts'
import { escapeXml, singleLine, XML_DECLARATION, type Xml, xml } from '#core/feeds/escape.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articleAudioPath, articlePath, podcastPath } from '#core/paths.ts'

/** An article that can be heard. */
type Episode = FeedArticle & { audio: { id: string; seconds: number; bytes: number; model: string } }

interface PodcastFeed {
  siteUrl: string
  hubUrl: string
  language: Language
  t: Translate
  icons: FeedIcons | null
  /** A square picture of at least 1400 pixels, as Apple asks for. */
  cover: string
  /** Of `podcastGuid`. */
  guid: string
  episodes: readonly Episode[]
}

/**
 * The articles of a language that a machine reads aloud, as RSS 2.0 with what Apple
 * (https://podcasters.apple.com/support/823-podcast-requirements) and the Podcasting 2.0 namespace
 * (https://podcasting2.org/docs/podcast-namespace) add to it. It is valid without an episode.
 */
export function buildPodcastFeed(feed: PodcastFeed): string {
  const { siteUrl, hubUrl, language, t, icons, cover, guid, episodes } = feed
  const title = t('podcast.title')
  const page = siteUrl + localizedPath('/', language)
  const lastChange = lastChangeOf([...episodes])
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
<description>${t('podcast.description')}</description>
<language>${language}</language>
<atom:link rel="self" type="application/rss+xml" href="${siteUrl + podcastPath(language)}"/>
<atom:link rel="hub" href="${hubUrl}"/>
<docs>https://www.rssboard.org/rss-specification</docs>${lastChange && xml`<lastBuildDate>${lastChange.toUTCString()}</lastBuildDate>`}${image}
<itunes:author>${t('site.name')}</itunes:author>
<itunes:image href="${cover}"/>
<itunes:category text="News"/>
<itunes:explicit>false</itunes:explicit>
<itunes:type>episodic</itunes:type>
<podcast:guid>${guid}</podcast:guid>
<podcast:medium>podcast</podcast:medium>
${episodes.map((episode) => buildEpisode(episode, feed))}
</channel>
</rss>
`.xml
}

function buildEpisode(episode: Episode, { siteUrl, language, t }: PodcastFeed): Xml {
  const { audio } = episode
  const pathOf = (kind: 'mp3' | 'chapters.json' | 'vtt') =>
    siteUrl + articleAudioPath({ articleId: episode.id, id: audio.id }, kind)
  const statement = t('audio.statement', { model: audio.model })
  // Escaped twice, because programs parse a description as HTML.
  return xml`<item>
<title>${singleLine(episode.title)}</title>
<link>${siteUrl + articlePath(episode)}</link>
<guid isPermaLink="false">${permanentId(episode)}</guid>
<pubDate>${new Date(episode.publish_date).toUTCString()}</pubDate>
<description>${`<p>${escapeXml(singleLine(episode.excerpt))}</p><p>${escapeXml(statement)}</p>`}</description>
<enclosure url="${pathOf('mp3')}" length="${String(audio.bytes)}" type="audio/mpeg"/>
<itunes:author>${singleLine(episode.author)}</itunes:author>
<itunes:duration>${String(Math.max(1, Math.round(audio.seconds)))}</itunes:duration>
<itunes:episodeType>full</itunes:episodeType>
<itunes:explicit>false</itunes:explicit>
<podcast:chapters url="${pathOf('chapters.json')}" type="application/json+chapters"/>
<podcast:transcript url="${pathOf('vtt')}" type="text/vtt" language="${language}"/>
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
