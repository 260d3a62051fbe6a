import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anArticleRow, contentField, openForm, openTab } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'

const ARTICLE = anArticleRow()
const NOTE = 'An earlier version named the wrong year. It was 1912, not 1921. 👩‍🚀 <b>'
const MOVED = { replaced: ARTICLE.updated_at, updated_at: '2026-11-21T09:00:00+00:00' }

const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('a correction is written, changed and deleted beside the story', async () => {
  const screen = await openForm([ARTICLE], {
    calls: {
      add_correction: ({ p_article_id, p_text }) => {
        const correction = { id: 'a', article_id: p_article_id, text: p_text, corrected_at: MOVED.updated_at }
        screen.tables.article_corrections?.push(correction)
        return { status: 'added', ...correction, ...MOVED }
      },
      change_correction: ({ p_text }) => {
        Object.assign(screen.tables.article_corrections?.[0] ?? {}, { text: p_text })
        return { status: 'changed', ...MOVED }
      },
      delete_correction: () => {
        screen.tables.article_corrections?.splice(0)
        return { status: 'deleted', ...MOVED }
      },
    },
  })
  await openTab('History')
  const section = page.getByRole('region', { name: 'Corrections' })
  const add = section.getByRole('button', { name: 'Add the correction' })
  await add.click()
  await expect.element(section.getByText('Please write what was wrong.').first()).toBeVisible()
  const field = section.getByRole('textbox', { name: 'What was wrong?' })
  await field.fill('x'.repeat(2001))
  await add.click()
  await expect.element(section.getByText('Use at most 2000 characters.').first()).toBeVisible()
  await expect.element(field).toHaveValue('x'.repeat(2001))
  expect(screen.sentTo('add_correction')).toEqual([])
  await field.fill(NOTE)
  await add.click()
  await expect.element(section.getByRole('listitem').filter({ hasText: NOTE })).toBeVisible()
  await expect.element(field).toHaveValue('')
  expect(await findProblems()).toEqual([])

  await section.getByRole('button', { name: /^Change the correction of/ }).click()
  await section.getByRole('textbox', { name: 'Correction' }).fill('It was 1912.')
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(section.getByText('It was 1912.')).toBeVisible()
  await section.getByRole('button', { name: /^Delete the correction of/ }).click()
  await inDialog('Delete').click()
  await expect.element(section.getByText('Nothing was corrected so far.')).toBeVisible()
})

test('a preview link is made for some days, shown once, and withdrawn', async () => {
  const screen = await openForm([{ ...ARTICLE, published: false }], {
    calls: {
      create_article_preview: ({ p_article_id }) => {
        const link = { id: 'a', expires_at: new Date(Date.now() + 3 * 864e5).toISOString() }
        const created_by = '00000000-0000-4000-8000-000000000001'
        screen.tables.article_previews?.push({ ...link, article_id: p_article_id, created_by })
        return { status: 'created', ...link, token: 'a'.repeat(64) }
      },
    },
  })
  await openTab('Check')
  const section = page.getByRole('region', { name: 'Preview links' })
  const days = section.getByLabelText('Works for how many days?')
  const make = section.getByRole('button', { name: 'Make a link' })
  await days.fill('31')
  await make.click()
  await expect.element(section.getByText('Please choose 1 to 30 days.').first()).toBeVisible()
  await days.fill('3')
  await make.click()
  await expect.element(section.getByText(/It is shown only once\./)).toBeVisible()
  await expect
    .element(section.getByRole('textbox', { name: 'Link' }))
    .toHaveValue(`${window.location.origin}/preview?token=${'a'.repeat(64)}`)
  await expect.element(section.getByText(/^Works until/)).toBeVisible()
  expect(screen.sentTo('create_article_preview')).toMatchObject([{ p_days: 3 }])
  expect(await findProblems()).toEqual([])
  await section.getByRole('button', { name: /^Withdraw the link/ }).click()
  await inDialog('Withdraw').click()
  await expect.element(section.getByText('No link works at present.')).toBeVisible()
  expect(screen.tables.article_previews).toEqual([])
})

const COUNTED = {
  ...ARTICLE,
  content: 'Some 33 percent of the seals came back, says Anna Weber.\n\nThey rest on the bank.\n',
}
const MENDED = COUNTED.content.replace('33', '31')
const question = page.getByRole('dialog', { name: 'Tell readers?' })
const update = page.getByRole('button', { name: 'Update', exact: true })
const saved = (screen: Awaited<ReturnType<typeof openForm>>) => screen.tables.articles?.[0]?.content

test('an update that changes a number asks once, and is told to readers with it', async () => {
  const screen = await openForm([COUNTED], {
    calls: {
      add_correction: ({ p_article_id, p_text }) => {
        const correction = { id: 'a', article_id: p_article_id, text: p_text, corrected_at: MOVED.updated_at }
        screen.tables.article_corrections?.push(correction)
        return { status: 'added', ...correction, ...MOVED }
      },
    },
  })
  await contentField.fill(MENDED)
  await update.click()
  await expect.element(question.getByRole('listitem')).toHaveTextContent('33 percent → 31 percent')
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(update).toHaveFocus()
  await expect.element(contentField).toMatchTextContent(/Some 31 percent/)
  expect(saved(screen)).toBe(COUNTED.content)

  // Ctrl+S saves for readers too.
  await userEvent.keyboard('{Control>}s{/Control}')
  await question.getByRole('button', { name: 'Add a correction' }).click()
  const field = question.getByRole('textbox', { name: 'What was wrong?' })
  await expect.element(field).toHaveFocus()
  await expect
    .element(field)
    .toHaveValue('An earlier version of this article said “33 percent”. It should have said “31 percent”.')
  expect(await findProblems()).toEqual([])
  await field.fill('It was 31 percent, not 33.')
  await question.getByRole('button', { name: 'Add the correction' }).click()
  await expect
    .poll(() => screen.sentTo('add_correction'))
    .toMatchObject([{ p_article_id: COUNTED.id, p_text: 'It was 31 percent, not 33.' }])
  expect(saved(screen)).toBe(MENDED)
})

test('a typo is saved without a correction, and a change without another fact is not asked about', async () => {
  const screen = await openForm([COUNTED])
  await contentField.fill(COUNTED.content.replace('They rest', 'The  animals rest'))
  await update.click()
  await expect.poll(() => saved(screen)).toContain('The  animals rest')

  await screen.go(`/admin/articles/edit/${COUNTED.slug}`)
  await contentField.fill(COUNTED.content.replace('Weber', 'Webber'))
  await update.click()
  await expect.element(question.getByRole('listitem')).toHaveTextContent('Weber → Webber')
  await question.getByRole('button', { name: 'Just a typo' }).click()
  await expect.poll(() => saved(screen)).toContain('Anna Webber')
  expect(screen.sentTo('add_correction')).toEqual([])
})

test('what a correction of today tells is not asked about', async () => {
  const told = { id: 'a', article_id: COUNTED.id, text: 'It was 31 percent, not 33.' }
  const corrections = [{ ...told, corrected_at: new Date().toISOString() }]
  const screen = await openForm([COUNTED], { tables: { article_corrections: corrections } })
  await contentField.fill(MENDED)
  await update.click()
  await expect.poll(() => saved(screen)).toBe(MENDED)
})

test('nothing is asked about a draft', async () => {
  const draft = await openForm([{ ...COUNTED, published: false }])
  await contentField.fill(MENDED)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => saved(draft)).toBe(MENDED)
})

test('a correction that is refused is asked for again, with its text', async () => {
  let tries = 0
  const screen = await openForm([COUNTED], {
    calls: {
      add_correction: ({ p_article_id, p_text }) =>
        ++tries === 1
          ? { status: 'too_many' }
          : { status: 'added', id: 'a', article_id: p_article_id, text: p_text, corrected_at: '', ...MOVED },
    },
  })
  await contentField.fill(MENDED)
  await update.click()
  await question.getByRole('button', { name: 'Add a correction' }).click()
  await question.getByRole('textbox').fill(NOTE)
  await question.getByRole('button', { name: 'Add the correction' }).click()
  await expect.element(question.getByText(/This article has 100 corrections/)).toBeVisible()
  expect(saved(screen)).toBe(MENDED)
  await expect.element(question.getByRole('textbox')).toHaveValue(NOTE)
  await question.getByRole('button', { name: 'Add the correction' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(screen.sentTo('add_correction')).toMatchObject([{ p_text: NOTE }, { p_text: NOTE }])
})
