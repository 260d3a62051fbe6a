import { expect, test } from 'vitest'
import type { ListedRecording } from '#core/data/newsletter-audio.ts'
import {
  articleEpisode,
  buildPodcastFeed,
  issueEpisode,
  type PodcastFeed,
  podcastGuid,
} from '#core/feeds/podcast-feed.ts'
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

async function build({ language = 'en', ...more }: Partial<PodcastFeed> = {}) {
  const source = await buildPodcastFeed({
    siteUrl: SITE_URL,
    hubUrl: `${SITE_URL}/websub`,
    language,
    siteName: 'AI Watch',
    title: 'AI Watch, read aloud',
    description: 'The articles, read aloud by a machine.',
    page: '/',
    path: `/feeds/${language}/podcast.xml`,
    icons: null,
    cover: `${SITE_URL}/podcast-cover.png`,
    lastChange: null,
    episodes: [],
    ...more,
  })
  return { source, channel: parseXml(source).children[0] ?? expect.fail() }
}

const episodeOf = (article: ReturnType<typeof aFeedArticle>, audio = AUDIO) =>
  articleEpisode({ ...article, audio }, translatorFor(article.language))

const anIssue = (more: Partial<ListedRecording> = {}): ListedRecording => ({
  ...AUDIO,
  made_at: '2026-11-15T08:10:00Z',
  slug: '2026-11-15',
  language: 'de',
  subject: 'Prüfungen',
  preheader: 'Was darin steht.',
  started_at: '2026-11-15T08:00:00Z',
  ...more,
})

test.each(LANGUAGE_CODES)(
  'the podcast in the language %s keeps the rules, also while it is empty',
  async (language) => {
    expect(checkPodcast((await build({ language })).source)).toEqual([])
    const t = translatorFor(language)
    const episodes = [episodeOf(aFeedArticle({ language })), issueEpisode(anIssue({ language }), t)]
    expect(checkPodcast((await build({ language, episodes })).source)).toEqual([])
  },
)

test.each(HOSTILE_TEXTS)('%j stays a text', async (text) => {
  const article = aFeedArticle({ title: `T ${text}`, excerpt: text, author: `A ${text}` })
  const issue = anIssue({ subject: `S ${text}`, preheader: text, model: text })
  const episodes = [episodeOf(article, { ...AUDIO, model: text }), issueEpisode(issue, translatorFor('de'))]
  const { source, channel } = await build({ episodes })
  expect(checkPodcast(source)).toEqual([])
  expect(childrenOf(channel, 'item')).toHaveLength(2)
})

test('an episode has its sound, its length, and says who speaks', async () => {
  const article = aFeedArticle()
  const { channel } = await build({ episodes: [episodeOf(article)] })
  const [item = expect.fail()] = childrenOf(channel, 'item')
  expect(childrenOf(item, 'enclosure')[0]?.attributes).toEqual({
    url: `${SITE_URL}/article/audio/${article.id}/${AUDIO.id}.mp3`,
    length: '1234567',
    type: 'audio/mpeg',
  })
  expect(childrenOf(item, 'duration', ITUNES)[0]?.text).toBe('61')
  expect(textOf(item, 'description')).toContain('A machine reads this article aloud (speech model a-voice).')
})

test('an issue is the same item as in the feed of issues, and one without a preheader has no empty paragraph', async () => {
  const { channel } = await build({
    language: 'de',
    episodes: [issueEpisode(anIssue({ preheader: '' }), translatorFor('de'))],
  })
  const [item = expect.fail()] = childrenOf(channel, 'item')
  expect(textOf(item, 'guid')).toBe('newsletter:2026-11-15:de')
  expect(textOf(item, 'link')).toBe(`${SITE_URL}/newsletter/issues/2026-11-15?lang=de`)
  expect(textOf(item, 'description')).toBe(
    '<p>Eine Maschine liest diese Ausgabe vor (Stimmmodell a-voice).</p>',
  )
  expect(childrenOf(item, 'enclosure')[0]?.attributes.url).toBe(
    `${SITE_URL}/newsletter/audio/${AUDIO.id}.mp3`,
  )
})

test('the id of a podcast is that of the example of the namespace', async () => {
  // https://podcasting2.org/docs/podcast-namespace/tags/guid
  const guid = '917393e3-1b1e-5cef-ace4-edaa54e1f810'
  expect(await podcastGuid('https://mp3s.nashownotes.com/pc20rss.xml')).toBe(guid)
})
