import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { findAccessibilityProblems, findColourProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { expectScripts } from './support/open-screen.ts'
import { expect, type Page } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ENGLISH = `## The harbour

The harbour [opened](https://example.org/opened) in 1921.

\`\`\`python
print("ships")
\`\`\`

| Port | Boats |
|---|---|
| North | 12 |

## Ships

Ships come and go.

They wait for nobody.
`
const GERMAN = `## Der Hafen

Der Hafen wurde 1921 [eröffnet](https://example.org/opened).

\`\`\`python
print("ships")
\`\`\`

| Hafen | Boote |
|---|---|
| Nord | 12 |

## Schiffe

Schiffe kommen und gehen, und sie warten auf niemanden.
`
const APART =
  'Diese Abschnitte lassen sich nicht Absatz für Absatz zuordnen; beide sind deshalb vollständig wiedergegeben.'

async function publish({ service }: Publication, slug: string, german: string): Promise<void> {
  const original = await addArticle(service, anArticle({ slug, title: `About ${slug}`, content: ENGLISH }))
  await addArticle(service, aTranslation(original, 'de', { slug: german, content: GERMAN }))
}

const open = (page: Page) => page.getByRole('link', { name: 'Neben dem englischen Original lesen' })
const leave = (page: Page) => page.getByRole('link', { name: 'Nur die Übersetzung lesen' }).first()
const boxOf = (page: Page, selector: string) => page.locator(selector).first().boundingBox()

test('a reader without scripts compares a translation, reports a block, and leaves', async ({
  browser,
  publication,
}) => {
  await publish(publication, 'harbour', 'hafen')
  const reader = await browser.newPage({ baseURL: publication.url, javaScriptEnabled: false })
  await reader.goto('/article/hafen?lang=de')
  await open(reader).click()
  await expect(reader).toHaveURL(/\?lang=de&beside=en$/)
  const english = reader.getByText('The harbour opened in 1921.', { exact: true })
  await expect(english).toBeVisible()
  await expect(reader.locator('[lang=en]', { has: english })).toHaveCount(1)
  await expect(reader.getByText(APART)).toBeVisible()

  const block = reader.locator('.beside-row').filter({ has: english })
  await block.getByText('Fehler an dieser Stelle melden').click()
  const quote = block.getByLabel('Der betreffende Satz')
  await expect(quote).toHaveValue('Der Hafen wurde 1921 eröffnet.')
  await block.getByLabel('Was stimmt daran nicht?').fill('Es war 1912.')
  await block.getByLabel('Der betreffende Satz').fill(' ')
  await block.getByRole('button', { name: 'Meldung senden' }).click()
  // The reader is at the same place, with the typed text.
  await expect(block.getByRole('alert')).toBeInViewport()
  await expect(block.getByLabel('Was stimmt daran nicht?')).toHaveValue('Es war 1912.')
  await block.getByLabel('Der betreffende Satz').fill('Der Hafen wurde 1921 eröffnet.')
  await block.getByRole('button', { name: 'Meldung senden' }).click()
  await expect(block.getByRole('status')).toHaveText('Danke. Ihre Meldung ist bei der Redaktion angekommen.')
  await expect(block.getByRole('status')).toBeInViewport()
  await expect(english).toBeVisible()

  await leave(reader).click()
  await expect(reader).toHaveURL(/\?lang=de$/)
  await expect(english).toHaveCount(0)
  await reader.close()
})

test('the original stands beside each block on a wide screen, below it on a phone, and on paper without forms', async ({
  page,
  publication,
}) => {
  await publish(publication, 'harbour', 'hafen')
  for (const width of [1280, 800, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/article/hafen?lang=de&beside=en')
    const german = await boxOf(page, '.beside h2')
    const english = await boxOf(page, '.beside [data-was]')
    if (!german || !english) throw new Error('A heading is missing.')
    if (width > 768) expect(Math.abs(english.y - german.y)).toBeLessThan(20)
    if (width > 768) expect(english.x).toBeGreaterThanOrEqual(german.x + german.width)
    else expect(english.y).toBeGreaterThanOrEqual(german.y + german.height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await findColourProblems(page)).toEqual([])
  // A form is open.
  await page.getByText('Fehler an dieser Stelle melden').nth(1).click()
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await findColourProblems(page)).toEqual([])
  // A report was sent from a block further down.
  await page.locator('#block-2').getByRole('button', { name: 'Meldung senden' }).click()
  await expect(page.locator('#block-2').getByRole('status')).toBeInViewport()
  await expectScripts(page)
  await expect(page.locator('#block-2').getByRole('status')).toBeInViewport()
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await findColourProblems(page)).toEqual([])

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const text of ['Der Hafen wurde 1921', 'The harbour opened in 1921.']) {
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByText(text).first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  }
  for (const part of ['.beside details', '.beside-leave'])
    for (const shown of await page.locator(part).all()) await expect(shown).toBeHidden()
})

test('it is opened and left by keyboard, and remembered for the visit', async ({ page, publication }) => {
  await publish(publication, 'harbour', 'hafen')
  await publish(publication, 'lighthouse', 'leuchtturm')
  await page.goto('/article/hafen?lang=de')
  await open(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/hafen\?lang=de&beside=en$/)
  // The code is loaded when the reader comes to the text.
  await expectScripts(page)
  await leave(page).focus()
  const isRemembered = () => page.evaluate(() => sessionStorage.getItem('beside'))
  await expect.poll(isRemembered).toBe('en')

  const next = page.getByRole('link', { name: 'About lighthouse (de)' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/leuchtturm\?lang=de&beside=en$/)
  await expect(page.getByText('The harbour opened in 1921.', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/hafen\?lang=de&beside=en$/)
  await expect(page.getByRole('heading', { level: 1, name: 'About harbour (de)' })).toBeVisible()

  await leave(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/hafen\?lang=de$/)
  await expectScripts(page)
  await open(page).focus()
  await expect.poll(isRemembered).toBeNull()
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/leuchtturm\?lang=de$/)
})
