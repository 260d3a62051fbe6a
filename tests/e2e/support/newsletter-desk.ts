import { insertArticles } from '#core/data/articles.ts'
import type { Language } from '#core/i18n/languages.ts'
import { anArticle, PIECES } from '../../support/articles.ts'
import { DESK_ADMIN } from './desk.ts'
import type { Publication } from './new-publication.ts'
import { signIn } from './sign-in.ts'
import { expect, type Page } from './test.ts'
import { expectToast } from './toasts.ts'

/** The articles that the tests know by name, published today. */
export async function addNews({ service }: Publication): Promise<void> {
  const today = new Date(Date.now() - 60_000).toISOString()
  await insertArticles(
    service,
    Object.values(PIECES).map((piece) => anArticle({ ...piece, publish_date: today })),
  )
}

export async function addSubscribers({ service }: Publication, emails: readonly string[]): Promise<void> {
  await service
    .from('newsletter_subscribers')
    .insert(emails.map((email) => ({ email, confirmed: true, is_active: true })))
    .throwOnError()
}

/** Subscribers by their languages. */
export async function addReaders(
  { service }: Publication,
  counts: Partial<Record<Language, number>>,
): Promise<void> {
  const rows = Object.entries(counts).flatMap(([language, count]) =>
    Array.from({ length: count }, (_, index) => ({
      email: `reader${index}@${language}.example.org`,
      language: language as Language,
      confirmed: true,
      is_active: true,
    })),
  )
  await service.from('newsletter_subscribers').insert(rows).throwOnError()
}

export async function openNewsletter(page: Page): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/newsletter')
  await expect(page.getByRole('heading', { name: 'Newsletter', exact: true })).toBeVisible()
}

export async function generate(page: Page, told = 'Newsletter Generated!'): Promise<void> {
  await page.getByRole('button', { name: 'Generate Newsletter' }).click()
  await expectToast(page, told)
  await expect(subject(page)).toBeVisible()
}

/** Of the edition that is shown. */
export const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' })

export const stepHeader = (page: Page, title: string) =>
  page.getByRole('heading', { level: 3, name: new RegExp(`^${title}`) }).getByRole('button')

/** Opens a step of the issue by keyboard, unless it is open. Its header stays in view when a step above it closes. */
export async function openStep(page: Page, title: string): Promise<void> {
  const header = stepHeader(page, title)
  await expect(header).toBeVisible()
  if ((await header.getAttribute('aria-expanded')) === 'true') return
  await header.press('Enter')
  await expect(header).toHaveAttribute('aria-expanded', 'true')
  await expect(header).toBeInViewport()
}

/** Opens the last step and chooses to send at once. */
export async function chooseNow(page: Page): Promise<void> {
  await openStep(page, 'Send')
  await page.getByRole('radio', { name: 'Now' }).check()
}

/** The page of an issue has nothing but the issue. */
export async function openIssue(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open on its own page' }).click()
  await expect(page).toHaveURL(/\/admin\/newsletter\/[0-9a-f-]{36}$/)
  // The page before it is shown a moment longer than its address.
  await expect(page.getByRole('link', { name: 'All issues', exact: true })).toBeVisible()
  await expect(stepHeader(page, 'Editions')).toBeVisible()
}

export const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** What is stored of the English edition of the only issue. */
export async function readEnglish({ service }: Publication) {
  const { data } = await service
    .from('newsletter_editions')
    .select('*')
    .eq('language', 'en')
    .single()
    .throwOnError()
  return data
}
