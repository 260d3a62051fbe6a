import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ArticleSources } from '#core/data/sourced-articles.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleSchedule, StoryVersion } from '#core/domain/article-schedule.ts'
import { expectAddress } from './support/address.ts'
import {
  aChange,
  anArticleRow,
  aRevisionRow,
  aTranslationRow,
  openForm,
  titleField,
} from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { type Answers, json } from './support/network.ts'
import { aPicture } from './support/pictures.ts'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const LIVE = anArticleRow({ slug: 'live', title: 'Live now' })
const DRAFT = anArticleRow({ slug: 'draft', title: 'A draft', published: false })

const panel = page.getByRole('dialog', { name: 'Before you publish' })
const inPanel = (name: string) => panel.getByRole('button', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const atTime = panel.getByRole('group', { name: 'At a time', exact: true })

const aSchedule = (values: Partial<ArticleSchedule> = {}): ArticleSchedule => ({
  article_id: DRAFT.id,
  publish_at: '2028-10-29T01:30:00+00:00',
  zone: 'Europe/Zurich',
  status: 'waiting',
  reason: null,
  created_at: '2026-11-20T09:00:00+00:00',
  created_by: null,
  settled_at: null,
  featured: false,
  accepted: [],
  along: {},
  ...values,
})

/** The form of an article in a database that stores schedules. */
async function open(rows: readonly Article[], given: Partial<Answers> & { path?: string } = {}) {
  const screen = await openForm(rows, {
    ...given,
    async respond(request) {
      const own = await given.respond?.(request.clone())
      if (own || request.method !== 'PATCH' || !request.url.includes('/articles?')) return own
      const values = await request.json()
      if (!(Date.parse(values.publish_date) > Date.now())) return undefined
      // An article that is published with a future date is stored as a draft.
      const updated_at = new Date().toISOString()
      return json([
        Object.assign(screen.tables.articles?.[0] ?? {}, { ...values, published: false, updated_at }),
      ])
    },
    calls: {
      schedule_article({ p_article_id, p_publish_at, p_zone, p_accepted }) {
        const schedule = aSchedule({
          article_id: p_article_id,
          publish_at: p_publish_at,
          zone: p_zone,
          accepted: p_accepted ?? [],
        })
        screen.tables.article_schedules?.splice(0, 1, { ...schedule })
        return { status: 'scheduled', publish_at: p_publish_at, left: [] }
      },
      schedule_unpublishing({ p_article_id, p_unpublish_at, p_zone }) {
        const ending = { article_id: p_article_id, unpublish_at: p_unpublish_at, zone: p_zone }
        screen.tables.article_unpublishings?.splice(0, 1, ending)
        return { status: 'scheduled', unpublish_at: p_unpublish_at }
      },
      ...given.calls,
    },
  })
  return screen
}

async function choose(date: string, time: string, zone?: string) {
  await panel.getByRole('radio', { name: 'At a time' }).click()
  await atTime.getByLabelText('Date').fill(date)
  await atTime.getByLabelText('Time', { exact: true }).fill(time)
  if (zone) await atTime.getByLabelText('Time zone').selectOptions(zone)
}

const versionOf = (article: Article, values: Partial<StoryVersion> = {}): StoryVersion => ({
  ...article,
  is_original: article.original_article_id === null,
  missing: [],
  unfinished: null,
  waits_for_review: false,
  ...values,
})

test('a draft is published from the panel with Enter, with its finished translation and without the one that is behind', async () => {
  const german = aTranslationRow(DRAFT, 'de', { published: false })
  const screen = await open([DRAFT], {
    calls: {
      list_story_versions: [
        versionOf(DRAFT),
        versionOf(german),
        versionOf(aTranslationRow(DRAFT, 'fr', { published: false }), { unfinished: 'stale' }),
        versionOf(aTranslationRow(DRAFT, 'it', { published: false }), { missing: ['content'] }),
      ],
      publish_articles: ({ p_ids }) => p_ids.map((id) => ({ id, status: 'published' })),
    },
  })
  const main = button('Publish')
  await main.click()
  await expect.element(panel.getByText('German')).toBeVisible()
  await expect.element(panel.getByText('goes along')).toBeVisible()
  await expect.element(panel.getByText('is behind its original, and stays a draft')).toBeVisible()
  await expect.element(panel.getByText('is not ready, it lacks: content')).toBeVisible()
  await expect.element(panel.getByText(/^Not translated: Spanish/)).toBeVisible()
  await expect.element(panel.getByRole('radio', { name: 'Now' })).toBeChecked()
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(main).toHaveFocus()
  expect(screen.tables.articles).toMatchObject([{ published: false }])

  await userEvent.keyboard('{Enter}')
  await expect.element(inPanel('Publish')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Published')
  await expectAddress('/admin/articles')
  const [stored] = screen.tables.articles ?? []
  expect(stored).toMatchObject({ published: true })
  // It is dated when it is published.
  expect(Date.parse(String(stored?.publish_date))).toBeGreaterThan(Date.parse(DRAFT.created_at))
  expect(screen.sentTo('publish_articles')).toEqual([{ p_ids: [german.id], p_versions: [german.updated_at] }])
  expect(screen.sentTo('open_version')).toContainEqual({
    p_article_id: DRAFT.id,
    p_version: DRAFT.updated_at,
  })
})

test('a translation that somebody saves while the panel is open stays a draft until its difference was shown', async () => {
  const german = aTranslationRow(DRAFT, 'de', { published: false, content: 'Gesehen.' })
  const changed = aChange()
  const unseen = { ...german, content: 'Nicht gesehen.', updated_at: changed.version }
  const screen = await open([DRAFT], {
    tables: { article_revisions: [aRevisionRow(german, 1), aRevisionRow(unseen, 2)] },
    calls: {
      list_story_versions: [versionOf(DRAFT), versionOf(german)],
      publish_articles: ({ p_ids, p_versions }) =>
        p_ids.map((id, index) =>
          p_versions?.[index] === changed.version ? { id, status: 'published' } : { id, ...changed },
        ),
    },
  })
  await button('Publish').click()
  await expect.element(panel.getByText('goes along')).toBeVisible()
  await inPanel('Publish').click()
  await expectToast('The article is saved, but not everything was stored')
  const report = page.getByRole('dialog', { name: '0 of 1 done' })
  await expect
    .element(report)
    .toMatchTextContent(/Ben Weber saved another version on Sunday, November 22, 2026/)
  await expect.element(report.getByRole('button', { name: 'Publish' })).not.toBeInTheDocument()
  await report.getByRole('button', { name: 'Show what has changed' }).click()
  await expect.element(report.getByRole('region', { name: 'Content' })).toMatchTextContent(/Nicht/)
  expect(await findProblems()).toEqual([])
  expect(screen.sentTo('open_version')).not.toContainEqual({
    p_article_id: german.id,
    p_version: changed.version,
  })
  await report.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByRole('dialog', { name: '1 of 1 done' })).toMatchTextContent(/Published/)
  expect(screen.sentTo('open_version')).toContainEqual({
    p_article_id: german.id,
    p_version: changed.version,
  })
  expect(screen.sentTo('publish_articles')).toEqual([
    { p_ids: [german.id], p_versions: [german.updated_at] },
    { p_ids: [german.id], p_versions: [changed.version] },
  ])
})

test('an article that somebody saves before it is scheduled is not scheduled, with who and when', async () => {
  const screen = await open([DRAFT], { calls: { schedule_article: aChange() } })
  await button('Publish').click()
  await choose('2028-05-04', '09:30')
  await inPanel('Schedule').click()
  await expectToast('The article is saved, but not everything was stored')
  await expect
    .element(page.getByText(/^Ben Weber saved another version on .*The article was not scheduled\. Look at/))
    .toBeVisible()
  expect(screen.tables.articles?.[0]?.published).toBe(false)
  expect(screen.sentTo('schedule_article')).toMatchObject([
    { p_version: screen.tables.articles?.[0]?.updated_at },
  ])
})

test('translations are scheduled as the panel has shown them, and those that were changed meanwhile are named', async () => {
  const german = aTranslationRow(DRAFT, 'de', { published: false })
  const screen = await open([DRAFT], {
    calls: {
      list_story_versions: [versionOf(DRAFT), versionOf(german)],
      schedule_article: ({ p_publish_at }) => ({
        status: 'scheduled',
        publish_at: p_publish_at,
        left: ['de'],
      }),
    },
  })
  await button('Publish').click()
  await expect.element(panel.getByText('goes along')).toBeVisible()
  await choose('2028-05-04', '09:30')
  await inPanel('Schedule').click()
  await expectToast('The article is saved, but not everything was stored')
  await expect
    .element(page.getByText(/^It is scheduled without German: somebody has saved another version/))
    .toBeVisible()
  expect(screen.sentTo('schedule_article')).toMatchObject([{ p_along: { [german.id]: german.updated_at } }])
})

test('a draft that is not complete says what it lacks', async () => {
  await open([{ ...DRAFT, excerpt: '' }])
  await button('Publish').click()
  await expect.element(page.getByLabelText('Excerpt')).toHaveFocus()
  await expect.element(page.getByText('An excerpt is required').first()).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

test('nothing in the panel moves while the check and the translations arrive', async () => {
  const arrived = Promise.withResolvers<undefined>()
  await open([LIVE], {
    respond: (request) => (request.url.endsWith('list_story_versions') ? arrived.promise : undefined),
  })
  await titleField.fill('Live right now')
  await button('Publish options').click()
  await expect.element(panel.getByText('Still checking...')).toBeVisible()
  const top = () => panel.getByText('Card and shared link').element().getBoundingClientRect().top
  const before = top()
  arrived.resolve(undefined)
  await expect.element(panel.getByText(/^There are no translations/)).toBeVisible()
  await expect.element(panel.getByText('Still checking...')).not.toBeInTheDocument()
  expect(top()).toBe(before)
})

test('what a shared link says is written in the panel, shown there and checked', async () => {
  const screen = await open([LIVE])
  await button('Publish options').click()
  await panel.getByText('Card and shared link').click()
  const title = panel.getByRole('textbox', { name: 'Title of the shared link' })
  const link = panel.getByRole('figure').filter({ hasText: 'A shared link' })
  await expect.element(link).toMatchTextContent(/Live now/)
  await title.fill('x'.repeat(71))
  await expect.element(panel.getByText(/has more than 70 characters\. Networks/)).toBeVisible()
  // It stays open when that has been put right.
  await title.fill('What the harbour means for you')
  await expect.element(panel.getByText(/Nothing was found\./)).toBeVisible()
  await panel.getByRole('textbox', { name: 'Description of the shared link' }).fill('Ten years in one page.')
  await expect.element(link).toMatchTextContent(/What the harbour means for you/)
  await expect.element(panel.getByText(/has more than 70 characters/)).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
  await inPanel('Update').click()
  await expectToast('Article updated successfully!')
  expect(screen.tables.articles).toMatchObject([
    { social_title: 'What the harbour means for you', social_description: 'Ten years in one page.' },
  ])
})

test('times that do not exist, come twice, are past or too far are refused with what to do, and nothing typed is lost', async () => {
  const screen = await open([DRAFT])
  await button('Publish').click()
  await panel.getByRole('radio', { name: 'At a time' }).click()
  await expect.element(atTime.getByLabelText('Time zone')).toHaveValue('Europe/Zurich')
  const refuses = async (date: string, time: string, problem: RegExp) => {
    await choose(date, time)
    await inPanel('Schedule').click()
    await expect.element(panel.getByText(problem).first()).toBeVisible()
    await expect.element(atTime.getByLabelText('Date')).toHaveValue(date)
  }
  await refuses('2020-01-01', '09:00', /This time is in the past\./)
  await refuses('2090-01-01', '09:00', /Please choose a time within the next two years\./)
  await refuses('2028-03-26', '02:30', /There is no such time on this day/)
  await refuses('2028-10-29', '02:30', /This time comes twice on this day/)
  expect(screen.sentTo('schedule_article')).toEqual([])
  expect(await findProblems()).toEqual([])
  await panel.getByLabelText('Which of the two?').selectOptions('second')
  await inPanel('Schedule').click()
  await expectToast('Scheduled')
  expect(screen.sentTo('schedule_article')).toMatchObject([
    { p_publish_at: '2028-10-29T01:30:00.000Z', p_zone: 'Europe/Zurich' },
  ])
})

test('a schedule that waits is shown, changed into another time zone, and cancelled', async () => {
  const row = { ...DRAFT, publish_date: '2028-10-29T01:30:00+00:00' }
  const screen = await open([row], { tables: { article_schedules: [aSchedule()] } })
  await button('Schedule').click()
  await expect.element(panel.getByText(/Waiting to be published/)).toBeVisible()
  expect(await findProblems()).toEqual([])
  await expect.element(atTime.getByLabelText('Date')).toHaveValue('2028-10-29')
  await choose('2028-10-30', '07:15', 'Asia/Tokyo')
  await expect.element(panel.getByText(/Here that is Sunday, October 29, 2028/)).toBeVisible()
  await inPanel('Save the time').click()
  await expectToast('Scheduled')
  await expectAddress('/admin/drafts')
  expect(screen.tables.article_schedules).toMatchObject([
    { publish_at: '2028-10-29T22:15:00.000Z', zone: 'Asia/Tokyo' },
  ])
  await screen.go('/admin/articles/edit/draft')
  await button('Schedule').click()
  await expect.element(panel.getByText(/October 30, 2028 at 7:15/).first()).toBeVisible()
  await inPanel('Cancel the schedule').click()
  await page
    .getByRole('dialog', { name: 'Cancel the schedule' })
    .getByRole('button', { name: 'Cancel the schedule' })
    .click()
  await expect.poll(() => screen.tables.article_schedules).toEqual([])
  await expect.element(panel).toBeVisible()
  await expect.element(panel.getByText(/Waiting to be published/)).not.toBeInTheDocument()
})

test('a date in the future schedules, and the form says from when readers see the article', async () => {
  const screen = await open([DRAFT])
  await page.getByLabelText('Publish date').fill('2028-05-04T09:30')
  await button('Schedule').click()
  await expect.element(panel.getByRole('radio', { name: 'At a time' })).toBeChecked()
  await inPanel('Schedule').click()
  await expectToast('Scheduled')
  await expectAddress('/admin/drafts')
  expect(screen.sentTo('schedule_article')).toHaveLength(1)
  await screen.go('/admin/articles/edit/draft')
  await expect.element(page.getByText(/^Readers see this from Thursday, May 4, 2028/)).toBeVisible()
  await expect.element(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  expect(await findProblems()).toEqual([])
  await page.getByLabelText('Publish date').fill('2020-05-04T09:30')
  await button('Schedule').click()
  await panel.getByRole('radio', { name: /^Now, dated Monday, May 4, 2020/ }).click()
  await inPanel('Publish').click()
  await expectToast('Published')
  expect(screen.tables.articles).toMatchObject([{ published: true }])
})

test('a published article asks before a date in the future takes it away', async () => {
  const screen = await open([LIVE])
  await page.getByLabelText('Publish date').fill('2028-05-04T09:30')
  await button('Schedule').click()
  await expect.element(panel).toMatchTextContent(/They will not find it any more until that time/)
  await inPanel('Keep editing').click()
  expect(screen.sentTo('rest/v1/articles')).toEqual([])
  await button('Schedule').click()
  await inPanel('Schedule').click()
  await expect
    .poll(() => screen.sentTo('rest/v1/articles'))
    .toMatchObject([{ publish_date: expect.stringContaining('2028-05-04') }])
  await expect.poll(() => screen.sentTo('schedule_article')).toHaveLength(1)
})

test('scheduling asks about what the check has found, as publishing does, and remembers the time', async () => {
  const screen = await open([{ ...DRAFT, content: 'She said [insert quote here] and left.' }])
  await button('Publish').click()
  await choose('2028-05-04', '09:30')
  await expect.element(panel).toMatchTextContent(/insert quote here/)
  await expect.element(inPanel('Schedule')).not.toBeInTheDocument()
  await inPanel('Keep editing').click()
  expect(screen.sentTo('schedule_article')).toEqual([])
  await button('Publish').click()
  await expect.element(atTime.getByLabelText('Date')).toHaveValue('2028-05-04')
  await inPanel('Schedule anyway').click()
  await expectToast('Scheduled')
  expect(screen.tables.article_schedules).toMatchObject([{ accepted: [expect.any(String)] }])
})

test('what only the check at the press finds is shown before anything is published', async () => {
  const library = Promise.withResolvers<void>()
  const screen = await open(
    [{ ...DRAFT, content: '![A chart](/storage/v1/object/public/article-images/articles/chart.png)' }],
    {
      tables: { media_files: [aPicture('chart.png')] },
      async respond({ url }) {
        if (url.includes('/media_files?')) await library.promise
        return undefined
      },
    },
  )
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await inPanel('Publish').click()
  library.resolve()
  await expect.element(panel.getByRole('alert')).toMatchTextContent(/^Put right what the check has found/)
  await expect.element(inPanel('Publish anyway')).toBeEnabled()
  expect(screen.tables.articles).toMatchObject([{ published: false }])
})

test.each([
  { status: 'missed', reason: 'overdue', said: /The site was not running at that time/ },
  { status: 'failed', reason: 'check: placeholder', said: /It was not published/ },
] as const)(
  'an article that was not published at its time ($status) says why',
  async ({ said, ...settled }) => {
    await open([DRAFT], { tables: { article_schedules: [aSchedule(settled)] } })
    await expect.element(page.getByText(said).first()).toBeVisible()
    expect(await findProblems()).toEqual([])
    await button('Choose another time').click()
    await expect.element(panel).toBeVisible()
  },
)

test('whoever has the form open when its article is published, or is not, sees that and loses nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const screen = await open([DRAFT], { tables: { article_schedules: [aSchedule()] } })
  await page.getByLabelText('Subtitle').fill('Typed while it became due')
  const becomes = async (values: Partial<ArticleSchedule>) => {
    Object.assign(screen.tables.article_schedules?.[0] ?? {}, values)
    await vi.advanceTimersByTimeAsync(20_000)
  }
  await becomes({ status: 'published' })
  await expect.element(page.getByText('It was published as scheduled')).toBeVisible()
  await expect.element(page.getByLabelText('Subtitle')).toHaveValue('Typed while it became due')
  vi.useRealTimers()
})

test('a time until which readers find an article is set, shown and removed', async () => {
  const screen = await open([LIVE])
  const ends = panel.getByRole('checkbox', { name: 'Unpublish at a time' })
  const group = panel.getByRole('group', { name: 'Unpublish at a time' })
  await button('Publish options').click()
  await ends.click()
  await group.getByLabelText('Time zone').selectOptions('UTC')
  await group.getByLabelText('Date').fill('2028-05-04')
  await group.getByLabelText('Time', { exact: true }).fill('09:30')
  await inPanel('Update').click()
  await expectToast(/^Will be unpublished.*Readers find it until /)
  await expectAddress('/admin/articles')
  expect(screen.tables.article_unpublishings).toMatchObject([
    { article_id: LIVE.id, unpublish_at: '2028-05-04T09:30:00.000Z', zone: 'UTC' },
  ])
  await screen.go('/admin/articles/edit/live')
  await expect.element(page.getByText(/^until /)).toBeVisible()
  await button('Publish options').click()
  await ends.click()
  await inPanel('Update').click()
  await expectToast('Article updated successfully!')
  await expectAddress('/admin/articles')
  expect(screen.tables.article_unpublishings).toEqual([])

  // The job unpublishes it while the form is open.
  await screen.go('/admin/articles/edit/live')
  await expect.element(titleField).toBeVisible()
  Object.assign(screen.tables.articles?.[0] ?? {}, {
    published: false,
    updated_at: new Date(Date.now() + 1000).toISOString(),
  })
  await announceChange('articles')
  await expect.element(page.getByText('Draft', { exact: true }).first()).toBeVisible()
})

const CHANGED = 'According to Lumen Daily, Lumen AG hires 1,500 people in Graz by 2027.'
const SOURCED = {
  ...DRAFT,
  title: 'Lumen AG hires in Graz',
  excerpt: 'Lumen AG hires 1,200 people in Graz.',
  content: CHANGED,
}
const SOURCES: ArticleSources = {
  article: {
    article_id: DRAFT.id,
    group_id: null,
    begun_at: '2026-11-20T09:00:00Z',
    begun_by: null,
    model: null,
    drafted_at: null,
    question: '',
    length: null,
    dropped: [],
    questioned_at: null,
    questioned_model: null,
    doubts: [],
  },
  sources: [
    {
      number: 1,
      outlet: 'Lumen Daily',
      title: 'Lumen wants more people',
      url: 'https://lumen-daily.example/story',
      item_id: null,
      seen_at: null,
      published_at: '2026-11-20T09:00:00Z',
      language: 'en',
      origin_id: 'a',
      state: 'present',
      sentences: [{ id: 1, text: 'Lumen AG will hire 1,200 people in Graz by 2027.' }],
    },
  ],
  sentences: [],
  signatures: [],
  aliases: [],
}

test('a sentence that no source covers is published neither from the panel nor at a time', async () => {
  const screen = await open([SOURCED], {
    tables: {
      sourced_articles: [{ article_id: DRAFT.id }],
      article_sentences: [
        {
          article_id: DRAFT.id,
          text: CHANGED,
          kind: 'fact',
          cites: [{ source: 1, sentence: 1, text: SOURCES.sources[0]?.sentences[0]?.text ?? '' }],
        },
      ],
    },
    functions: { 'read-article-sources': SOURCES },
  })
  await button('Publish').click()
  await panel.getByRole('button', { name: /^Publish/ }).click()
  await expect.element(panel.getByText('1 sentence cannot be published')).toBeVisible()
  await panel.getByRole('radio', { name: 'At a time' }).click()
  await panel.getByRole('button', { name: /^Schedule/ }).click()
  await expect.element(panel.getByRole('button', { name: CHANGED })).toBeVisible()
  expect(await findProblems()).toEqual([])
  expect(screen.sent.filter(({ path }) => /articles|schedule|judge/.test(path))).toEqual([])
})

test('a source that was withdrawn is named, and is looked at', async () => {
  const [source] = SOURCES.sources
  if (!source) throw new Error('There is a source')
  const withdrawn = { ...source, state: 'withdrawn' as const, seen_at: null as string | null }
  await open([{ ...SOURCED, published: true }], {
    tables: { sourced_articles: [{ article_id: DRAFT.id }] },
    functions: { 'read-article-sources': () => ({ ...SOURCES, sources: [withdrawn] }) },
    calls: {
      mark_source_seen: () => {
        withdrawn.seen_at = '2026-11-21T09:00:00Z'
        return { changed: true }
      },
    },
  })
  await page.getByRole('tab', { name: /^Sources/ }).click()
  const item = page.getByRole('region', { name: 'Sources', exact: true }).getByRole('listitem').first()
  await expect.element(item).toMatchTextContent(/withdrawn/)
  await item
    .getByRole('button', { name: 'Say that the change of source 1, Lumen Daily, was looked at' })
    .click()
  await expect.element(item).toMatchTextContent(/looked at/)
  expect(await findProblems()).toEqual([])
})
