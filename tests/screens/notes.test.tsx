import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ArticleNote, SuggestedChange } from '#core/domain/article-note.ts'
import type { TextAnchor } from '#core/domain/text-anchor.ts'
import { anArticleRow, contentField, openTab, openWithArticles } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import type { Network } from './support/network.ts'
import { press } from './support/press.ts'
import { announceChange } from './support/realtime.ts'
import { ADMIN } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const ARTICLE = anArticleRow({ published: false })
const EDIT = `/admin/articles/edit/${ARTICLE.slug}`
const ANA = '00000000-0000-4000-8000-00000000000a'
const COLLEAGUES = [
  [ADMIN.member?.user_id, 'Ada', 'admin'],
  [ANA, 'Ana', 'editor'],
].map(([user_id, name, role]) => ({ user_id, name, role, picture: null, languages: [], byline: null }))

/** A note or a suggestion of Ana. */
const aNote = (note: Partial<ArticleNote>): ArticleNote => ({
  id: crypto.randomUUID(),
  article_id: ARTICLE.id,
  original_id: ARTICLE.id,
  language: 'en',
  kind: 'note',
  parent: null,
  field: null,
  quote: '',
  quote_length: 0,
  prefix: '',
  suffix: '',
  start_at: null,
  body: '',
  replacement: null,
  sent_with: null,
  mentions: [],
  made_by: ANA,
  made_by_name: 'Ana',
  made_at: '2026-11-20T09:00:00Z',
  edited_at: null,
  outcome: null,
  decided_by: null,
  decided_by_name: null,
  decided_at: null,
  ...note,
})

const about = ({ field, quote, length, prefix, suffix, start }: TextAnchor) => ({
  field,
  quote,
  quote_length: length,
  prefix,
  suffix,
  start_at: start,
})

const rowsOf = (tables: Network['tables']) => (tables.article_notes ?? []) as unknown as ArticleNote[]

/** A desk of two, with notes that the database would store. */
const openNotes = (path: string, calls = {}) =>
  openWithArticles(path, [ARTICLE], {
    calls: {
      list_colleagues: COLLEAGUES as never,
      mark_work_seen: 0,
      suggest_changes: ({ p_changes, p_sent_with, p_body }, tables) => {
        const changes = p_changes as unknown as SuggestedChange[]
        for (const { id, anchor, replacement } of changes)
          rowsOf(tables).push(
            aNote({
              ...about(anchor),
              id,
              kind: 'suggestion',
              replacement,
              body: p_body ?? '',
              sent_with: p_sent_with,
            }),
          )
        return { count: changes.length } as never
      },
      decide_suggestions: ({ p_ids, p_outcome }, tables) => {
        for (const note of rowsOf(tables)) if (p_ids.includes(note.id)) note.outcome = p_outcome as never
        return p_ids.map((id) => ({ id, done: true, outcome: p_outcome, by: 'Ada' })) as never
      },
      ...calls,
    },
  })

/** Selects words of one line of the text. */
function selectWords(words: string): void {
  const content = contentField.element() as HTMLElement
  content.focus()
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const from = texts.currentNode.textContent?.indexOf(words) ?? -1
    if (from >= 0)
      getSelection()?.setBaseAndExtent(texts.currentNode, from, texts.currentNode, from + words.length)
  }
}

const notesTab = () => page.getByRole('tab', { name: /^Notes/ })
const cards = () => document.querySelectorAll<HTMLElement>('[data-thread]')
const expectCards = (count: number) => expect.poll(() => cards().length).toBe(count)
const button = (name: string) => page.getByRole('button', { name })

test('the tab beside a story stays the chosen one while colleagues are asked for', async () => {
  const asked = Promise.withResolvers<void>()
  let isHeld = false
  const screen = await openWithArticles(EDIT, [ARTICLE], {
    calls: { list_colleagues: COLLEAGUES as never, mark_work_seen: 0 },
    respond: async ({ url }) => {
      if (isHeld && url.includes('/rpc/list_colleagues')) await asked.promise
      return undefined
    },
  })
  await openTab('Notes')
  isHeld = true
  await screen.reload()
  await expect.element(notesTab()).toHaveAttribute('aria-selected', 'true')
  const details = page.getByRole('tab', { name: 'Details' })
  await details.click()
  await expect.element(details).toHaveAttribute('aria-selected', 'true')
  asked.resolve()
  await expect.element(notesTab()).toBeVisible()
  await expect.element(details).toHaveAttribute('aria-selected', 'true')
})

test('somebody suggests changes, which are here again until they are sent, and whose text it is takes them one by one', async () => {
  const { tables, sentTo, reload, go } = await openNotes(`/admin/articles/suggest/${ARTICLE.id}`)
  const text = page.getByRole('textbox', { name: 'The text with your suggestions' })
  await press(text, '{Control>}{End}{/Control}A third paragraph.')
  await press(text, '{Control>}{Home}{/Control}{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}One')
  await expect.element(button('Send 2 suggestions')).toBeVisible()
  await reload()
  await expect.element(button('Send 2 suggestions')).toBeVisible()
  await expect.poll(() => document.querySelector('.cm-suggest-removed')?.textContent).toBe('The')
  expect(await findProblems()).toEqual([])
  await page.getByLabelText(/^Why/).fill('It reads better.')
  await button('Send 2 suggestions').click()
  await expectToast('2 suggestions sent.')
  expect(sentTo('suggest_changes')).toMatchObject([{ p_body: 'It reads better.' }])

  await go(`${EDIT}#notes`)
  await openTab('Notes')
  await expectCards(2)
  await expect.poll(() => document.querySelector('.cm-suggest-added')?.textContent).toBe('One')
  expect(await findProblems()).toEqual([])
  // The letters of an answer are not keys of its card.
  cards()[0]?.focus()
  await userEvent.keyboard('a')
  const answer = page.getByRole('textbox', { name: 'Your answer' })
  await expect.element(answer).toHaveFocus()
  await userEvent.keyboard('that art')
  await expect.element(answer).toHaveValue('that art')
  await userEvent.keyboard('{Escape}')
  await expect.element(answer).not.toBeInTheDocument()
  cards()[0]?.focus()
  await userEvent.keyboard('t')
  await expectToast('1 suggestion taken')
  await expect.element(contentField).toMatchTextContent(/One first paragraph\./)
  cards()[0]?.focus()
  await userEvent.keyboard('r')
  await expect
    .poll(() =>
      rowsOf(tables)
        .map(({ outcome }) => outcome)
        .toSorted(),
    )
    .toEqual(['refused', 'taken'])
  await userEvent.keyboard('{Control>}s{/Control}')
  await expectToast('Article updated successfully!')
  expect(tables.articles?.[0]?.content).toBe(ARTICLE.content.replace('The first', 'One first'))
})

test('a suggestion whose words have changed meanwhile is not applied', async () => {
  const { tables } = await openNotes(EDIT)
  await openTab('Notes')
  const start = ARTICLE.content.indexOf('second paragraph')
  rowsOf(tables).push(
    aNote({
      kind: 'suggestion',
      field: 'content',
      quote: 'second paragraph',
      quote_length: 16,
      prefix: 'The ',
      suffix: '.',
      start_at: start,
      replacement: 'last paragraph',
    }),
  )
  await announceChange('article_notes')
  await expectCards(1)
  expect(cards()[0]?.textContent).toContain('last paragraph')
  selectWords('second')
  await userEvent.keyboard('third')
  await expect.poll(() => cards()[0]?.textContent).toContain('These words have changed since.')
  await expect.element(button('Take')).toHaveAttribute('aria-disabled', 'true')
})

test('the title, the subtitle and the excerpt take suggestions like the text', async () => {
  const { tables, go, reload } = await openNotes(`/admin/articles/suggest/${ARTICLE.id}`)
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('Title').fill('Chips from Graz')
  await field('Subtitle').fill('They are small.')
  await field('Excerpt').fill('A factory that few expected.')
  const end = `${'They wait for the boats. '.repeat(30)}\u202Ereversed`
  const text = field('The text with your suggestions')
  await press(text, '{Control>}{End}{/Control}')
  document.execCommand('insertText', false, end)
  await expect.element(button('Send 4 suggestions')).toBeVisible()
  await reload()
  await expect.element(field('Title')).toHaveValue('Chips from Graz')
  // Somebody else changes another word in the meantime.
  Object.assign(tables.articles?.[0] ?? {}, {
    title: 'New chips from Vienna',
    updated_at: '2026-11-20T10:00:00Z',
  })
  await announceChange('articles')
  await expect.element(field('Title')).toHaveValue('New chips from Graz')
  expect(await findProblems()).toEqual([])
  await button('Send 4 suggestions').click()
  await expectToast('4 suggestions sent.')

  await go(`${EDIT}#notes`)
  await openTab('Notes')
  await expectCards(4)
  expect(cards()[0]?.textContent).toContain('Title')
  expect(cards()[1]?.textContent).toContain('They are small.')
  // Everything can be read before it is taken, also what cannot be seen.
  const long = () => [...cards()].find((card) => card.textContent?.includes('They wait for the boats.'))
  expect(long()?.textContent).not.toContain('reversed')
  await button('Show all of it').click()
  await expect.poll(() => long()?.textContent).toContain('[U+202E]reversed')
  const excerpt = [...cards()].find((card) => card.textContent?.includes('Excerpt'))
  await page
    .elementLocator(excerpt as HTMLElement)
    .getByRole('button', { name: 'Refuse' })
    .click()
  await button('Take all 3').click()
  await expectToast('3 suggestions taken')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expectToast('Article updated successfully!')
  expect(tables.articles?.[0]).toMatchObject({
    title: 'New chips from Graz',
    subtitle: 'They are small.',
    excerpt: ARTICLE.excerpt,
    content: ARTICLE.content + end,
  })
})

test('other words are suggested for those that are selected, and who decides second is told', async () => {
  const { sentTo } = await openNotes(EDIT, {
    decide_suggestions: ({ p_ids }: { p_ids: string[] }) =>
      p_ids.map((id) => ({ id, done: false, outcome: 'taken', by: 'Ana' })),
  })
  await expect.element(notesTab()).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).click()
  const excerpt = page.getByLabelText('Excerpt')
  await expect.element(excerpt).toBeVisible()
  const element = excerpt.element() as HTMLTextAreaElement
  element.focus()
  element.select()
  await userEvent.keyboard('{Control>}{Alt>}m{/Alt}{/Control}')
  await page.getByLabelText('Suggest other words').click()
  await page.getByRole('textbox', { name: /^Other words/ }).fill('Nobody expected it.')
  await button('Suggest').click()
  await expectCards(1)
  expect(cards()[0]?.textContent).toContain('Nobody expected it.')
  expect(sentTo('suggest_changes')).toMatchObject([
    { p_changes: [{ anchor: { field: 'excerpt' }, replacement: 'Nobody expected it.' }] },
  ])
  await page
    .elementLocator(cards()[0] as HTMLElement)
    .getByRole('button', { name: 'Take' })
    .click()
  await expectToast('has taken this suggestion already.')
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect.element(excerpt).toHaveValue(ARTICLE.excerpt)
})
