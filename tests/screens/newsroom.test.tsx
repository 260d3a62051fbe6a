import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Article } from '#core/domain/article.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'
import type { FoundNewsGroup, ListedNewsGroup } from '#core/domain/news-group.ts'
import type { NewsItem } from '#core/domain/news-item.ts'
import { A_MODEL } from './support/ai-model.ts'
import { anArticleRow, openForm, openTab, openWithArticles, titleField } from './support/articles.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { type CallAnswers, type FunctionAnswers, json, type Tables } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

const AT = '2026-11-28T08:00:00Z'

const aFeed = (title: string, more: Partial<NewsFeed> = {}): NewsFeed => ({
  id: crypto.randomUUID(),
  url: `https://harbour.example/${title}`,
  title,
  site_url: 'https://harbour.example/',
  outlet: title,
  language: 'en',
  is_paused: false,
  added_by: null,
  created_at: AT,
  next_request_at: AT,
  requested_at: AT,
  succeeded_at: AT,
  etag: null,
  last_modified: null,
  failing_since: null,
  failure: null,
  failure_detail: null,
  failures: 0,
  reservation: null,
  items: 2,
  ...more,
})

const aGroup = (headline: string, more: Partial<ListedNewsGroup> = {}): ListedNewsGroup => ({
  id: crypto.randomUUID(),
  headline,
  links: 1,
  origins: 1,
  newest_at: AT,
  languages: ['en'],
  outlets: ['The Harbour'],
  section: null,
  new_links: 0,
  is_followed: false,
  is_hidden: false,
  score: 1,
  reasons: [],
  continues: [],
  ...more,
})

const anItem = (title: string): NewsItem & { is_new: boolean } => {
  const id = crypto.randomUUID()
  const url = `https://harbour.example/${id}`
  return {
    ...{ id, kind: 'feed', feed_id: null, url, canonical_url: url, title, outlet: 'The Harbour', author: '' },
    ...{ language: 'en', published_at: AT, added_at: AT, added_by: null, excerpt: '', reservation: null },
    ...{ group_id: null, origin_id: id, grouped_at: AT, is_new: false },
  }
}

/** The stories of a newsroom, as a database that others do not change keeps them. */
class Newsroom {
  readonly found: FoundNewsGroup[]
  constructor(...found: FoundNewsGroup[]) {
    this.found = found
  }
  find = (id: unknown) => this.found.find(({ group }) => group.id === id)

  readonly calls: CallAnswers = {
    list_news_groups: ({ p_show }) => {
      const groups = this.found
        .map(({ group }) => group)
        .filter((group) =>
          p_show === 'hidden'
            ? group.is_hidden
            : !group.is_hidden && (p_show !== 'followed' || group.is_followed),
        )
      return { total: groups.length, groups } as never
    },
    find_news_group: ({ p_id }) => (this.find(p_id) ?? null) as never,
    mark_news_group_seen: null as never,
    hide_news_group: ({ p_id, p_hidden }) => this.set(p_id, { is_hidden: p_hidden }) as never,
    follow_news_group: ({ p_id, p_followed }) => this.set(p_id, { is_followed: p_followed }) as never,
  }
  private set(id: string, change: Partial<ListedNewsGroup>) {
    Object.assign(this.find(id)?.group ?? {}, change)
    return { changed: true }
  }
}

const aStory = (headline: string, items = [anItem(headline)]): FoundNewsGroup => ({
  group: aGroup(headline, { links: items.length, origins: items.length }),
  items,
  drafts: [],
})

const openNewsroom = (
  path: string,
  newsroom: Newsroom,
  given: { tables?: Tables; calls?: CallAnswers; functions?: FunctionAnswers } = {},
) =>
  openScreen(path, {
    ...given,
    calls: { ...newsroom.calls, ...given.calls },
  })

const dialog = page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const story = (title: string) => page.getByRole('link', { name: title, exact: true })
const stories = page.getByRole('list', { name: 'Stories' })
const address = dialog.getByLabelText('Address')
const focus = async (locator: ReturnType<typeof story>) => {
  await expect.element(locator).toBeInTheDocument()
  ;(locator.element() as HTMLElement).focus()
}

test('a feed is added by keyboard from the feeds that a page names', async () => {
  const screen = await openNewsroom('/admin/newsroom', new Newsroom(), {
    functions: {
      'add-news-feed': ({ address: asked }: { address: string }) => {
        if (asked.endsWith('nothing'))
          return json({ error: 'The address was answered with 404.', code: 'status' }, 422)
        if (!asked.endsWith('/feed'))
          return {
            found: [1, 2].map((number) => ({ url: `${asked}${number}/feed`, title: `Feed ${number}` })),
          }
        screen.tables.news_feeds?.push({ ...aFeed('Feed 1') })
        return { feedId: 'a' }
      },
    },
  })
  await expect.element(page.getByText(/^Nothing has come in yet/)).toBeVisible()
  await expect.element(page.getByText(/^No language model is set up\./)).toBeVisible()
  expect(await findProblems(), 'an empty newsroom').toEqual([])
  const opener = page.getByRole('link', { name: 'Add a feed' })
  await expect.element(opener).toHaveLength(1)
  await focus(opener)
  await userEvent.keyboard('{Enter}')
  await expect.element(address).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await address.fill('javascript:alert(1)')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText(/^This is no address that can be read\./).first()).toBeVisible()
  expect(screen.sentTo('add-news-feed')).toEqual([])
  await address.fill('https://harbour.example/nothing')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toMatchTextContent(/404/)
  await expect.element(address).toHaveFocus()
  expect(await findProblems(), 'an address that was refused').toEqual([])
  await address.fill('https://harbour.example/')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText(/^This page names 2 feeds\./)).toHaveFocus()
  await focus(dialog.getByRole('button', { name: 'Another address' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(address).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await focus(dialog.getByRole('button', { name: 'Add: Feed 1' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'Added: Feed 1' })).toBeVisible()
  expect(await findProblems(), 'feeds that were found').toEqual([])
  // The button that opened the dialog is gone with the empty newsroom.
  await focus(dialog.getByRole('button', { name: 'Done' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('feeds are paused, renamed, asked, removed after a question, and added by a list', async () => {
  const feeds = [
    aFeed('Harbour'),
    aFeed('Fog', { failing_since: AT, failure: 'status', failure_detail: '404', failures: 3 }),
    aFeed('Tarn', { is_paused: true, reservation: 'tdmrep' }),
  ]
  const refused = [{ url: 'ftp://example.org/feed', reason: 'This is no address that can be read.' }]
  const screen = await openNewsroom('/admin/newsroom/feeds', new Newsroom(), {
    tables: { news_feeds: feeds },
    functions: {
      'import-news-feeds': { added: 2, known: 1, refused },
      'request-news-feed': { added: 1, failure: null, detail: '' },
    },
  })
  await expect.element(page.getByText(/2 items/).first()).toBeVisible()
  await expect.element(page.getByText(/^Failing since/)).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Feeds' }).getByText('Paused')).toBeVisible()
  await button('Pause: Harbour').click()
  await expect
    .poll(() => screen.tables.news_feeds?.find(({ title }) => title === 'Harbour')?.is_paused)
    .toBe(true)
  await button('Rename: Harbour').click()
  await dialog.getByRole('textbox', { name: 'Outlet' }).fill('Harbour Post')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByText('Harbour Post').first()).toBeVisible()
  await button('Ask now: Fog').click()
  await expect.poll(() => screen.sentTo('request-news-feed')).toEqual([{ feedId: feeds[1]?.id }])

  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const opml = '<opml version="2.0"><body></body></opml>'
  await page
    .elementLocator(input as HTMLElement)
    .upload(new File([opml], 'feeds.opml', { type: 'text/x-opml' }))
  await expect
    .element(page.getByText(/^2 feeds were added\. One was there already\. One was not added\./))
    .toBeVisible()
  expect(screen.sentTo('import-news-feeds')).toEqual([opml])
  expect(await findProblems(), 'feeds, with what came of a list').toEqual([])
  const remove = button('Remove: Fog')
  await focus(remove)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(await findProblems(), 'the question before a feed is removed').toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(remove).toHaveFocus()
})

test('stories are hidden, shown again, followed and opened by keyboard', async () => {
  const newsroom = new Newsroom(
    aStory('Ministers agree on rules for models'),
    aStory('Harbour of Brel closed'),
  )
  await openNewsroom('/admin/newsroom', newsroom, { tables: { news_feeds: [aFeed('Harbour')] } })
  await expect.element(stories.getByRole('listitem')).toHaveLength(2)
  await focus(story('Harbour of Brel closed'))
  await userEvent.keyboard('h')
  await expect.element(story('Harbour of Brel closed')).not.toBeInTheDocument()
  await button('Undo').click()
  await expect.element(story('Harbour of Brel closed')).toBeVisible()
  await focus(story('Ministers agree on rules for models'))
  await userEvent.keyboard('f')
  await expect.element(stories.getByText('Followed')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await focus(story('Ministers agree on rules for models'))
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Ministers agree on rules for models' }))
    .toBeVisible()
})

test('a source is read beside a story, from which an article begins by hand', async () => {
  const title = 'Ministers agree on rules for models'
  const found = aStory(title)
  let isReadable = false
  const screen = await openWithArticles(`/admin/newsroom/groups/${found.group.id}`, [], {
    calls: new Newsroom(found).calls,
    // A new row has the defaults of its columns.
    respond: async (request) => {
      if (request.method !== 'POST' || !new URL(request.url).pathname.endsWith('/articles')) return undefined
      const values = (await request.json()) as Partial<Article>
      if (screen.tables.articles?.some(({ id }) => id === values.id))
        return json({ code: '23505', message: 'It is there already.', details: null, hint: null }, 409)
      screen.tables.articles?.push({ ...anArticleRow({ published: false, ...values }) })
      return json(null, 201)
    },
    functions: {
      'open-news-item': {
        itemId: found.items[0]?.id,
        language: 'en',
        sentences: ['Ministers of eleven countries agreed on Thursday.'],
        fetched_at: AT,
        notice: null,
      },
      'add-article-sources': () =>
        isReadable
          ? { numbers: [1] }
          : json({ error: 'The text of the source cannot be read now.', code: 'unreadable' }, 422),
    },
  })
  await button(/^Read/).click()
  await expect
    .element(page.getByText('Ministers of eleven countries agreed on Thursday.').last())
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(button(/^Read/)).toHaveFocus()
  await button('Write it yourself').click()
  await expect.element(page.getByText('Tick at least one source that has a text.').first()).toBeVisible()
  expect(screen.tables.articles).toEqual([])
  await page.getByRole('checkbox', { name: new RegExp(title) }).click()
  await button('Write it yourself').click()
  await expect.element(page.getByText(/The text of the source cannot be read now\./).first()).toBeVisible()
  expect(screen.sentTo('add-article-sources')).toMatchObject([{ itemIds: [found.items[0]?.id] }])
  isReadable = true
  await button('Write it yourself').click()
  await expect.poll(() => window.location.pathname).toMatch(/^\/admin\/articles\/edit\/draft-/)
  await expect.element(titleField).toBeVisible()
  expect(screen.tables.articles).toMatchObject([{ title: '', language: 'en' }])
})

test('a draft that is being written says so, and one that was refused says why', async () => {
  const found = aStory('Ministers agree', [anItem('Ministers agree'), anItem('Rules for models')])
  const answered = Promise.withResolvers<Response>()
  const screen = await openNewsroom(`/admin/newsroom/groups/${found.group.id}`, new Newsroom(found), {
    functions: { 'read-ai-model': A_MODEL, 'draft-article': () => answered.promise },
  })
  await button('Draft with the model').click()
  await expect.element(page.getByText(/^Tick at least one source/).first()).toBeVisible()
  await button('Tick all').click()
  await page.getByRole('radio', { name: 'Short' }).click()
  await button('Draft with the model').click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect(await findProblems(), 'a draft that is being written').toEqual([])
  answered.resolve(
    json({ error: 'The model gave an answer that cannot be used.', code: 'answer_unusable' }, 502),
  )
  await expect.element(page.getByText(/an answer that cannot be used/).first()).toBeVisible()
  expect(await findProblems(), 'a draft that was refused').toEqual([])
  expect(screen.sentTo('draft-article')).toMatchObject([
    { itemIds: found.items.map(({ id }) => id), length: 'short' },
  ])
})

test.each([
  ['business', 'Coast', 'coast'],
  ['of-nobody', 'Technology', 'tech'],
  [null, 'Technology', 'tech'],
])(
  'a draft of a story of the section %s goes to the section that is shown: %s',
  async (section, name, slug) => {
    const found = aStory('Ministers agree')
    found.group.section = section
    const [business, ...others] = EMPTY_DESK.tables.categories ?? []
    const screen = await openNewsroom(`/admin/newsroom/groups/${found.group.id}`, new Newsroom(found), {
      functions: { 'read-ai-model': A_MODEL, 'draft-article': () => json({ error: 'Not now.' }, 502) },
      tables: {
        categories: [
          { ...business, slug: 'coast', position: 6, names: { en: 'Coast' } },
          { ...business, position: null, retired_to: 'coast' },
          ...others,
        ] as never,
      },
    })
    const select = page.getByRole('combobox', { name: 'Section' })
    await expect.poll(() => (select.element() as HTMLSelectElement).selectedOptions[0]?.label).toBe(name)
    await button('Tick all').click()
    await button('Draft with the model').click()
    await expect.poll(() => screen.sentTo('draft-article')).toMatchObject([{ category: slug }])
  },
)

test('two stories are put together, and one source is split off again', async () => {
  const [fog, council] = [aStory('Harbour of Brel closed'), aStory('Statement of the council')]
  const newsroom = new Newsroom(fog, council)
  await openNewsroom(`/admin/newsroom/groups/${council.group.id}`, newsroom, {
    calls: {
      merge_news_groups: () => {
        fog.items.push(...council.items.splice(0))
        return { status: 'merged' } as never
      },
      split_news_group: ({ p_item_ids }) => {
        const split = fog.items.filter(({ id }) => p_item_ids.includes(id))
        fog.items.splice(0, fog.items.length, ...fog.items.filter((item) => !split.includes(item)))
        council.items.push(...split)
        return { status: 'split', id: council.group.id } as never
      },
    },
  })
  await button('Merge…').click()
  expect(await findProblems()).toEqual([])
  await button('Merge into: Harbour of Brel closed').click()
  await expectToast('Both stories are one now.')
  const source = (title: string) => page.getByRole('checkbox', { name: new RegExp(title) })
  await expect.element(source('Harbour of Brel closed')).toBeVisible()
  await source('Statement of the council').click()
  await button('Split off').click()
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Statement of the council' }))
    .toBeVisible()
  await expect.element(source('Harbour of Brel closed')).not.toBeInTheDocument()
})

test('an address and a text that somebody has sent each lead to their story', async () => {
  const [fog, council] = [aStory('Harbour of Brel closed'), aStory('Statement of the council')]
  const items = [fog, council].flatMap(({ group, items: [item] }) =>
    item ? [{ ...item, group_id: group.id }] : [],
  )
  const screen = await openNewsroom('/admin/newsroom', new Newsroom(fog, council), {
    tables: { news_items: items, news_feeds: [aFeed('Harbour')] },
    functions: {
      'add-source-address': { itemId: items[0]?.id },
      'add-source-text': { itemId: items[1]?.id },
    },
  })
  await screen.go('/admin/newsroom?add=address')
  await address.fill('https://harbour.example/fog')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Harbour of Brel closed' })).toBeVisible()

  await screen.go('/admin/newsroom/feeds?add=text')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(dialog.getByText('Write a title by which it is known.').first()).toBeVisible()
  expect(await findProblems()).toEqual([])
  await dialog.getByLabelText('Title').fill('Statement of the council')
  await dialog.getByLabelText('From').fill('Council of Tarn')
  await dialog
    .getByLabelText('Text', { exact: true })
    .fill('The council of Tarn will vote on the budget in April.')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Statement of the council' }))
    .toBeVisible()
  expect(screen.sentTo('add-source-text')).toMatchObject([
    { title: 'Statement of the council', outlet: 'Council of Tarn' },
  ])
})

const WITHOUT = { 'read-desk': { ...EMPTY_DESK.functions['read-desk'], hasNewsroom: false } }

test('a site may have no newsroom', async () => {
  await openScreen('/admin/newsroom', { functions: WITHOUT })
  await expect.element(page.getByText(/The newsroom is switched off on this site\./)).toBeVisible()
  await expect
    .element(page.getByRole('navigation').getByRole('link', { name: 'Newsroom' }))
    .not.toBeInTheDocument()
})

test('without a newsroom no article begins to cite sources', async () => {
  await openForm([], { functions: WITHOUT })
  await openTab('Details')
  await expect.element(page.getByLabelText('Slug')).toBeVisible()
  await expect.element(button('Cite sources')).not.toBeInTheDocument()
})
