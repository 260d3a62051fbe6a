import { randomUUID } from 'node:crypto'
import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import { expect, type Page } from './test.ts'

/** Stores an article for a test of the desk. */
export async function storeArticle(service: Client, values: Partial<Article> = {}): Promise<Article> {
  const { data } = await service
    .from('articles')
    .insert({
      id: randomUUID(),
      slug: 'chips-from-vienna',
      language: 'en',
      title: 'Chips from Vienna',
      excerpt: 'A factory that nobody expected.',
      content: 'The first paragraph.\n\nThe second paragraph.\n',
      category: 'tech',
      author: 'Ida Novak',
      published: true,
      ...values,
    })
    .select('*')
    .single()
    .throwOnError()
  return data
}

/** The article as it is stored now. */
export async function readArticle(service: Client, slug: string): Promise<Article | null> {
  const { data } = await service.from('articles').select('*').eq('slug', slug).maybeSingle().throwOnError()
  return data
}

/** Waits until the form can be typed in. */
export async function expectForm(page: Page): Promise<void> {
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
}

/** Opens what is below a tab beside the story. */
export async function openTab(
  page: Page,
  name: 'Details' | 'Translations' | 'Check' | 'History',
): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
}

export const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' })

/** Waits until the server has what was typed. */
export async function expectKept(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved for you at/)).toBeVisible()
}
