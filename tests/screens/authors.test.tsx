import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findProblems } from './support/find-problems.ts'
import type { Answers } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

const line = page.getByLabelText('English')
const links = page.getByLabelText('Links')
const languages = page.getByLabelText('Languages', { exact: true })

const open = (path: string, given: Partial<Answers> = {}) =>
  openScreen(path, {
    ...given,
    calls: {
      list_authors: [{ slug: 'nora-berg', name: 'Nora Berg' }],
      find_author: [{ slug: 'nora-berg', name: 'Nora Berg', languages: ['en'], profile: null }],
    },
  })

async function save() {
  ;(page.getByRole('button', { name: 'Save Author' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

test('an editor says who an author is', async () => {
  const screen = await open('/admin/authors')
  await page.getByRole('link', { name: 'Nora Berg' }).click()
  await line.fill('Writes about towns and their machines.')
  await languages.fill('en, uk')
  await links.fill('http://social.example/@nora')
  await save()
  await expect.element(links).toHaveAccessibleDescription(/Write addresses that begin with https/)
  await links.fill('https://social.example/@nora')
  await page.getByLabelText('Old addresses').fill('https://site.example/author/nora-feldmann')
  await save()
  await expectToast('The page of the author shows it at once.')
  expect(screen.tables.authors).toMatchObject([
    {
      slug: 'nora-berg',
      descriptions: { en: 'Writes about towns and their machines.' },
      languages: ['en', 'uk'],
      links: ['https://social.example/@nora'],
      former_slugs: ['nora-feldmann'],
    },
  ])
  expect(await findProblems()).toEqual([])
})

test('of two editors who change the same author nothing is lost', async () => {
  const mine = { slug: 'nora-berg', picture: null, links: [], former_slugs: [] }
  const at = '2026-11-20T09:00:00+00:00'
  const screen = await open('/admin/authors/nora-berg', {
    tables: { authors: [{ ...mine, descriptions: {}, languages: [], updated_at: at }] },
  })
  await line.fill('Mine.')
  Object.assign(screen.tables.authors?.[0] ?? {}, {
    descriptions: { en: 'Theirs.', de: 'Ihrer.' },
    languages: ['de'],
    updated_at: '2026-11-21T09:00:00+00:00',
  })
  await save()
  await expect.element(page.getByText('Somebody else has changed this meanwhile.')).toBeVisible()
  await expect.element(line).toHaveValue('Mine.')
  await expect.element(page.getByLabelText('Deutsch')).toHaveValue('Ihrer.')
  await expect.element(languages).toHaveValue('de')
  expect(await findProblems()).toEqual([])
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(line).toHaveValue('Theirs.')
  await line.fill('Both.')
  await save()
  await expectToast('The page of the author shows it at once.')
  expect(screen.tables.authors).toMatchObject([
    { descriptions: { en: 'Both.', de: 'Ihrer.' }, languages: ['de'] },
  ])
})
