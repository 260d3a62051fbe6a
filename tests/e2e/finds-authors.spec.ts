import {
  findAccessibilityProblems,
  findProblemsOfKnownComponents,
} from './support/find-accessibility-problems.ts'
import { inEveryLanguage, openScreen } from './support/open-screen.ts'
import { readHead } from './support/read-head.ts'
import { expect, type Page, test } from './support/test.ts'

const ARTICLE = '/article/open-weights-consortium-releases-polyglot-model'
const titles = (page: Page) => page.locator('main').getByRole('heading', { level: 2 })
const hits = (page: Page) => page.getByRole('heading', { level: 3 })
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })
const author = (page: Page) => page.getByRole('combobox', { name: 'Author' })

async function hasNoSidewaysScrolling(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
}

test('a reader goes from an article to all articles of its author, and follows them in a feed', async ({
  page,
  baseURL,
  request,
}) => {
  await openScreen(page, ARTICLE)
  const byline = page.locator('article header').getByRole('link', { name: /^By / })
  const name = ((await byline.textContent()) ?? '').replace('By ', '')
  const path = (await byline.getAttribute('href')) ?? ''
  expect(path).toMatch(/^\/author\/[a-z-]+$/)
  await byline.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveTitle(`Articles by ${name} - AI Watch`)
  await expect(titles(page).first()).toBeVisible()
  for (const card of await page.locator('main article').all()) await expect(card).toContainText(`By ${name}`)

  const html = await (await request.get(path)).text()
  const head = await readHead(page, html)
  expect(head.canonicals).toEqual([baseURL + path])
  expect(head.robots).toEqual([])
  expect(head.descriptions).toEqual([`Everything ${name} has written for AI Watch, newest first.`])
  expect(head.jsonLd[0]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name, url: baseURL + path },
  })
  await page.locator('main summary').filter({ hasText: 'Follow' }).press('Enter')
  await expect(page.getByText('It needs no account')).toBeVisible()
  const link = page.getByRole('link', { name: /^RSS/ }).first()
  await expect(link).toHaveAccessibleName(`RSS AI Watch: ${name}`)
  const feed = await link.getAttribute('href')
  expect(head.forms[0]).toEqual(['application/rss+xml', `${baseURL}${feed}`])
  const rss = await request.get(feed ?? '')
  expect(rss.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
  const creators = [...(await rss.text()).matchAll(/<dc:creator>(.*?)<\/dc:creator>/g)].map(([, of]) => of)
  expect(new Set(creators)).toEqual(new Set([name]))

  const french = await (await request.get(`${path}?lang=fr`)).text()
  const [ways] = french.match(/<dl id="follow".*?<\/dl>/s) ?? []
  expect(ways?.replace(/<.*?>/gs, '')).not.toMatch(/[^\u00a0]:/)

  // Each version names all others, and a language without an article says so.
  for (const [language, url] of head.versions.slice(0, -1)) {
    const version = await readHead(page, await (await request.get(url)).text())
    expect(version.language).toBe(language)
    expect(version.versions).toEqual(head.versions)
  }
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`)
})

test.describe('for every reader', () => {
  // Without motion, because axe would measure colours in the middle of a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the pages of authors, feed links and filters are accessible, and fit on a narrow screen', async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 400/)
    await page.setViewportSize({ width: 320, height: 800 })
    await openScreen(page, '/tech')
    await page.locator('main summary').filter({ hasText: 'Follow' }).press('Enter')
    await expect(page.getByRole('link', { name: 'RSS AI Watch: Technology' })).toHaveAttribute(
      'href',
      '/feeds/en/tech.xml',
    )
    expect(await findAccessibilityProblems(page)).toEqual([])
    await openScreen(page, '/author/nora-feldmann')
    expect(await hasNoSidewaysScrolling(page)).toBe(true)
    expect(await findAccessibilityProblems(page)).toEqual([])
    const problems = await inEveryLanguage(async (language) => {
      await openScreen(page, '/search?category=tech&from=2026-02-30&to=x&author=%F0%9F%A4%96', {
        language,
        status: 400,
      })
      expect(await hasNoSidewaysScrolling(page)).toBe(true)
      return findProblemsOfKnownComponents(page)
    })
    expect(problems).toEqual([])
  })
})

test('filters are set and removed by keyboard, and kept with the query and from language to language', async ({
  page,
}) => {
  await openScreen(page, '/search?q=model')
  const count = page.getByRole('status').getByRole('heading')
  await expect(count).toContainText('results found')
  const all = Number.parseInt((await count.textContent()) ?? '', 10)
  const filters = page.getByText('Filters', { exact: true })
  await filters.focus()
  await page.keyboard.press('Enter')
  await category(page).selectOption('Technology')
  await category(page).press('Tab')
  await expect(author(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=model&category=tech')
  await expect(page.getByText('(1)')).toBeVisible()
  await expect(count).not.toHaveText(`${all} results found`)
  const ofTechnology = page.locator('main li').filter({ hasText: 'Technology' })
  await expect(page.locator('main li')).toHaveCount(await ofTechnology.count())

  await page.getByRole('link', { name: 'Remove filters' }).click()
  await expect(page).toHaveURL('/search?q=model')
  await expect(count).toHaveText(`${all} results found`)
  await expect(page.locator('summary:focus')).toContainText('Filters')
  await page.goBack()
  await expect(category(page)).toHaveValue('tech')

  await page.locator('header summary').first().click()
  await page.locator('header').getByRole('link', { name: 'Deutsch' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/search?q=model&category=tech&lang=de')
  await expect(page.getByRole('combobox', { name: 'Rubrik' })).toHaveValue('tech')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an article leads to the ways to follow its author', async ({ page }) => {
    await page.goto(ARTICLE)
    await page.getByRole('link', { name: 'Follow', exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/author\/[a-z-]+#follow$/)
    await expect(page.getByText('It needs no account')).toBeInViewport()
  })

  test('a reader looks through a category and a period, and is told what is wrong with a filter', async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 40[04]/)
    await page.goto('/search')
    await page.getByText('Filters', { exact: true }).click()
    await category(page).selectOption('Business')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page).toHaveURL('/search?category=business')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(hits(page).first()).toBeVisible()

    await author(page).fill('nobody of this name')
    await page.getByLabel('Published from').fill('2020-01-01')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page).toHaveURL('/search?category=business&author=nobody+of+this+name&from=2020-01-01')
    await expect(page.getByText('No articles match these filters')).toBeVisible()
    await page.getByRole('link', { name: 'Remove filters' }).last().click()
    await expect(page).toHaveURL('/search')

    const response = await page.goto('/search?category=sport&from=2026-11-30&to=2026-11-01&author=%E2%80%AE')
    expect(response?.status()).toBe(400)
    await expect(category(page)).toHaveAccessibleDescription('There is no category “sport”.')
    await expect(page.getByLabel('Published until')).toHaveAccessibleDescription(
      'The period ends before it begins.',
    )
    await expect(author(page)).toHaveAccessibleDescription(/at least one letter/)
    await expect(page.getByText('please check the filters')).toBeVisible()
    for (const path of ['/author/nobody', '/author/__proto__', `/author/${'x'.repeat(300)}`, '/author']) {
      expect((await page.goto(path))?.status()).toBe(404)
    }
  })
})
