import { expect, test } from 'vitest'
import { buildPodcastFeed, podcastGuid } from '#core/feeds/podcast-feed.ts'
import { checkPodcast } from '#core/feeds/testing/check-podcast.ts'
import { aFeedArticle, HOSTILE_TEXTS, SITE_URL, translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import { childrenOf, parseXml, textOf } from '#core/feeds/testing/parse-xml.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

const AUDIO = {
  id: '6f1f7f60-0000-4000-8000-000000000001',
  seconds: 61.4,
  bytes: 1_234_567,
  model: 'a-voice',
}
const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd'

async function build(more: Partial<Parameters<typeof buildPodcastFeed>[0]> = {}) {
  const { language = 'en' } = more
  const source = buildPodcastFeed({
    siteUrl: SITE_URL,
    hubUrl: `${SITE_URL}/websub`,
    language,
    t: translatorFor(language),
    icons: null,
    cover: `${SITE_URL}/podcast-cover.png`,
    guid: await podcastGuid(`${SITE_URL}/feeds/en/podcast.xml`),
    episodes: [],
    ...more,
  })
  return { source, channel: parseXml(source).children[0] ?? expect.fail() }
}

test.each(LANGUAGE_CODES)(
  'the podcast in the language %s keeps the rules, also while it is empty',
  async (language) => {
    expect(checkPodcast((await build({ language })).source)).toEqual([])
    const episodes = [{ ...aFeedArticle({ language }), audio: AUDIO }]
    expect(checkPodcast((await build({ language, episodes })).source)).toEqual([])
  },
)

test.each(HOSTILE_TEXTS)('%j stays a text', async (text) => {
  const article = aFeedArticle({ title: `T ${text}`, excerpt: text, author: `A ${text}` })
  const { source, channel } = await build({ episodes: [{ ...article, audio: { ...AUDIO, model: text } }] })
  expect(checkPodcast(source)).toEqual([])
  expect(childrenOf(channel, 'item')).toHaveLength(1)
})

test('an episode has its sound, its length, and says who speaks', async () => {
  const article = aFeedArticle()
  const { channel } = await build({ episodes: [{ ...article, audio: AUDIO }] })
  const [item = expect.fail()] = childrenOf(channel, 'item')
  expect(childrenOf(item, 'enclosure')[0]?.attributes).toEqual({
    url: `${SITE_URL}/article/audio/${article.id}/${AUDIO.id}.mp3`,
    length: '1234567',
    type: 'audio/mpeg',
  })
  expect(childrenOf(item, 'duration', ITUNES)[0]?.text).toBe('61')
  expect(textOf(item, 'description')).toContain('A machine reads this article aloud (speech model a-voice).')
})

test('the id of a podcast is that of the example of the namespace', async () => {
  // https://podcasting2.org/docs/podcast-namespace/tags/guid
  const guid = '917393e3-1b1e-5cef-ace4-edaa54e1f810'
  expect(await podcastGuid('https://mp3s.nashownotes.com/pc20rss.xml')).toBe(guid)
})
