import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SectionsChange } from '#core/domain/category.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import type { CallAnswers, Tables } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const form = page.getByRole('form', { name: 'Sections' })
const row = (name: string) =>
  form.getByRole('list', { name: 'Sections' }).getByRole('listitem', { name, exact: true })
const save = () => form.getByRole('button', { name: 'Save Changes' }).click()
const names = (name: string) => row(name).getByRole('group', { name: 'Names' })

/** Saves sections as the database does, of which no article knows. */
const SAVES_SECTIONS: CallAnswers = {
  save_categories({ p_categories, p_retired }, { categories = [], articles = [] }) {
    const sections = p_categories as unknown as (SectionsChange['categories'][number] & { was?: string })[]
    const gone = { ...(p_retired as Record<string, string>) }
    for (const { was, slug } of sections) if (was && was !== slug) gone[was] = slug
    categories.splice(0, categories.length)
    for (const [index, { was: _, ...section }] of sections.entries())
      categories.push({ ...section, position: index + 1, retired_to: null })
    const moved = articles.filter(({ category }) => String(category) in gone).length
    return { conflict: false, moved } as never
  },
}

async function openSections(tables: Tables = {}) {
  const screen = await openScreen('/admin/settings/sections', { tables, calls: SAVES_SECTIONS })
  await expect.element(row('Hack')).toBeVisible()
  return screen
}

test('a section is moved by keyboard, renamed, coloured and given another address', async () => {
  const screen = await openSections({ articles: [{ id: 'bread', category: 'hack' }] })
  const up = row('Hack').getByRole('button', { name: 'Move Hack up' })
  ;(up.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(up).toHaveFocus()
  await row('Hack').getByRole('button', { name: /^Hack/ }).click()
  // Text that is dropped into a field moves no section.
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/plain', 'a word')
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
  row('Hack').getByLabelText('Address').element().dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(false)
  await expect.element(row('Hack').getByLabelText('Pick a colour for Hack')).toHaveValue('#c01a30')
  await row('Hack').getByLabelText('Address').fill('search')
  await names('Hack').getByLabelText('English').fill('Garden')
  await save()
  await expect.element(row('Garden').getByText('“search” is the address of another page.')).toBeVisible()
  await expect.element(row('Garden').getByLabelText('Address')).toHaveFocus()
  expect(screen.sentTo('save_categories')).toEqual([])
  await row('Garden').getByLabelText('Address').fill('garden')
  await expect.element(row('Garden').getByLabelText('Pick a colour for Garden')).toHaveValue('#c01a30')
  await names('Garden').getByLabelText('German').fill('Garten')
  await row('Garden').getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffe600')
  await expect.element(row('Garden').getByText(/the nearest colour that can be read/)).toBeVisible()
  await expect
    .element(row('Garden').getByText(/no name in Spanish, French, Italian, Portuguese/))
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  await save()
  await expectToast('The sections are saved, and one article has moved.')
  expect(screen.sentTo('save_categories')).toMatchObject([
    {
      p_categories: [
        { slug: 'business' },
        { slug: 'garden', was: 'hack', color: '#ffe600', names: { en: 'Garden', de: 'Garten' } },
        { slug: 'tech' },
        { slug: 'opinion' },
        { slug: 'news' },
      ],
      p_before: EMPTY_DESK.tables.categories?.map(({ slug }) => ({ slug })),
    },
  ])
})

test('a new section takes its address from its name, and stays open while its problems are mended', async () => {
  const screen = await openSections({ settings: [{ key: 'languages', value: ['en', 'de', 'it'] }] })
  const add = form.getByRole('button', { name: 'Add a section' })
  await add.click()
  await add.click()
  await save()
  await expect.element(row('New section').getByText('Please write an address.')).toHaveLength(2)
  // Only the languages that readers are offered are asked for.
  await expect
    .element(row('New section').first().getByRole('group', { name: 'Names' }).getByRole('textbox'))
    .toHaveLength(3)
  await expect
    .element(
      row('New section')
        .first()
        .getByText(/no name in English, German, Italian/),
    )
    .toBeVisible()
  await row('New section').first().getByLabelText('Address').click()
  await userEvent.keyboard('courts')
  await expect.element(row('courts').getByLabelText('Address')).toHaveValue('courts')
  await expect.element(row('courts').getByLabelText('Address')).toHaveFocus()
  await names('courts').getByLabelText('English').fill('Courts of law')
  await expect.element(row('Courts of law').getByLabelText('Address')).toHaveValue('courts')
  await names('New section').getByLabelText('English').click()
  await userEvent.keyboard('City & Life')
  await expect.element(row('City & Life').getByLabelText('Address')).toHaveValue('city-life')
  await save()
  await expectToast('The sections are saved.')
  expect(screen.tables.categories?.slice(-2).map(({ slug }) => slug)).toEqual(['courts', 'city-life'])
})

test('a section is retired into another, with what that moves said before', async () => {
  const screen = await openSections({
    articles: [
      { id: 'one', category: 'opinion' },
      { id: 'two', category: 'opinion' },
    ],
  })
  await row('News Hub')
    .getByRole('button', { name: /^News Hub/ })
    .click()
  await expect
    .element(row('News Hub').getByText(/^It lists the articles of all sections, so it stays\./))
    .toBeVisible()
  await row('Opinion')
    .getByRole('button', { name: /^Opinion/ })
    .click()
  await row('Opinion').getByRole('button', { name: 'Retire Opinion' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retire “Opinion”?' })
  await expect.element(dialog.getByText(/^Its 2 articles move to another section\./)).toBeVisible()
  await dialog.getByLabelText('Into which section').selectOptions('Technology')
  await dialog.getByRole('button', { name: 'Retire when saved' }).click()
  await expect.element(row('Opinion')).not.toBeInTheDocument()
  await save()
  await expectToast('The sections are saved, and 2 articles have moved.')
  expect(screen.sentTo('save_categories')).toMatchObject([{ p_retired: { opinion: 'tech' } }])
})

test('of two people who change the sections at once neither loses anything', async () => {
  const screen = await openSections()
  await row('Hack').getByRole('button', { name: 'Move Hack up' }).click()
  screen.tables.categories?.push({
    slug: 'climate',
    position: 6,
    color: null,
    names: { en: 'Climate' },
    descriptions: {},
    retired_to: null,
  })
  await announceChange('categories')
  await expect.element(form.getByText(/^The sections were changed meanwhile/)).toBeVisible()
  await save()
  await expect.element(form.getByText(/^Nothing was saved/).first()).toBeVisible()
  await form.getByRole('button', { name: 'Keep my changes' }).click()
  await expect.element(row('Climate')).toBeVisible()
  await save()
  await expectToast('The sections are saved.')
  expect(screen.tables.categories?.map(({ slug }) => slug)).toEqual([
    'business',
    'tech',
    'hack',
    'opinion',
    'news',
    'climate',
  ])
})
