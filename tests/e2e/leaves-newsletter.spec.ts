import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import { SUBSCRIBE_PATH } from '#core/paths.ts'
import { CATALOGS } from '../support/catalogs.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type FoundMail, findMail } from './support/mailed-links.ts'
import { type Publication, test } from './support/new-publication.ts'
import { expect, type Page } from './support/test.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const words = (language: Language, key: PlainKey & keyof (typeof CATALOGS)['en']) => CATALOGS[language][key]
const reader = (language: Language) => `reader.${language}@example.org`
const ONE_CLICK = { form: { 'List-Unsubscribe': 'One-Click' } }

async function signUp(page: Page, { service }: Publication, language: Language): Promise<FoundMail> {
  await page.goto(localizedPath(SUBSCRIBE_PATH, language))
  const form = page.locator('main form')
  await form.getByRole('textbox').fill(reader(language))
  await form.getByRole('button').click()
  await expect(page.getByText(words(language, 'toast.subscribe.success'))).toBeVisible()
  return findMail(service, { to: reader(language) })
}

async function stateOf({ service }: Publication, language: Language) {
  const { data } = await service
    .from('newsletter_subscribers')
    .select('language, confirmed, is_active, left_reason')
    .eq('email', reader(language))
    .throwOnError()
  return data[0] ?? null
}

/** Opens every link of a mail as scanners do. */
async function scan(page: Page, publication: Publication, { links }: FoundMail, language: Language) {
  const before = await stateOf(publication, language)
  for (const link of links) {
    for (const method of ['GET', 'HEAD'])
      expect((await page.request.fetch(link, { method, maxRedirects: 0 })).status(), link).toBe(200)
  }
  expect(await stateOf(publication, language)).toEqual(before)
}

/** The link in a mail to this path. */
function linkTo({ links }: FoundMail, path: string): string {
  return links.find((link) => link.includes(path)) ?? ''
}

/** Signs up and confirms, without a browser's scripts if it has none; returns the welcome. */
async function subscribe(page: Page, publication: Publication, language: Language): Promise<FoundMail> {
  const confirmation = await signUp(page, publication, language)
  await scan(page, publication, confirmation, language)
  await page.goto(linkTo(confirmation, '/confirm-subscription'))
  const button = page.getByRole('button', { name: words(language, 'confirm.manual.submit') })
  const title = page.getByRole('heading', { name: words(language, 'confirm.success.title') })
  await expect(button.or(title)).toBeVisible()
  if (await button.isVisible()) await button.click()
  await expect(title).toBeVisible()
  return findMail(publication.service, { to: reader(language), since: confirmation.id })
}

for (const [language, way] of [
  ['de', 'a page'],
  ['it', 'one click'],
] as const) {
  test(`a reader is welcomed in their language (${language}), and leaves again with ${way}`, async ({
    page,
    publication,
  }) => {
    const welcome = await subscribe(page, publication, language)
    expect(welcome.subject).toBe(words(language, 'mail.welcome.subject'))
    await scan(page, publication, welcome, language)
    const link = linkTo(welcome, '/unsubscribe')
    expect(JSON.stringify(welcome.headers)).toContain(`<${link}>`)
    if (way === 'one click') {
      for (let click = 0; click < 2; click++) {
        const answer = await page.request.post(link, { ...ONE_CLICK, maxRedirects: 0 })
        expect([answer.status(), answer.headers()['set-cookie']]).toEqual([200, undefined])
      }
      await page.goto(link)
    } else {
      await page.goto(link)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.getByRole('button', { name: words(language, 'unsubscribe.submit'), exact: true }).click()
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      words(language, 'unsubscribe.done.title'),
    )
    expect(await stateOf(publication, language)).toEqual({
      language,
      confirmed: true,
      is_active: false,
      left_reason: 'unsubscribed',
    })
  })
}

test('a subscriber chooses sections by keyboard, changes the language, leaves, comes back, gets the data, and is erased', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  const welcome = await subscribe(page, publication, 'en')
  const preferences = linkTo(welcome, '/newsletter/preferences')
  await page.goto(preferences)
  await expect(page.locator('footer form button:disabled')).toBeVisible()
  await expect(page.getByText(/r•••@e•••\.org/)).toBeVisible()
  await expect(page.getByText(reader('en'))).toHaveCount(0)
  const walk = await walkByKeyboard(page, 'Tab')
  expect(walk.unseen).toEqual([])
  expect(walk.reached).toEqual(walk.stops)

  const save = page.getByRole('button', { name: words('en', 'preferences.sections.submit') })
  const said = page.getByRole('status').or(page.getByRole('alert')).first()
  const boxes = page.locator('input[name=section]')
  const opinion = page.getByRole('checkbox', { name: words('en', 'card.badge.opinion'), exact: true })
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  for (const box of await boxes.all()) if ((await box.inputValue()) !== 'opinion') await box.press(' ')
  await save.press('Enter')
  await expect(said).toHaveText(words('en', 'preferences.sections.saved'))
  await expect(page.locator('input[name=section]:checked')).toHaveCount(1)
  await expect(opinion).toBeChecked()
  await opinion.press(' ')
  await save.press('Enter')
  await expect(said).toHaveText(words('en', 'preferences.sections.none'))
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.getByLabel(words('en', 'preferences.language.label')).selectOption('fr')
  await page.getByRole('button', { name: words('en', 'preferences.language.submit') }).press('Enter')
  await expect(page.getByRole('status').first()).toHaveText(words('en', 'preferences.language.saved'))
  await expect(page.getByLabel(words('en', 'preferences.language.label'))).toHaveValue('fr')
  await page.getByRole('button', { name: words('en', 'unsubscribe.submit'), exact: true }).press('Enter')
  await expect(page.getByText(words('en', 'preferences.state.left'))).toBeVisible()
  expect(await stateOf(publication, 'en')).toMatchObject({ language: 'fr', left_reason: 'unsubscribed' })

  await page.getByRole('button', { name: words('en', 'preferences.data.submit') }).click()
  await expect(page.getByText(words('en', 'preferences.data.asked'))).toBeVisible()
  const data = await findMail(publication.service, { to: reader('en'), since: welcome.id })
  expect(data.subject).toBe(words('fr', 'mail.data.subject').replace('{{site}}', 'AI Watch'))
  expect(data.text).toContain(reader('en'))

  await page.getByRole('button', { name: words('en', 'preferences.erase.submit') }).click()
  await expect(page.getByText(words('en', 'preferences.erase.asked'))).toBeVisible()
  const erasure = await findMail(publication.service, { to: reader('en'), since: data.id })
  await scan(page, publication, erasure, 'en')
  await page.goto(linkTo(erasure, '/newsletter/erase'))
  await page.getByRole('button', { name: words('fr', 'erase.submit') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('fr', 'erase.done.title'))
  expect(await stateOf(publication, 'en')).toBeNull()
  // English has no parameter, and would lead to the language of the page before.
  await page.evaluate(() => localStorage.clear())
  await page.goto(linkTo(welcome, '/unsubscribe'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'unsubscribe.gone.title'))
  // Their own sign-up is as good as any other.
  await subscribe(page, publication, 'en')
  expect(await stateOf(publication, 'en')).toMatchObject({ confirmed: true, is_active: true })
})
