import type { Locator } from '@playwright/test'
import { connect } from '#server/platform/database/connection.ts'
import { readDraftCorpus } from '../support/draft-corpus.ts'
import { type DraftModel, startDraftModel } from '../support/faulty-drafts.ts'
import { type OutletServer, startOutletServer } from '../support/outlet-server.ts'
import { contentOf, expectForm, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems, findColourProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { test as base, type Publication } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { storeSourcedArticle } from './support/sourced-articles.ts'
import { expect, type Page } from './support/test.ts'

const ITEMS = readDraftCorpus()
  .filter(({ name }) => name === '02-kestrel-bay-cranes')
  .flatMap(({ items }) => items.slice(0, 2))

const test = base.extend<{ outlets: OutletServer[]; model: DraftModel }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  outlets: async ({}, use) => {
    const servers = await Promise.all(ITEMS.map(startOutletServer))
    await use(servers)
    await Promise.all(servers.map((server) => server.stop()))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startDraftModel({ model: 'harbour-7b' })
    await use(server)
    await server.stop()
  },
  environment: async ({ model }, use) =>
    use({
      NEWSROOM_ALLOW_PRIVATE: '1',
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'harbour-7b',
      AI_BASE_URL: model.baseUrl,
    }),
})
// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await findAccessibilityProblems(page), state).toEqual([])
}

/** Sets what requests to other servers would take days to bring. */
async function change(publication: Publication, statement: string): Promise<void> {
  const sql = connect(publication.databaseUrl, { max: 1 })
  try {
    await sql.script(statement)
  } finally {
    await sql.end()
  }
}

test('feeds in every state, and the dialogs about them, are accessible and work with the keyboard', async ({
  page,
  publication,
  outlets,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (400|422)/)
  const [{ home, feed } = { home: '', feed: '' }, other] = outlets
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/newsroom')
  await expect(page.getByText('Nothing has come in yet')).toBeVisible()
  const opener = page.getByRole('link', { name: 'Add a feed' })
  await expect(opener).toHaveCount(1)
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Address').fill(`${home}nothing`)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('404')
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await expectAccessible(page, 'an address that was refused')
  await dialog.getByLabel('Address').fill(home)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This page names one feed.')).toBeFocused()
  await button(dialog, 'Another address').press('Enter')
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Add:/ }).press('Enter')
  await expect(dialog.getByRole('button', { name: /^Added:/ })).toBeVisible()
  await expectAccessible(page, 'feeds that were found')
  // What opened the dialog is gone with the empty newsroom.
  await button(dialog, 'Done').press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/admin/newsroom/feeds')
  await page.locator('input[type=file]').setInputFiles({
    name: 'feeds.opml',
    mimeType: 'text/x-opml',
    buffer: Buffer.from(
      `<opml version="2.0"><body>${[feed, other?.feed, `${home}gone.xml`, 'ftp://example.org/feed']
        .map((url, place) => `<outline type="rss" text="Feed ${place}" xmlUrl="${url}"/>`)
        .join('')}</body></opml>`,
    ),
  })
  await expect(page.getByText('2 feeds were added. One was there already. One was not added.')).toBeVisible()
  await change(
    publication,
    `update public.news_feeds set is_paused = true, reservation = 'tdmrep' where url = '${other?.feed}'`,
  )
  await button(page, 'Ask now: Feed 2').click()
  await expect(page.getByText(/^Failing since/)).toBeVisible()
  await expectAccessible(page, 'feeds, with what came of a list')
  const remove = page.getByRole('button', { name: /^Remove/ }).first()
  await remove.press('Enter')
  await expect(button(dialog, 'Cancel')).toBeFocused()
  await expectAccessible(page, 'the question before a feed is removed')
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
})

test('a draft in every state is accessible, and so is what an author sees of it', async ({
  page,
  browser,
  publication,
  outlets,
  model,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of 502/)
  await signIn(page, DESK_ADMIN)
  for (const { feed } of outlets) {
    await page.goto('/admin/newsroom?add=feed')
    await page.getByRole('dialog').getByLabel('Address').fill(feed)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('list', { name: 'Stories' }).getByRole('link').first().click()
  await button(page, 'Draft with the model').click()
  await expect(page.getByText('Tick at least one source').first()).toBeVisible()
  await button(page, 'Tick all').click()
  model.misbehave(...Array(6).fill({ text: 'I would rather not.' }))
  await button(page, 'Draft with the model').click()
  await expect(page.getByText('an answer that cannot be used').first()).toBeVisible()
  await expectAccessible(page, 'a draft that was refused')
  model.behave()
  model.commit('uncited')
  const asked = Promise.withResolvers<void>()
  await page.route('**/draft-article', async (route) => {
    await asked.promise
    await route.continue()
  })
  await button(page, 'Draft with the model').click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectAccessible(page, 'a draft that is being written')
  asked.resolve()
  await expectForm(page)
  await expect(page.locator('.cm-sentence-red')).toHaveCount(1)

  model.answerWith(({ sentences }) => ({
    doubts: [{ id: sentences[0].id, reason: 'The source says that it is planned.' }],
  }))
  await button(page, 'Ask the model for a second opinion').click()
  await expect(page.getByText('The model doubts 1 sentence.')).toBeVisible()
  await page.locator('.cm-sentence-amber').first().click()
  const planned = page.getByText('The model doubts it: The source says that it is planned.')
  await expect(planned.first()).toBeVisible()
  await page.locator('.cm-sentence-red').click()
  await page.keyboard.press('Control+Alt+g')
  await button(page, 'Sign').click()
  await expect(page.getByText('Say how you know it.')).toBeVisible()
  await expectAccessible(page, 'a sentence that is about to be signed')
  await page.keyboard.press('Escape')
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.press('Control+Alt+o')
  await expect(page.getByRole('combobox', { name: 'Search in all sources' })).toBeFocused()
  await expectAccessible(page, 'the sentences that it can cite')
  await page.keyboard.press('Escape')
  await expect(contentOf(page)).toBeFocused()

  const { desk, id } = await openAs(browser, publication, { name: 'Emil', role: 'author' })
  await change(
    publication,
    `insert into public.article_people (article_id, user_id) select article_id, '${id}' from public.sourced_articles;
     update public.article_sources set state = case number when 1 then 'withdrawn' else 'corrected' end, state_since = now()`,
  )
  await desk.goto(new URL(page.url()).pathname)
  await expect(desk.getByText('withdrawn', { exact: true }).first()).toBeVisible()
  await desk.locator('.cm-sentence-red').last().click()
  await desk.keyboard.press('Control+Alt+g')
  await expect(desk.getByText('Editors sign sentences as own knowledge.')).toBeVisible()
  await expectAccessible(desk, 'what an author sees, with sources that have changed')
  await desk.context().close()
})

test('an article with sources is accessible to readers, and so is a translation', async ({
  page,
  publication,
}) => {
  const { id } = await storeSourcedArticle(publication, {
    slug: 'lumen',
    title: 'Lumen AG hires in Graz',
    excerpt: 'Lumen AG hires 1,200 people in Graz.',
    sources: [
      {
        outlet: 'Lumen Daily',
        title: 'Lumen wants more people',
        sentences: ['Lumen AG will hire 1,200 people in Graz by 2027.'],
      },
      {
        outlet: 'Graz Courier',
        title: 'Jobs for the south',
        sentences: ['Lumen AG will hire 900 people in Graz by 2027.'],
      },
    ],
    sentences: [
      { text: 'According to Lumen Daily, Lumen AG hires 1,200 people in Graz by 2027.', cites: ['1.1'] },
    ],
  })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/lumen')
  await page.locator('.cm-sentence-amber').click()
  await expect(page.getByText('Graz Courier: 900').first()).toBeVisible()
  await expectAccessible(page, 'figures that differ')

  await publication.service.from('articles').update({ published: true }).eq('id', id).throwOnError()
  await storeArticle(publication.service, { slug: 'lumen-de', language: 'de', original_article_id: id })
  await change(publication, `update public.article_sources set state = 'corrected', state_since = now()`)
  await page.goto('/article/lumen')
  await page.getByText('According to Lumen Daily').click()
  await expect(page.getByRole('note', { name: 'Sources of this sentence' })).toBeVisible()
  await expectAccessible(page, 'what a sentence rests on')
  await page.goto('/article/lumen-de?lang=de')
  await expect(page.getByRole('region', { name: 'Quellen' })).toBeVisible()
  await expectAccessible(page, 'the sources of the original below a translation')
  expect(await findColourProblems(page)).toEqual([])
  await page.goto('/admin/articles/edit/lumen-de?lang=de')
  await expect(page.getByText('A source of the original has changed')).toBeVisible()
  await expectAccessible(page, 'a translation whose original has a source that has changed')
})
