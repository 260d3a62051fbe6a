import type { Language } from '#core/i18n/languages.ts'
import type { Publication } from './new-publication.ts'
import { expect, type Page } from './test.ts'

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

/** Opens a step of the issue by keyboard, unless it is open. Its header stays in view when a step above it closes. */
export async function openStep(page: Page, title: string): Promise<void> {
  const header = page.getByRole('heading', { level: 3, name: new RegExp(`^${title}`) }).getByRole('button')
  await expect(header).toBeVisible()
  if ((await header.getAttribute('aria-expanded')) === 'true') return
  await header.press('Enter')
  await expect(header).toHaveAttribute('aria-expanded', 'true')
  await expect(header).toBeInViewport()
}
