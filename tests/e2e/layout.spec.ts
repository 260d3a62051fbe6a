import { randomUUID } from 'node:crypto'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { findOverflow } from './support/find-accessibility-problems.ts'
import { type Publication, test as testOnOwnSite } from './support/new-publication.ts'
import { expectScripts, followInVain, inEveryLanguage, loadNothingAhead } from './support/open-screen.ts'
import { expect, type Page, test } from './support/test.ts'

//
test.use({ contextOptions: { reducedMotion: 'reduce' } })
testOnOwnSite.use({ contextOptions: { reducedMotion: 'reduce' } })

const NARROW = { width: 320, height: 800 }
const WIDE = { width: 1280, height: 800 }

const WORD = 'Rechtsschutzversicherungsgesellschaftenvertreterzusammenkunftst'
const ADDRESS = `https://example.org/a/path/that/nobody/types?q=${'0123456789abcdef'.repeat(6)}`
const SLUG = '2026-11-15'

/** A featured story and seven others, and an issue of the newsletter, whose words are as long as they can be, in every language. */
async function addLongWords({ service }: Publication): Promise<Map<Language, string>> {
  const paths = new Map<Language, string>()
  for (let index = 0; index < 8; index++) {
    const long = index % 2 ? { title: WORD, subtitle: ADDRESS } : { title: ADDRESS, subtitle: WORD }
    const original = await addArticle(
      service,
      anArticle({
        ...long,
        slug: `long-${index}`,
        excerpt: `${WORD} ${ADDRESS}`,
        author: WORD,
        reading_time: WORD,
        content: `## ${WORD}\n\n${ADDRESS}\n\n${WORD}\n\n- ${WORD}\n\n\`${WORD}\`\n\n| a |\n|---|\n| ${WORD} |`,
        featured: index === 0,
      }),
    )
    paths.set('en', articlePath(original))
    for (const language of LANGUAGE_CODES) {
      if (language === 'en') continue
      const slug = `long-${index}-${language}`
      const { title } = long
      const version = await addArticle(
        service,
        aTranslation(original, language, { title, slug, featured: index === 0 }),
      )
      paths.set(language, articlePath(version))
    }
  }
  const issue = {
    id: randomUUID(),
    slug: SLUG,
    status: 'sent' as const,
    approved_at: '2026-11-14T18:00:00Z',
    seal: 'seal',
    audience: 0,
    started_at: '2026-11-15T08:00:00Z',
    ended_at: '2026-11-15T08:10:00Z',
  }
  await service.from('newsletter_issues').insert(issue).throwOnError()
  const message = { issue_id: issue.id, html: '', body_text: '', subject: WORD, preheader: ADDRESS }
  const content = `<h2>${WORD}</h2><p><a href="${ADDRESS}">${ADDRESS}</a> ${WORD}</p><ul><li>${WORD}</li></ul>`
  await service
    .from('newsletter_messages')
    .insert(LANGUAGE_CODES.map((language) => ({ ...message, language, content })))
    .throwOnError()
  return paths
}

testOnOwnSite(
  'no list and no page is widened by a word or an address that does not fit, in any language',
  async ({ page, publication }) => {
    testOnOwnSite.slow()
    const paths = await addLongWords(publication)
    await page.setViewportSize(NARROW)
    const problems = await inEveryLanguage(async (language) => {
      const found: string[] = []
      const look = async (path: string, part: string, count: number) => {
        await page.goto(localizedPath(path, language))
        await expect(page.locator(part)).toHaveCount(count)
        for (const problem of await findOverflow(page)) found.push(`${path}: ${problem}`)
      }
      await look(`/search?q=${WORD}`, 'main li h3', 8)
      await look('/newsletter/issues', 'main li h2', 1)
      await look(`/newsletter/issues/${SLUG}`, '.newsletter h2', 1)
      await look(paths.get(language) ?? '', 'article h1', 1)
      if (language !== 'en') await look(`${paths.get(language)}&beside=en`, '.beside-heads', 1)
      await look('/news', 'main li article', 8)
      await look('/', 'main article', 7)
      await expectScripts(page)
      await page.locator('header button[aria-haspopup=dialog]').click()
      await page.getByRole('combobox').fill(WORD.slice(0, 20))
      await expect(page.getByRole('option')).toHaveCount(8)
      for (const problem of await findOverflow(page)) found.push(`search: ${problem}`)
      return found
    })
    expect(problems).toEqual([])
  },
)

const PICTURES = 'https://pictures.test'
const PARTS = `A paragraph with [a link](https://example.org/source), [a place](#place), [a page](/about) and https://example.org/bare.

![A chart](${PICTURES}/chart.png)

[![A linked chart](${PICTURES}/linked.png)](https://example.org/linked)

## Two

#### Four

##### Five

###### Six

הספרייה הלאומית פתחה את הארכיון.

- שלום

Left to right.`

testOnOwnSite(
  'an article closes up without its picture, and has headings, directions and a printed form of its own',
  async ({ page, publication, expectConsoleError }) => {
    expectConsoleError(/ERR_FAILED/)
    await page.route(`${PICTURES}/**`, (route) => route.abort())
    const article = anArticle({ hero_image: `${PICTURES}/hero.png`, content: PARTS })
    await addArticle(publication.service, article)
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(articlePath(article))
    await expectScripts(page)
    const prose = page.locator('.prose')

    // The text follows the header, and pictures in it leave their ground without the browser's sign for a broken one.
    await expect(page.locator('article > div:has(> picture)')).toBeHidden()
    const header = await page.locator('article > header').boundingBox()
    const text = await prose.boundingBox()
    expect((text?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0)).toBeLessThan(80)
    for (const name of ['A chart', 'A linked chart']) {
      const chart = page.getByRole('img', { name, exact: true })
      await chart.scrollIntoViewIfNeeded()
      await expect(chart).toHaveCSS('content', /^url\("data:/)
      await expect(chart).toHaveCSS('background-color', 'rgb(28, 31, 37)')
    }

    const looks = await prose
      .locator('h4, h5, h6')
      .evaluateAll((headings) => headings.map((heading) => getComputedStyle(heading).fontSize))
    expect(new Set(looks).size).toBe(3)
    const directions = await prose
      .locator(':is(p, ul):not(.share *)')
      .evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block).direction))
    expect(directions).toEqual(['ltr', 'ltr', 'ltr', 'rtl', 'rtl', 'ltr'])

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const part of ['body > header', 'body > footer', '.toasts', 'main form', '#signup-title'])
      await expect(page.locator(part).first()).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const part of ['h1', '.prose > p', '.prose h6', '.prose a'])
      await expect(page.locator(part).first()).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('html')).toHaveCSS('background-color', /^rgba\(0, 0, 0, 0\)$/)
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    const shown = await prose
      .locator('a:not(.share *, [data-heading] > *)')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content))
    const { origin } = new URL(publication.url)
    expect(shown).toEqual(['" (https://example.org/source)"', 'none', `" (${origin}/about)"`, 'none', 'none'])
  },
)

/** Sends the form with an address that is none, and says whether the message that follows covers the form. */
async function isCovered(page: Page, form: ReturnType<Page['locator']>): Promise<boolean> {
  await form.getByRole('textbox').fill('nobody')
  await form.getByRole('button').click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  const [a, b] = await Promise.all([form, page.locator('.toasts')].map((element) => element.boundingBox()))
  if (!a || !b) throw new Error('The form or the message is not there')
  await page.locator('.toasts button').click()
  await expect(page.getByRole('alert')).toBeEmpty()
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('the sign-up button invites before anything is typed, and no message covers its form', async ({
  page,
}) => {
  for (const { width, height } of [WIDE, { width: 375, height: 800 }]) {
    await page.setViewportSize({ width, height })
    for (const [path, part] of [
      ['/contact', 'footer form'],
      ['/newsletter', 'main form'],
      ['/article/the-case-for-boring-ai', 'article form[data-scripted]'],
      ['/business', 'main form'],
    ] as const) {
      await page.goto(path)
      await expectScripts(page)
      const form = page.locator(part)
      const button = form.getByRole('button')
      await expect(button).toBeDisabled()
      await expect(button).toHaveCSS('opacity', '1')
      const ink = await form.evaluate((element) => getComputedStyle(element).color)
      await expect(button).toHaveCSS('color', ink)
      await expect(button).not.toHaveCSS('background-color', 'rgb(228, 87, 46)')
      await form.getByRole('textbox').fill('n')
      await expect(button).toBeEnabled()
      await expect(button).toHaveCSS('background-color', 'rgb(228, 87, 46)')
      for (const block of ['start', 'center', 'end'] as const) {
        await form.evaluate((element, place) => element.scrollIntoView({ block: place }), block)
        await expect.poll(() => isCovered(page, form), `${path} at ${width}, ${block}`).toBe(false)
      }
    }
  }
})

test('results fill the page or 24rem of the overlay, and placeholders have the columns of their lists', async ({
  page,
}) => {
  await page.setViewportSize(WIDE)
  const right = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().right))
  await page.goto('/search?q=model')
  await expect.poll(() => right('main li p')).toBeGreaterThan(1200)
  await expectScripts(page)
  await page.locator('header button[aria-haspopup=dialog]').click()
  const options = page.getByRole('dialog').getByRole('option')
  await page.getByRole('combobox').fill('model')
  await expect(options.nth(9)).toBeAttached()
  await expect(options.nth(1)).toBeInViewport({ ratio: 1 })
  await expect.poll(() => page.getByRole('listbox').boundingBox()).toMatchObject({ height: 384 })
  await page.keyboard.press('Escape')
  // The browser goes back, which would cancel the next navigation.
  await expect.poll(() => page.evaluate(() => history.state?.search === true)).toBe(false)

  const columns = (part: string) =>
    page.locator(part).evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  await loadNothingAhead(page)
  for (const [link, first] of [
    ['header a[href="/"]', 'main section > ul'],
    ['footer a[href="/tech"]', 'main div > ul:has(article)'],
  ] as const) {
    await page.goto('/contact')
    await expectScripts(page)
    const grid = ':has(> [data-skeleton=card])'
    await followInVain(page, page.locator(link).first(), grid)
    const [placeholders, widths] = [await columns(grid), await cells(page, '[data-skeleton=card]')]
    await page.locator(link).first().click()
    await expect(page.locator(first)).toBeVisible()
    expect(placeholders).toBe(await columns(first))
    const places = await cells(page, `${first} > li`)
    expect(places.slice(0, widths.length)).toEqual(widths.slice(0, places.length))
  }
})

/** The places and widths of the cells of a grid, in pixels. */
function cells(page: Page, part: string): Promise<string[]> {
  return page.locator(part).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, width } = element.getBoundingClientRect()
      return `${Math.round(left)}+${Math.round(width)}`
    }),
  )
}
