import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { finishSentence, giveVoices, lastSaid, voice } from './support/fake-voices.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { expect, type Page } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const FILLER = 'Der Hafen liest sein Protokoll zuerst selbst. '.repeat(25)
const CONTENT = [
  'Um 14:30 Uhr waren es 25 %. Danach nicht mehr.',
  FILLER,
  '## Der Kran',
  FILLER,
  'Der Kran hob 3 t.[^1]',
  '[^1]: Eine Fußnote.',
].join('\n\n')
const GERMAN = voice('Anna', 'de-DE')

async function openGerman(page: Page, { service }: Publication) {
  const original = await addArticle(service, anArticle({ content: CONTENT }))
  const german = await addArticle(service, aTranslation(original, 'de', { content: CONTENT, subtitle: null }))
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/article/${german.slug}?lang=de`)
  const player = page.getByRole('region', { name: 'Diesen Artikel hören' })
  return { german, player, listen: page.getByRole('button', { name: 'Anhören' }) }
}

test('a reader has an article read aloud, and controls it by keyboard', async ({ page, publication }) => {
  await giveVoices(page, [voice('Amy', 'en-US'), GERMAN])
  const { german, player, listen } = await openGerman(page, publication)
  await listen.focus()
  await page.keyboard.press('Enter')

  await expect(player.getByRole('status')).toHaveText('Gelesen von der Stimme Anna Ihres Browsers')
  await expect(player.getByRole('button', { name: 'Anhalten' })).toBeFocused()
  await expect(page.locator('h1')).toHaveAttribute('data-spoken')
  expect(await lastSaid(page)).toEqual({ text: german.title, voice: 'Anna', rate: 1 })
  await finishSentence(page)
  expect((await lastSaid(page)).text).toBe('Um 14 Uhr 30 waren es 25 Prozent.')
  await expect(page.locator('[data-spoken]')).toHaveText('Um 14:30 Uhr waren es 25 %. Danach nicht mehr.')
  expect(await findAccessibilityProblems(page)).toEqual([])

  // The text comes into view with its block.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('h2[data-spoken]')).toBeInViewport()
  expect((await lastSaid(page)).text).toBe('Der Kran')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(player.getByRole('button', { name: 'Abspielen' })).toBeFocused()
  expect(await page.evaluate(() => window.fakeSpeech.isSpeaking())).toBe(false)
  await page.keyboard.press('Enter')
  await player.getByLabel('Tempo').selectOption('1.5')
  expect(await lastSaid(page)).toEqual({ text: 'Der Kran', voice: 'Anna', rate: 1.5 })

  await page.keyboard.press('Escape')
  await expect(player).toBeHidden()
  await expect(listen).toBeFocused()
  await expect(page.locator('[data-spoken]')).toHaveCount(0)
  expect(await page.evaluate(() => window.fakeSpeech.isSpeaking())).toBe(false)
})

test('the text is not moved while a reader looks elsewhere', async ({ page, publication }) => {
  await giveVoices(page, [GERMAN])
  const { player, listen } = await openGerman(page, publication)
  await listen.click()
  await expect(player).toBeVisible()
  await page.mouse.wheel(0, 5_000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600)
  const back = player.getByRole('button', { name: 'Zurück zum vorgelesenen Text' })
  await expect(back).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  await finishSentence(page)
  await expect(page.locator('p[data-spoken]')).toHaveCount(1)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await back.click()
  await expect(page.locator('[data-spoken]')).toBeInViewport()
  await expect(back).toBeHidden()
})

test('a browser without a voice of the language says so, and reads when there is one', async ({
  page,
  publication,
}) => {
  await giveVoices(page, [voice('Amy', 'en-US')])
  const { player, listen } = await openGerman(page, publication)
  await listen.click()
  await expect(player.getByRole('status')).toHaveText(/keine Stimme für diese Sprache: Deutsch/)
  await page.evaluate((list) => window.fakeSpeech.setVoices(list), [GERMAN])
  await player.getByRole('button', { name: 'Abspielen' }).click()
  await expect(player.getByRole('status')).toHaveText(/Anna/)
  expect(await page.evaluate(() => window.fakeSpeech.isSpeaking())).toBe(true)
  await page.evaluate(() => window.fakeSpeech.setVoices([]))
  await expect(player.getByRole('status')).toHaveText(/keine Stimme/)
})

test('reading ends when the page is left', async ({ page, publication }) => {
  await giveVoices(page, [GERMAN])
  const { player, listen } = await openGerman(page, publication)
  await listen.click()
  await expect(player).toBeVisible()
  await page.getByRole('link', { name: 'Zurück zu den Artikeln' }).click()
  await expect(player).toBeHidden()
  expect(await page.evaluate(() => window.fakeSpeech.isSpeaking())).toBe(false)
})

test('an article that changes meanwhile is read on', async ({ page, publication }) => {
  await giveVoices(page, [GERMAN])
  const { player, listen } = await openGerman(page, publication)
  await listen.click()
  await finishSentence(page)
  await expect(page.locator('p[data-spoken]')).toHaveCount(1)
  await page.locator('p[data-spoken]').evaluate((paragraph) => {
    paragraph.textContent = 'Neu.'
  })
  await expect(player.getByRole('status')).toHaveText(/inzwischen geändert/)
  expect((await lastSaid(page)).text).toBe('Neu.')
})

test('a voice that disappears is replaced by the next one, which reads on', async ({ page, publication }) => {
  await giveVoices(page, [GERMAN, voice('Otto', 'de-DE')])
  const { player, listen } = await openGerman(page, publication)
  await listen.click()
  await finishSentence(page)
  expect((await lastSaid(page)).voice).toBe('Anna')
  await page.evaluate((list) => window.fakeSpeech.setVoices(list), [voice('Otto', 'de-DE')])
  await expect(player.getByRole('status')).toHaveText(/Eine andere liest weiter/)
  expect(await lastSaid(page)).toEqual({ text: 'Um 14 Uhr 30 waren es 25 Prozent.', voice: 'Otto', rate: 1 })
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('the player is accessible while it reads, without a voice, and when the voice fails', async ({
  page,
  publication,
}) => {
  await giveVoices(page, [voice('Amy', 'en-US')])
  const article = await addArticle(publication.service, anArticle({ content: CONTENT }))
  await page.goto(`/article/${article.slug}`)
  const status = page.getByRole('region', { name: 'Listen to this article' }).getByRole('status')
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  await expect(status).toHaveText(/Read by .* Amy/)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.evaluate(() => window.fakeSpeech.fail('audio-busy'))
  await expect(status).toHaveText(/does not answer/)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.evaluate(() => window.fakeSpeech.setVoices([]))
  await expect(status).toHaveText(/no voice for English/)
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('a translation beside its original is read without the original', async ({ page, publication }) => {
  await giveVoices(page, [GERMAN])
  const original = await addArticle(publication.service, anArticle({ content: 'One.\n\nTwo.' }))
  const own = { content: 'Eins.\n\nZwei.', subtitle: null }
  const german = await addArticle(publication.service, aTranslation(original, 'de', own))
  await page.goto(`/article/${german.slug}?lang=de&beside=en`)
  await page.getByRole('button', { name: 'Anhören' }).click()
  await expect(page.locator('h1')).toHaveAttribute('data-spoken')
  await expect(page.getByText('1 von 3')).toBeVisible()
  await finishSentence(page)
  await expect(page.locator('[data-spoken]')).toHaveText('Eins.')
})

test('without scripts there is no button', async ({ browser, publication }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const article = await addArticle(publication.service, anArticle({ content: CONTENT }))
  await page.goto(`${publication.url}/article/${article.slug}`)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[data-listens]')).toBeHidden()
  await context.close()
})
