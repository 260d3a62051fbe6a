import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ArticleWorkflow, MyDesk, WorkflowState, WorkItem } from '#core/domain/article-workflow.ts'
import type { Dashboard } from '#core/domain/dashboard.ts'
import { anArticleRow, openForm, openTab, openWithArticles, titleField } from './support/articles.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import type { Answers } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { aMember } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const EMIL = '00000000-0000-4000-8000-00000000000e'
const NORA = '00000000-0000-4000-8000-00000000000a'
const MARA = '00000000-0000-4000-8000-00000000000d'
const AUTHOR = aMember({ user_id: EMIL, name: 'Emil', role: 'author' })
const EDITOR = aMember({ user_id: NORA, name: 'Nora', role: 'editor' })
const COLLEAGUES = [
  [EMIL, 'Emil', 'author'],
  [NORA, 'Nora', 'editor'],
  [MARA, 'Mara', 'admin'],
].map(([user_id, name, role]) => ({ user_id, name, role, picture: null, languages: [], byline: null }))

const EMPTY = EMPTY_DESK.functions['read-desk'] as Dashboard
const ARTICLE = anArticleRow({ published: false, title: 'Chips' })
const WORK: ArticleWorkflow = {
  article_id: ARTICLE.id,
  owner: EMIL,
  state: 'draft',
  next_person: EMIL,
  next_task: null,
  next_since: null,
  due_on: null,
  updated_at: '2026-11-20T09:00:00Z',
  next_from: null,
  changed_by: EMIL,
}
/** An hour ago. */
const SINCE = new Date(Date.now() - 3_600_000).toISOString()
const HANDED_IN = {
  state: 'handed_in',
  next_person: null,
  next_task: 'please check the numbers',
  next_since: SINCE,
  next_from: EMIL,
  due_on: '2020-02-03',
} as const

/** The form of the draft in this state of work, which the calls change as the database does. */
function openWork(account: Answers['account'], work: Partial<ArticleWorkflow> = {}) {
  const mayWrite = (state: WorkflowState) => account === EDITOR || state === 'draft'
  return openWithArticles(`/admin/articles/edit/${ARTICLE.slug}`, [ARTICLE], {
    account,
    tables: { article_workflow: [{ ...WORK, ...work }] },
    calls: {
      list_colleagues: COLLEAGUES as never,
      mark_work_seen: 0,
      list_article_history: { is_full: true, entries: [] },
      may_write_article: (_, { article_workflow = [] }) =>
        mayWrite(article_workflow[0]?.state as WorkflowState),
      hand_over: ({ p_state, p_to, p_sentence, p_due_on }, { article_workflow = [] }) => {
        const workflow = Object.assign(article_workflow[0] ?? {}, {
          state: p_state,
          next_person: p_to,
          next_task: p_sentence,
          due_on: p_due_on,
          next_from: account.member?.user_id,
          updated_at: new Date().toISOString(),
        })
        return { status: 'handed_over', workflow } as never
      },
      take_article: (_, { article_workflow = [] }) => {
        const workflow = Object.assign(article_workflow[0] ?? {}, { state: 'in_edit', next_person: NORA })
        return { status: 'taken', workflow } as never
      },
    } as Answers['calls'],
  })
}

const work = () => page.getByRole('region', { name: 'Work' })
const form = () => work().getByRole('form', { name: 'Hand over' })
const band = () => page.getByRole('region', { name: 'Handed over' })

test('an author hands a draft in with a sentence, and only the editors write it then', async () => {
  const { sentTo } = await openWork(AUTHOR)
  await expect.element(titleField).toHaveValue('Chips')
  await expect.element(page.getByRole('button', { name: /^Publish/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Hand in…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Hand in' })
  const sentence = dialog.getByRole('textbox', { name: /^What for/ })
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect.element(sentence).toHaveAccessibleDescription(/Say in one sentence what it is for/)
  await sentence.fill('please check the numbers')
  await dialog.getByLabelText('Due').fill('2020-02-03')
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expectToast('It is handed over: The editors.')
  expect(sentTo('hand_over')).toMatchObject([
    {
      p_article_id: ARTICLE.id,
      p_state: 'handed_in',
      p_to: null,
      p_sentence: 'please check the numbers',
      p_due_on: '2020-02-03',
    },
  ])
  await expect.element(page.getByRole('button', { name: 'Save as Draft' })).not.toBeInTheDocument()
  await expect.element(work()).toMatchTextContent(/Handed in/)
})

test('an editor reads the sentence above the article, whatever tab is open, and gives it back with one', async () => {
  const { sentTo } = await openWork(EDITOR, HANDED_IN)
  await openTab('History')
  await expect
    .element(band())
    .toMatchTextContent(/^Handed in by Emil: “please check the numbers” · 1 hour ago/)
  expect(await findProblems()).toEqual([])
  await band().getByRole('button', { name: 'Give back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give back to Emil' })
  await dialog.getByRole('button', { name: 'Give back' }).click()
  const sentence = dialog.getByRole('textbox', { name: /^What for/ })
  await expect.element(sentence).toHaveAccessibleDescription(/Say in one sentence what it is for/)
  expect(await findProblems()).toEqual([])
  await sentence.fill('the second number is wrong')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expectToast('It is handed over: Emil.')
  expect(sentTo('hand_over')).toMatchObject([
    {
      p_state: 'draft',
      p_to: EMIL,
      p_sentence: 'the second number is wrong',
      p_due_on: HANDED_IN.due_on,
      p_version: WORK.updated_at,
    },
  ])
  await expect.element(band()).toMatchTextContent(/^With Emil: “the second number is wrong”/)
  await expect.element(band()).toHaveFocus()
  await expect.element(band().getByRole('button')).not.toBeInTheDocument()
})

test('of two editors who take it at once, one is told who was faster, and sees who has it', async () => {
  const { answers, tables } = await openWork(EDITOR, HANDED_IN)
  answers.calls.take_article = () => {
    const workflow = Object.assign(tables.article_workflow?.[0] ?? {}, {
      state: 'in_edit',
      next_person: MARA,
    })
    return { status: 'changed', by: 'Mara', workflow } as never
  }
  await band().getByRole('button', { name: 'Take it' }).click()
  await expectToast('Mara was faster. The article is now: In edit. Look at it, and try again.')
  await expect.element(band()).toMatchTextContent(/^With Mara: “please check the numbers” · 1 hour ago$/)
})

test('an editor takes what is handed in and hands it on by a key', async () => {
  const { sentTo } = await openWork(EDITOR, HANDED_IN)
  await band().getByRole('button', { name: 'Take it' }).click()
  await expect.element(band()).toMatchTextContent(/^With you, from Emil: “please check the numbers”/)
  await expect.element(band()).toHaveFocus()
  await expect.element(work()).not.toMatchTextContent(/please check the numbers/)
  await userEvent.keyboard('{Control>}{Alt>}h{/Alt}{/Control}')
  await form().getByRole('combobox', { name: 'State' }).selectOptions('Draft')
  await form().getByRole('combobox', { name: 'To' }).selectOptions('Emil')
  await form()
    .getByRole('textbox', { name: /^What for/ })
    .fill('the second number is wrong')
  expect(await findProblems()).toEqual([])
  await form().getByRole('button', { name: 'Hand over' }).click()
  await expectToast('It is handed over: Emil.')
  expect(sentTo('hand_over')).toMatchObject([
    { p_state: 'draft', p_to: EMIL, p_sentence: 'the second number is wrong' },
  ])
})

test('whose draft it was reads it meanwhile, and has the form back without a reload', async () => {
  const { tables } = await openWork(AUTHOR, { ...HANDED_IN, state: 'in_edit', next_person: NORA })
  await expect.element(work()).toMatchTextContent(/In edit/)
  await expect.element(band()).toMatchTextContent(/^With Nora: “please check the numbers”/)
  await expect.element(band().getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Notes and suggestions' })).toBeVisible()
  expect(await findProblems()).toEqual([])
  Object.assign(tables.article_workflow?.[0] ?? {}, {
    state: 'draft',
    next_person: EMIL,
    next_task: 'the second number is wrong',
    next_from: NORA,
    updated_at: '2026-11-20T10:00:00Z',
  })
  await announceChange('article_workflow')
  await expect.element(titleField).toHaveValue('Chips')
  await expect.element(band()).toMatchTextContent(/^With you, from Nora: “the second number is wrong”/)
})

const NOTHING = { count: 0, rows: [] }
const anItem: WorkItem = {
  ...{ id: ARTICLE.id, slug: ARTICLE.slug, language: 'en', title: 'Chips' },
  ...WORK,
  ...HANDED_IN,
}

test('the desk of an editor has what waits for them, and what is late', async () => {
  const one = { count: 1, rows: [anItem] }
  let desk: MyDesk = { mine: NOTHING, waits_for_me: NOTHING, i_wait_for: NOTHING, late: NOTHING }
  await openScreen('/admin/dashboard', {
    account: EDITOR,
    calls: {
      list_colleagues: COLLEAGUES as never,
      list_my_desk: () => desk,
      list_activity: { since: null, entries: [] },
      mark_work_seen: 0,
      list_translation_queue: { total: 0, rows: [] } as never,
    },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'My desk' })).toBeVisible()
  const list = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  await expect.element(list('Waits for me')).toMatchTextContent(/Nothing waits for you/)
  desk = { ...desk, waits_for_me: one, late: one }
  await announceChange('article_workflow')
  await expect.element(list('Waits for me')).toMatchTextContent(/“please check the numbers”/)
  await expect.element(list('Late')).toMatchTextContent(/Was due on Feb 3, 2020/)
  await expect
    .element(list('Waits for me').getByRole('link', { name: /Chips/ }))
    .toHaveAttribute('href', `/admin/articles/edit/${ARTICLE.slug}`)
  expect(await findProblems()).toEqual([])
})

test('a chief sees on the dashboard first what was handed in, with its sentence, and it counts in the menu', async () => {
  const { waiting } = EMPTY
  const handedIn = {
    article: ARTICLE,
    state: 'handed_in',
    by: 'Emil',
    sentence: HANDED_IN.next_task,
    since: SINCE,
  } as const
  const { answers } = await openScreen('/admin/dashboard', {
    functions: { 'read-desk': { ...EMPTY, waiting: { ...waiting, toReview: 1 } } },
  })
  const lines = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')
  await expect.element(lines.first()).toMatchTextContent(/^1 translation to review/)
  answers.functions['read-desk'] = { ...EMPTY, waiting: { ...waiting, toReview: 1, handIns: [handedIn] } }
  await announceChange('article_workflow')
  await expect
    .element(lines.first())
    .toMatchTextContent('Emil handed in “Chips”“please check the numbers” · 1 hour ago')
  await expect.element(lines.first()).toHaveAttribute('href', `/admin/articles/edit/${ARTICLE.slug}`)
  await expect
    .element(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Drafts' }))
    .toHaveAccessibleDescription('1 waiting')
  expect(await findProblems()).toEqual([])
})

test('a paper of one sees none of it', async () => {
  await openForm([ARTICLE])
  await expect.element(work()).not.toBeInTheDocument()
  await expect.element(band()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect.element(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'My desk' })).not.toBeInTheDocument()
})

test('the history tells in words from whom to whom an article went, among its versions', async () => {
  const told = {
    action: 'hand_over',
    of: null,
    reason: null,
    due: null,
    name: 'Nora',
  }
  await openWithArticles(`/admin/articles/history/${ARTICLE.id}`, [ARTICLE], {
    account: EDITOR,
    tables: {
      article_revisions: [
        {
          id: 1,
          article_id: ARTICLE.id,
          made_at: '2026-11-18T09:00:00Z',
          made_by: EMIL,
          note: null,
          title: 'Chips',
          published: false,
          article: ARTICLE as never,
          words: 8,
          words_added: null,
          words_removed: null,
          events: [{ what: 'created', at: '2026-11-18T09:00:00Z' }] as never,
        },
      ],
    },
    calls: {
      list_colleagues: COLLEAGUES as never,
      list_article_history: {
        is_full: true,
        entries: [
          {
            ...told,
            id: 2,
            happened_at: '2026-11-20T09:00:00Z',
            did: 'put down “Chips again”: Good to go',
            handover: { state_before: 'handed_in', state_after: 'ready', due_on: null },
          },
          {
            ...told,
            id: 1,
            happened_at: '2026-11-19T09:00:00Z',
            did: 'handed “Chips” to Emil: the second number is wrong',
            handover: { state_before: 'in_edit', state_after: 'draft', due_on: '2020-02-03' },
          },
        ],
      },
    },
  })
  const entries = page.getByRole('region', { name: 'Versions and what happened' }).getByRole('listitem')
  await expect.element(entries.first()).toMatchTextContent(/Nora put down “Chips again”: Good to go/)
  await expect.element(entries.first()).toMatchTextContent(/Handed in → Ready/)
  await expect
    .element(entries.filter({ hasText: 'Nora handed “Chips” to Emil: the second number is wrong' }))
    .toMatchTextContent(/In edit → Draft · Due on Feb 3, 2020/)
  await expect.element(entries.last()).toMatchTextContent(/Created/)
  expect(await findProblems()).toEqual([])
})
