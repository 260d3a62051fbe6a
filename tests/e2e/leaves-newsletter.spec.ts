import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import { SUBSCRIBE_PATH } from '#core/paths.ts'
import { CATALOGS } from '../support/catalogs.ts'
import {
  findAccessibilityProblems,
  findProblemsOfKnownComponents,
} from './support/find-accessibility-problems.ts'
import { type FoundMail, findMail } from './support/mailed-links.ts'
import { type Publication, test } from './support/new-publication.ts'
import { expect, type Page } from './support/test.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const words = (language: Language, key: PlainKey) => CATALOGS[language][key]
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

test('six readers in six languages are welcomed in their own, and leave again: with a page, or with one click', async ({
  page,
  publication,
}) => {
  for (const [n, language] of LANGUAGE_CODES.entries()) {
    const welcome = await subscribe(page, publication, language)
    expect(welcome.subject).toBe(words(language, 'mail.welcome.subject'))
    await scan(page, publication, welcome, language)
    const link = linkTo(welcome, '/unsubscribe')
    expect(JSON.stringify(welcome.headers)).toContain(`<${link}>`)

    if (n % 2 === 0) {
      await page.goto(link)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.getByRole('button', { name: words(language, 'unsubscribe.submit'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        words(language, 'unsubscribe.done.title'),
      )
    } else {
      for (let click = 0; click < 2; click++) {
        const answer = await page.request.post(link, { ...ONE_CLICK, maxRedirects: 0 })
        expect([answer.status(), answer.headers()['set-cookie']]).toEqual([200, undefined])
      }
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        words(language, 'unsubscribe.done.title'),
      )
    }
    expect(await stateOf(publication, language)).toEqual({
      language,
      confirmed: true,
      is_active: false,
      left_reason: 'unsubscribed',
    })
  }
})

/** The boxes of the sections, by the name that stories have. */
const section = (page: Page, slug: 'tech' | 'opinion') =>
  page.getByRole('checkbox', { name: words('en', `card.badge.${slug}`), exact: true })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a subscriber chooses sections by keyboard, cannot choose none, and takes all again', async ({
      page,
      publication,
      expectConsoleError,
    }) => {
      expectConsoleError(/status of 400/)
      const sectionsOf = async () => {
        const { data } = await publication.service
          .from('newsletter_subscribers')
          .select('sections')
          .eq('email', reader('en'))
          .throwOnError()
        return data[0]?.sections
      }
      const welcome = await subscribe(page, publication, 'en')
      await page.goto(linkTo(welcome, '/newsletter/preferences'))
      const save = page.getByRole('button', { name: words('en', 'preferences.sections.submit') })
      const said = page.getByRole('status').or(page.getByRole('alert')).first()
      const boxes = page.locator('input[name=section]')
      expect(await boxes.evaluateAll((all: HTMLInputElement[]) => all.every(({ checked }) => checked))).toBe(
        true,
      )
      for (const box of await boxes.all()) if ((await box.inputValue()) !== 'opinion') await box.press(' ')
      await save.press('Enter')
      await expect(said).toHaveText(words('en', 'preferences.sections.saved'))
      expect(await sectionsOf()).toEqual(['opinion'])
      await expect(section(page, 'opinion')).toBeChecked()
      await expect(section(page, 'tech')).not.toBeChecked()
      // Axe waits for timers, which stand still without scripts.
      if (javaScriptEnabled) expect(await findProblemsOfKnownComponents(page)).toEqual([])

      await section(page, 'opinion').press(' ')
      await save.press('Enter')
      await expect(said).toHaveText(words('en', 'preferences.sections.none'))
      expect(await sectionsOf()).toEqual(['opinion'])

      for (const box of await boxes.all()) await box.check()
      await save.press('Enter')
      await expect(said).toHaveText(words('en', 'preferences.sections.saved'))
      expect(await sectionsOf()).toBeNull()
    })

    test('a subscriber changes the language, leaves, comes back, gets the data, and is erased', async ({
      page,
      publication,
      expectConsoleError,
    }) => {
      expectConsoleError(/status of 400/)
      const welcome = await subscribe(page, publication, 'it')
      await page.goto(linkTo(welcome, '/newsletter/preferences'))
      await expect(page.getByText(/^Per r•••@e•••\.org$/)).toBeVisible()
      await expect(page.getByText(reader('it'))).toHaveCount(0)

      await page.getByLabel(words('it', 'preferences.language.label')).selectOption('fr')
      await page.getByRole('button', { name: words('it', 'preferences.language.submit') }).click()
      await expect(page.getByRole('status').first()).toHaveText(words('it', 'preferences.language.saved'))
      await expect(page.getByLabel(words('it', 'preferences.language.label'))).toHaveValue('fr')

      await page.getByRole('button', { name: words('it', 'unsubscribe.submit'), exact: true }).click()
      await expect(page.getByText(words('it', 'preferences.state.left'))).toBeVisible()
      expect(await stateOf(publication, 'it')).toMatchObject({ language: 'fr', left_reason: 'unsubscribed' })

      await page.getByRole('button', { name: words('it', 'preferences.data.submit') }).click()
      await expect(page.getByText(words('it', 'preferences.data.asked'))).toBeVisible()
      const data = await findMail(publication.service, { to: reader('it'), since: welcome.id })
      expect(data.subject).toBe(words('fr', 'mail.data.subject').replace('{{site}}', 'AI Watch'))
      expect(data.text).toContain(reader('it'))

      await page.getByRole('button', { name: words('it', 'preferences.erase.submit') }).click()
      await expect(page.getByText(words('it', 'preferences.erase.asked'))).toBeVisible()
      const erasure = await findMail(publication.service, { to: reader('it'), since: data.id })
      await scan(page, publication, erasure, 'it')
      await page.goto(linkTo(erasure, '/newsletter/erase'))
      await page.getByRole('button', { name: words('fr', 'erase.submit') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('fr', 'erase.done.title'))
      expect(await stateOf(publication, 'it')).toBeNull()

      await page.goto(linkTo(welcome, '/unsubscribe'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('it', 'unsubscribe.gone.title'))
      await page.goto(linkTo(erasure, '/newsletter/erase'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('fr', 'erase.invalid.title'))
      // Their own sign-up is as good as any.
      await subscribe(page, publication, 'it')
      expect(await stateOf(publication, 'it')).toMatchObject({ confirmed: true, is_active: true })
    })
  })
}

test('a reader who has unsubscribed subscribes again by confirming', async ({ page, publication }) => {
  const welcome = await subscribe(page, publication, 'de')
  await page.goto(linkTo(welcome, '/unsubscribe'))
  await page.getByRole('button', { name: words('de', 'unsubscribe.submit'), exact: true }).click()
  // Within ten minutes of the first confirmation no second one is mailed.
  await page.getByRole('button', { name: words('de', 'subscription.return.submit') }).click()
  await expect(page.getByRole('status').first()).toHaveText(words('de', 'toast.subscribe.success'))
  expect(await stateOf(publication, 'de')).toMatchObject({ is_active: false })
  await page.getByRole('link', { name: words('de', 'preferences.title') }).click()
  await expect(page).toHaveURL(/\/newsletter\/preferences\?token=[\w-]{64}&lang=de$/)
})

test('the pages behind the links are accessible, and can be used with the keyboard alone', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  const welcome = await subscribe(page, publication, 'en')
  const problems: string[] = []
  // English has no parameter, and would lead to the language that was chosen last.
  await page.addInitScript(() => localStorage.clear())
  const check = async (link: string) => {
    for (const language of LANGUAGE_CODES) {
      const url = new URL(link)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(localizedPath(url.pathname + url.search, language))
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const find = link.endsWith('x') ? findProblemsOfKnownComponents : findAccessibilityProblems
      for (const problem of await find(page, language === 'en' ? undefined : [375]))
        problems.push(`${url.pathname} in ${language}: ${problem}`)
    }
  }
  const preferences = linkTo(welcome, '/newsletter/preferences')
  const unsubscribe = linkTo(welcome, '/unsubscribe')
  for (const link of [preferences, unsubscribe, `${unsubscribe}x`]) await check(link)
  expect(problems).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(preferences)
  await expect(page.locator('footer form button:disabled')).toBeVisible()
  const walk = await walkByKeyboard(page, 'Tab')
  expect(walk.unseen).toEqual([])
  expect(walk.reached).toEqual(walk.stops)

  await page.goto(unsubscribe)
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You Are Unsubscribed' })).toBeVisible()
})
