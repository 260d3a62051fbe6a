import { checkRss, isAbsolute } from '#core/feeds/testing/check-rss.ts'
import { childrenOf, parseXml, type XmlElement } from '#core/feeds/testing/parse-xml.ts'

const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd'
const PODCAST = 'https://podcastindex.org/namespace/1.0'

/** The types of transcripts of the Podcasting 2.0 namespace. */
const TRANSCRIPTS = ['text/plain', 'text/html', 'text/vtt', 'application/json', 'application/x-subrip']
/** The types of sound that Apple accepts. */
const SOUNDS = ['audio/x-m4a', 'audio/mpeg']

/**
 * The problems of a podcast by RSS 2.0, by what Apple requires (https://podcasters.apple.com/support/823-podcast-requirements and
 * https://help.apple.com/itc/podcasts_connect/#/itcb54353390), and by the Podcasting 2.0 namespace
 * (https://podcasting2.org/docs/podcast-namespace); empty for a valid one.
 */
export function checkPodcast(source: string): string[] {
  const [channel] = parseXml(source).children
  if (!channel) return ['There is no channel.']
  const one = (name: string, value: RegExp, of = channel, namespace = ITUNES) => {
    const found = childrenOf(of, name, namespace).map(({ text }) => text)
    return found.length === 1 && value.test(found[0] ?? '')
      ? []
      : [`<${of.name}> has not one right <${name}>: ${found}`]
  }
  const category = childrenOf(channel, 'category', ITUNES)
  const cover = childrenOf(channel, 'image', ITUNES)
  return [
    ...checkRss(source),
    ...one('language', /^[a-z]{2}(-[a-z]{2})?$/, channel, ''),
    ...one('explicit', /^(true|false)$/),
    ...one('author', /\S/),
    ...one('type', /^(episodic|serial)$/),
    ...one('guid', /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, channel, PODCAST),
    ...one('medium', /^podcast$/, channel, PODCAST),
    ...(category.length === 1 && category[0]?.attributes.text ? [] : ['There is not one <itunes:category>.']),
    ...(cover.length === 1 &&
    /\.(png|jpg)(\?|$)/.test(cover[0]?.attributes.href ?? '') &&
    isAbsolute(cover[0]?.attributes.href ?? '')
      ? []
      : ['There is not one absolute <itunes:image> of PNG or JPEG.']),
    ...childrenOf(channel, 'item').flatMap((item) => [
      ...one('duration', /^[1-9]\d*$/, item),
      ...one('explicit', /^(true|false)$/, item),
      ...one('episodeType', /^(full|trailer|bonus)$/, item),
      ...checkEpisode(item),
    ]),
  ]
}

function checkEpisode(item: XmlElement): string[] {
  const problems: string[] = []
  const enclosures = childrenOf(item, 'enclosure')
  const { url = '', length = '', type = '' } = enclosures[0]?.attributes ?? {}
  if (enclosures.length !== 1) problems.push('An <item> has not one <enclosure>.')
  if (!isAbsolute(url) || !/\.(mp3|m4a)$/.test(new URL(url, 'http://x').pathname))
    problems.push(`The address of a sound is ${url}.`)
  if (!/^[1-9]\d*$/.test(length)) problems.push(`The length of a sound is ${length}.`)
  if (!SOUNDS.includes(type)) problems.push(`The type of a sound is ${type}.`)
  for (const { attributes } of childrenOf(item, 'transcript', PODCAST))
    if (!isAbsolute(attributes.url ?? '') || !TRANSCRIPTS.includes(attributes.type ?? ''))
      problems.push('A <podcast:transcript> has no address, or another type.')
  const chapters = childrenOf(item, 'chapters', PODCAST)
  if (chapters.length > 1) problems.push('An <item> has several <podcast:chapters>.')
  for (const { attributes } of chapters)
    if (!isAbsolute(attributes.url ?? '') || attributes.type !== 'application/json+chapters')
      problems.push('A <podcast:chapters> has no address, or another type.')
  return problems
}
