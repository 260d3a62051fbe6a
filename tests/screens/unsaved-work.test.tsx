import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emptyForm } from '#app/admin/stories/article-form/article-form.ts'
import { openLocalCopies } from '#app/admin/stories/unsaved/local-copies.ts'
import { storedForm } from '#app/admin/stories/unsaved/unsaved-copies.ts'
import type { Article } from '#core/domain/article.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import type { WorkingCopy } from '#core/domain/working-copy.ts'
import { expectAddress } from './support/address.ts'
import {
  anArticleRow,
  contentField,
  expectKept,
  openForm,
  openWithArticles,
  titleField,
} from './support/articles.ts'
import { recordDownloads } from './support/downloads.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const ARTICLE = anArticleRow()
const EDIT = '/admin/articles/edit/chips-from-vienna'

const subtitle = page.getByLabelText('Subtitle')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const offer = page.getByRole('status').filter({ hasText: 'You have unsaved work' })
const conflict = page.getByRole('dialog', { name: 'Somebody else has saved this article' })
const leaving = page.getByRole('dialog', { name: 'Leave with unsaved work?' })
const save = () => userEvent.keyboard('{Control>}s{/Control}')

type Screen = Awaited<ReturnType<typeof openForm>>

/** Saves as another editor would. */
function saveElsewhere({ tables }: Screen, values: Partial<Article>): void {
  const updated_at = new Date(Date.now() + 1000).toISOString()
  Object.assign(tables.articles?.[0] ?? {}, { ...values, updated_at })
}

/** A new text that this editor has typed elsewhere. */
const aCopy = (title: string, content = ''): WorkingCopy => ({
  id: crypto.randomUUID(),
  article_id: crypto.randomUUID(),
  owner: '00000000-0000-4000-8000-000000000001',
  since: null,
  form: storedForm(
    {
      ...emptyForm({ author: 'Ada', readingTime: '5 min read' }),
      title,
      slug: slugFromTitle(title),
      content,
    },
    1,
  ),
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
})

test('what was typed in a tab that was closed is offered, with what differs, and restored', async () => {
  const screen = await openForm([ARTICLE])
  const typed = '<b>__proto__</b> 👩‍🚀'
  await contentField.fill('The first paragraph.\n\nSomething quite different.\n')
  await subtitle.fill(typed)
  await expectKept()
  await screen.reload()

  await expect.element(offer).toMatchTextContent(/It differs in: Subtitle, Content\./)
  await offer.getByRole('button', { name: 'Show what differs' }).click()
  const dialog = page.getByRole('dialog', { name: 'What differs' })
  const content = dialog.getByRole('region', { name: 'Content' })
  await expect.element(content).toMatchTextContent(/The second paragraph\./)
  await expect.element(content).toMatchTextContent(/Something quite different\./)
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect.element(subtitle).toHaveValue(typed)
  // Readers saw the old text until now.
  expect(screen.sentTo('rest/v1/articles')).toEqual([])
  await button('Update').click()
  await expectAddress('/admin/articles')
  expect(screen.tables.articles).toMatchObject([
    { content: 'The first paragraph.\n\nSomething quite different.\n', subtitle: typed },
  ])
  await expect.poll(() => screen.tables.working_copies).toEqual([])
  await screen.go(EDIT)
  await expect.element(subtitle).toHaveValue(typed)
  await expect.element(offer).not.toBeInTheDocument()
})

test('a new article that was never saved is offered in another browser', async () => {
  const screen = await openForm([], { tables: { working_copies: [aCopy('Typed at home')] } })
  await expect.element(offer).toMatchTextContent(/Typed in another browser/)
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect.element(titleField).toHaveValue('Typed at home')
  await expect.element(page.getByLabelText('Slug')).toHaveValue('typed-at-home')
  await save()
  await expectAddress('/admin/articles/edit/typed-at-home')
  expect(screen.tables.articles).toMatchObject([{ title: 'Typed at home', published: false }])
})

test.each([
  {
    what: 'a connection',
    fail: () => {
      throw new TypeError('Failed to fetch')
    },
  },
  {
    what: 'a database',
    fail: () =>
      json({ code: 'PGRST001', message: 'The database cannot be reached', details: null, hint: null }, 503),
  },
])('without $what everything is kept in the browser, and the server catches up', async ({ fail }) => {
  const screen = await openForm([ARTICLE])
  screen.answers.respond = ({ method }) => (method === 'GET' ? undefined : fail())
  await subtitle.fill('Typed in a train')
  await expect
    .element(page.getByText('Not saved: no connection. Kept in this browser.').first())
    .toBeVisible()
  await button('Update').click()
  await expectToast(/Failed to update article.*The server cannot be reached right now.*is still here/)
  await expect.element(subtitle).toHaveValue('Typed in a train')
  screen.answers.respond = undefined
  window.dispatchEvent(new Event('online'))
  await expectKept()
  await button('Update').click()
  await expectAddress('/admin/articles')
  expect(screen.tables.articles).toMatchObject([{ subtitle: 'Typed in a train' }])
})

test('two editors see both versions before anything is overwritten', async () => {
  const screen = await openForm([ARTICLE])
  await subtitle.fill('Mine')
  saveElsewhere(screen, { subtitle: 'Theirs' })
  await button('Update').click()
  const field = conflict.getByRole('region', { name: 'Subtitle' })
  await expect.element(field).toMatchTextContent(/Mine/)
  await expect.element(field).toMatchTextContent(/Theirs/)
  await expect.element(conflict.getByRole('button', { name: 'Copy mine' })).toBeVisible()
  expect(await findProblems()).toEqual([])
  await conflict.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(subtitle).toHaveValue('Theirs')
  expect(screen.tables.articles).toMatchObject([{ subtitle: 'Theirs' }])

  // Mine is not lost: it is offered, and saving it asks again.
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect.element(subtitle).toHaveValue('Mine')
  await button('Update').click()
  await conflict.getByRole('button', { name: 'Save mine over it' }).click()
  await expectAddress('/admin/articles')
  expect(screen.tables.articles).toMatchObject([{ subtitle: 'Mine' }])
})

test('fields that one editor alone has changed are merged', async () => {
  const screen = await openForm([ARTICLE])
  await titleField.fill('Fries from Vienna')
  saveElsewhere(screen, { subtitle: 'A second shift' })
  await announceChange('articles')
  await expect
    .element(page.getByText(/^What you typed is still here\. When you save, both changes are kept\./))
    .toBeVisible()
  await save()
  await expectToast('Another editor has saved meanwhile')
  await expect.element(subtitle).toHaveValue('A second shift')
  await expect
    .poll(() => screen.tables.articles)
    .toMatchObject([{ title: 'Fries from Vienna', subtitle: 'A second shift' }])
})

test('of the fields that two editors have changed, each is chosen', async () => {
  const screen = await openForm([ARTICLE])
  await titleField.fill('Mine from Vienna')
  await subtitle.fill('My subtitle')
  const theirs = { title: 'Their title', subtitle: 'Their subtitle', excerpt: 'Their excerpt.' }
  saveElsewhere(screen, theirs)
  await button('Update').click()
  await expect.element(conflict).toBeVisible()
  await expect.element(conflict.getByRole('region', { name: 'Excerpt' })).not.toBeInTheDocument()
  await conflict.getByRole('region', { name: 'Subtitle' }).getByRole('radio', { name: 'Theirs' }).click()
  await conflict.getByRole('button', { name: 'Save what is chosen' }).click()
  await expectAddress('/admin/articles')
  expect(screen.tables.articles).toMatchObject([{ ...theirs, title: 'Mine from Vienna' }])
})

test('what another editor has written meanwhile is not published with the rest before it was seen', async () => {
  const screen = await openForm([{ ...ARTICLE, published: false }])
  await titleField.fill('Chips from Graz')
  const panel = page.getByRole('dialog', { name: 'Before you publish' })
  await button('Publish').click()
  saveElsewhere(screen, { subtitle: 'TKTK a second shift' })
  await panel.getByRole('button', { name: /^Publish/ }).click()
  await expectToast('Another editor has saved meanwhile')
  await expect.element(subtitle).toHaveValue('TKTK a second shift')
  expect(screen.tables.articles).toMatchObject([{ published: false }])

  await button('Publish').click()
  // The finding of the check is shown in the panel.
  await panel.getByRole('button', { name: 'Publish anyway' }).click()
  await expectAddress('/admin/articles')
  expect(screen.tables.articles).toMatchObject([
    { title: 'Chips from Graz', subtitle: 'TKTK a second shift', published: true },
  ])
})

test('an article that another editor deleted stays open, and is restored from the trash', async () => {
  const german = anArticleRow({
    ...ARTICLE,
    id: crypto.randomUUID(),
    language: 'de',
    title: 'Chips aus Wien',
  })
  const screen = await openForm([ARTICLE, german], {
    calls: {
      restore_article: () => {
        screen.tables.articles?.push({ ...ARTICLE })
        return { status: 'restored', id: ARTICLE.id, slug: ARTICLE.slug, drafts: [] }
      },
    },
  })
  await subtitle.fill('Worth keeping')
  screen.tables.articles?.shift()
  screen.tables.article_trash?.push({
    id: 'a',
    article_id: ARTICLE.id,
    deleted_with: null,
    deleted_at: '2026-11-21T09:00:00Z',
    title: ARTICLE.title,
  })
  await announceChange('articles')
  await save()
  const dialog = page.getByRole('dialog', { name: 'Somebody has deleted this article' })
  await dialog.getByRole('button', { name: 'Restore it from the trash' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  // It is not replaced by the one of another language.
  await expect.element(titleField).toHaveValue('Chips from Vienna')
  await expect.element(subtitle).toHaveValue('Worth keeping')
  await button('Update').click()
  await expectAddress('/admin/articles')
  expect(screen.tables.articles?.find(({ id }) => id === ARTICLE.id)).toMatchObject({
    subtitle: 'Worth keeping',
  })
})

test('leaving with unsaved work asks', async () => {
  const screen = await openForm([ARTICLE])
  const away = page.getByRole('link', { name: 'Delivery', exact: true }).first()
  await subtitle.fill('Not saved')
  await away.click()
  await expect.element(leaving).toBeVisible()
  expect(await findProblems()).toEqual([])
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expectAddress(EDIT)
  await expect.element(subtitle).toHaveValue('Not saved')
  // The browser asks before the page is closed or loaded anew.
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)

  await away.click()
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
  window.history.back()
  await expect.element(offer).toMatchTextContent(/It differs in: Subtitle\./)
  await offer.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  await expect.element(subtitle).toHaveValue('')
  await expect.poll(() => screen.tables.working_copies).toEqual([])
})

test('who has no role any more is told so, and the text stays in the browser', async () => {
  const screen = await openForm([ARTICLE])
  await contentField.fill('Written without rights')
  await expectKept()
  screen.answers.calls.find_my_membership = null
  await announceChange('user_roles')
  await expectAddress('/admin')
  await expect.element(page.getByText('What you had typed and not saved is kept')).toBeVisible()
  const downloads = recordDownloads()
  await page.getByRole('button', { name: /Save “.+” as a file/ }).click()
  await expect.poll(() => downloads).toMatchObject([{ name: 'unsaved-text.md' }])
  expect(await downloads[0]?.text).toContain('Written without rights')
})

test('a new text that is only saved for its editor stands in the drafts, and drafts say what was done last', async () => {
  const draft = anArticleRow({ ...ARTICLE, published: false })
  const screen = await openWithArticles('/admin/drafts', [draft], {
    tables: { working_copies: [aCopy('Half an idea', 'Three words only')] },
    calls: {
      describe_drafts: [
        { article_id: draft.id, changed_by: null, words: 6, unsaved_at: '2026-11-20T09:00:00Z' },
      ],
      list_own_drafts: (_, { working_copies }) =>
        (working_copies as unknown as WorkingCopy[])
          .filter(({ since }) => since === null)
          .map(({ id, form, ...copy }) => ({
            ...copy,
            copy_id: id,
            title: String(form.title),
            category: 'tech',
            reading_time: '5 min read',
            words: String(form.content).split(' ').length,
          })),
    },
  })
  const own = page.getByRole('region', { name: 'Not saved as drafts yet' })
  await expect
    .element(own.getByRole('row').filter({ hasText: 'Half an idea' }))
    .toMatchTextContent(/3 words\s*Only you/)
  const row = page.getByRole('table', { name: 'Drafts' }).getByRole('row').filter({ hasText: draft.title })
  await expect.element(row).toMatchTextContent(/Changed .+ by .+ · 6 words/)
  await expect.element(row).toMatchTextContent(/You have unsaved changes/)
  expect(await findProblems()).toEqual([])

  // It goes on where it was left.
  await own.getByRole('link', { name: 'Half an idea', exact: true }).click()
  await expect.element(titleField).toHaveValue('Half an idea')
  await expect.element(contentField).toHaveTextContent('Three words only')
  await expectKept()
  const titles = () => screen.tables.working_copies?.map(({ form }) => (form as { title: string }).title)
  await expect.poll(titles).toEqual(['Half an idea'])
  await expect.element(offer).not.toBeInTheDocument()

  // If it is left at once, the text that was typed last is all there is, and the old address leads to it too.
  const old = window.location.pathname + window.location.search
  await titleField.fill('A whole idea')
  await page
    .getByRole('link', { name: /^Drafts/ })
    .first()
    .click()
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(own.getByRole('row').filter({ hasText: 'A whole idea' })).toBeVisible()
  expect(titles()).toEqual(['A whole idea'])
  await screen.go(old)
  await expect.element(titleField).toHaveValue('A whole idea')
  await expect.element(offer).not.toBeInTheDocument()
  await titleField.fill('A draft')
  await save()
  await expectToast('Article created successfully!')
  await expectAddress('/admin/articles/edit/a-draft')
  expect(titles()).toEqual([])
  await expect.element(offer).not.toBeInTheDocument()

  // Another new text begins with its details, whatever is open beside this one.
  await page.getByRole('tab', { name: /^History/ }).click()
  await screen.go('/admin/articles/new')
  await expect.element(page.getByLabelText('Excerpt')).toBeVisible()
  await titleField.fill('Not an idea')
  await expectKept()
  await page
    .getByRole('link', { name: /^Drafts/ })
    .first()
    .click()
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
  await own.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(own).not.toBeInTheDocument()
})

test('what the database of the browser has not written when the page is left is stored beside it', async () => {
  const copies = openLocalCopies<{ id: string; text: string }>('admin-words', () => '')
  await copies.put({ id: 'a', text: 'A word' })
  const aside = () => ['a', 'b'].map((id) => localStorage.getItem(`admin-words:${id}`) ?? '')
  expect(aside()).toEqual(['', ''])
  const typed = copies.put({ id: 'a', text: 'A word more' })
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  const last = copies.put({ id: 'b', text: 'The last one' })
  expect(aside()).toEqual([expect.stringContaining('A word more'), expect.stringContaining('The last one')])
  await Promise.all([typed, last])
  expect(aside()).toEqual(['', ''])
  const texts = (await copies.list(() => true)).map(({ text }) => text)
  expect(texts.toSorted()).toEqual(['A word more', 'The last one'])
})
