import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ArticleSources } from '#core/data/sourced-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { sentenceKey } from '#core/newsroom/sentence-key.ts'
import { A_MODEL } from './support/ai-model.ts'
import {
  anArticleRow,
  aTranslationRow,
  contentField,
  expectKept,
  openForm,
  openTab,
} from './support/articles.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { json, type Tables } from './support/network.ts'
import { announceChange } from './support/realtime.ts'
import { type Account, ADMIN, aMember } from './support/sessions.ts'

const AT = '2026-11-28T08:00:00Z'
const HIRES = 'According to Lumen Daily, Lumen AG hires 1,200 people in Graz by 2027.'
const OWN = 'Our reporter has counted the empty desks.'
const ARTICLE = anArticleRow({
  slug: 'lumen-hires-in-graz',
  title: 'Lumen AG hires in Graz',
  excerpt: 'Lumen AG hires 1,200 people in Graz.',
  content: `${HIRES} ${OWN}\n`,
  published: false,
})

const aSource = (number: number, outlet: string, sentences: string[]): ArticleSources['sources'][number] => ({
  number,
  outlet,
  title: `${outlet} reports`,
  url: `https://${outlet.toLowerCase().replaceAll(' ', '-')}.example/story`,
  item_id: crypto.randomUUID(),
  published_at: AT,
  language: 'en',
  origin_id: String(number),
  state: 'present',
  seen_at: null,
  sentences: sentences.map((text, index) => ({ id: index + 1, text })),
})
const LUMEN = aSource(1, 'Lumen Daily', [
  'Lumen AG will hire 1,200 people in Graz by 2027.',
  'The company pays 40 million euros for a new hall.',
])
const COURIER = aSource(2, 'Graz Courier', [
  'The city of Graz expects new jobs at Lumen AG.',
  'A tram line will lead to the hall.',
])
const CITES_LUMEN = { text: HIRES, kind: 'fact' as const, cites: [{ source: 1, sentence: 1, text: '' }] }

/** The form of an article with these sources, which cites the first one. */
async function openSourced({
  article = ARTICLE,
  sources = [LUMEN, COURIER],
  bindings = [CITES_LUMEN],
  account = ADMIN,
  versions = [],
  tables = {},
  desk = {},
}: {
  article?: Article
  sources?: ArticleSources['sources']
  bindings?: (typeof CITES_LUMEN)[]
  account?: Account
  versions?: Article[]
  tables?: Tables
  desk?: object
} = {}) {
  const stored: ArticleSources = {
    article: {
      ...{
        article_id: article.id,
        group_id: null,
        begun_at: AT,
        begun_by: null,
        model: null,
        drafted_at: null,
      },
      ...{ question: '', length: null, dropped: [], questioned_at: null, questioned_model: null, doubts: [] },
    },
    sources: sources.map((source) => ({ ...source })),
    sentences: [],
    signatures: [],
    aliases: [],
  }
  const sourced = { article_id: article.id }
  const screen = await openForm([article, ...versions], {
    account,
    // The database publishes nothing that is not covered.
    respond: async (request) => {
      if (request.method !== 'PATCH' || !request.url.includes('/articles?')) return undefined
      const { published } = (await request.json()) as Partial<Article>
      const message = 'The article is not covered. (articles_covered)'
      return published ? json({ code: '23514', message, details: null, hint: null }, 400) : undefined
    },
    tables: {
      articles: [article, ...versions],
      ...(sources.length > 0 && { sourced_articles: [sourced] }),
      article_sentences: bindings.map((binding, position) => ({
        ...{ ...binding, article_id: article.id, judged_at: AT, position },
      })),
      ...tables,
    },
    calls: {
      search_news_items: [LUMEN].map(({ item_id, title, outlet }) => ({
        ...{ id: item_id ?? '', title, outlet, published_at: AT, group_id: null },
      })),
      set_source_removed: ({ p_number, p_removed }) => {
        const source = stored.sources.find(({ number }) => number === p_number)
        Object.assign(source ?? {}, { state: p_removed ? 'removed' : 'present' })
        return { changed: true }
      },
      sign_sentence: ({ p_key, p_reason }) => {
        stored.signatures.push({
          ...{ article_id: article.id, key: p_key, text: OWN, reason: p_reason },
          ...{ signed_by: '1', signed_by_name: 'Ada', signed_at: AT },
        })
        return { status: 'signed' }
      },
    },
    functions: {
      'read-ai-model': A_MODEL,
      'read-desk': { ...EMPTY_DESK.functions['read-desk'], ...desk },
      'read-article-sources': () => structuredClone(stored),
      'judge-article': { isCovered: false, sentences: [] },
      'add-article-sources': () => {
        stored.sources.push({ ...LUMEN })
        screen.tables.sourced_articles?.push({ ...sourced })
        return { numbers: [1] }
      },
      'question-draft': () => {
        stored.article.doubts = [{ key: sentenceKey(HIRES), reason: 'The source says that it is planned.' }]
        return { doubts: stored.article.doubts }
      },
    },
  })
  return Object.assign(screen, { stored })
}

const sentence = page.getByRole('region', { name: 'This sentence' })
const list = page.getByRole('region', { name: 'Sources', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const marked = (look: 'red' | 'amber' | 'signed') => [...document.querySelectorAll(`.cm-sentence-${look}`)]
const expectRed = (...texts: (string | RegExp)[]) =>
  expect
    .poll(() => marked('red').map(({ textContent }) => textContent))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
const press = (keys: string) => userEvent.keyboard(keys)
const START = '{Control>}{Home}{/Control}'
const FIND = '{Control>}{Alt>}o{/Alt}{/Control}'
const SIGN = '{Control>}{Alt>}g{/Alt}{/Control}'
const PREVIOUS = '{Control>}{Alt>}{Shift>}K{/Shift}{/Alt}{/Control}'

async function clickSentence(look: 'red' | 'amber' | 'signed'): Promise<void> {
  await expect.poll(() => marked(look).length).toBeGreaterThan(0)
  await userEvent.click(marked(look)[0] as HTMLElement)
}

test('a sentence is compared with its sources while it is typed, and when one of them is taken out', async () => {
  const screen = await openSourced()
  await openTab('Sources')
  await expect.element(list.getByRole('list').getByRole('listitem')).toHaveLength(2)
  await expectRed(OWN)
  expect(await findProblems()).toEqual([])
  await contentField.click()
  await press(START)
  await expect
    .element(sentence.getByRole('listitem').filter({ hasText: 'Lumen Daily' }))
    .toMatchTextContent(/1,200 people/)
  for (let step = 0; step < HIRES.indexOf('1,200') + 1; step++) await press('{ArrowRight}')
  await press('1')
  await expect.element(sentence).toMatchTextContent(/“11,200”/)
  await press('{Backspace}')
  await expect.element(sentence).not.toMatchTextContent(/11,200/)

  await list.getByRole('button', { name: 'Take out source 1, Lumen Daily' }).click()
  await expectRed(/1,200/, OWN)
  await list.getByRole('button', { name: 'Put back source 1, Lumen Daily' }).click()
  await expectRed(OWN)
  expect(screen.sentTo('set_source_removed')).toMatchObject([
    { p_number: 1, p_removed: true },
    { p_number: 1, p_removed: false },
  ])
})

test('a sentence is cited with the keys, which is stored without a save of the article, and another one is signed', async () => {
  const tram = 'A tram line leads there, writes Graz Courier.'
  const screen = await openSourced({ article: { ...ARTICLE, content: `${HIRES} ${OWN} ${tram}\n` } })
  await openTab('Sources')
  await expectRed(OWN, tram)
  await userEvent.click(marked('red')[1] as HTMLElement)
  await press(FIND)
  const finder = page.getByRole('combobox', { name: 'Search in all sources' })
  await expect.element(finder).toHaveFocus()
  expect(await findProblems(), 'the sentences that it can cite').toEqual([])
  await finder.fill('tram')
  await press('{Enter}')
  await expect.element(contentField).toHaveFocus()
  await expect.element(sentence).toMatchTextContent(/A tram line will lead to the hall\./)
  await expectRed(OWN)
  await expect
    .poll(() => screen.sentTo('judge-article').at(-1))
    .toMatchObject({
      cites: expect.arrayContaining([{ text: tram, kind: expect.anything(), cites: ['2.2'] }]),
    })

  // Somebody answers for what no source says.
  await press(PREVIOUS)
  await expect.element(sentence).toMatchTextContent(new RegExp(OWN))
  await press(SIGN)
  await button('Sign').click()
  await expect.element(page.getByText('Say how you know it.')).toBeVisible()
  expect(await findProblems(), 'a sentence that is about to be signed').toEqual([])
  await page.getByRole('textbox', { name: 'How you know it' }).fill('I was there on Monday.')
  await button('Sign').click()
  await expect.element(sentence).toMatchTextContent(/I was there on Monday\./)
  await expectRed()
  expect(screen.sentTo('sign_sentence')).toMatchObject([{ p_reason: 'I was there on Monday.' }])
})

test('publishing names the sentences that are not covered, and leads to them', async () => {
  await openSourced()
  await expectRed(OWN)
  await button('Publish').click()
  const panel = page.getByRole('dialog', { name: /publish/i })
  await panel.getByRole('button', { name: /^Publish/ }).click()
  await expect.element(panel.getByText(/^1 sentence cannot be published/)).toBeVisible()
  expect(await findProblems()).toEqual([])
  await panel.getByRole('button', { name: OWN }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(contentField).toHaveFocus()
  await expect.element(sentence).toMatchTextContent(/It cites nothing\./)
})

test('an article begins to cite sources by hand, and keeps what it cites with unsaved work', async () => {
  const screen = await openSourced({ sources: [], bindings: [] })
  const tab = page.getByRole('tab', { name: /^Sources/ })
  await expect.element(tab).not.toBeInTheDocument()
  await openTab('Details')
  await button('Cite sources').click()
  await page.getByRole('searchbox', { name: 'Search in the newsroom' }).fill('reports')
  await page.getByRole('button', { name: 'Add Lumen Daily reports' }).click()
  await expect.element(list.getByRole('list').getByRole('listitem')).toHaveLength(1)
  await expectRed(HIRES, OWN)
  await contentField.click()
  await press(START + FIND)
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/1,200 people/)
  await press('{Enter}')
  await expectRed(OWN)
  await expect.poll(() => screen.sentTo('judge-article').length).toBeGreaterThan(0)
  screen.tables.article_sentences?.push({
    ...CITES_LUMEN,
    article_id: ARTICLE.id,
    judged_at: AT,
    position: 0,
  })
  await contentField.click()
  await press('{Control>}{End}{/Control}{ArrowLeft} It grows.')
  await expectKept()
  await screen.reload()
  await button('Restore').first().click()
  await expect.poll(() => marked('red').length).toBe(2)
  await expect.poll(() => marked('red').some(({ textContent }) => textContent.includes('1,200'))).toBe(false)
})

test('figures of sources that differ are told, and so is what a colleague signs', async () => {
  const courier = aSource(2, 'Graz Courier', ['Lumen AG will hire 900 people in Graz by 2027.'])
  const screen = await openSourced({ sources: [LUMEN, courier] })
  await openTab('Sources')
  await clickSentence('amber')
  await expect.element(page.getByText(/Graz Courier: 900/).first()).toBeVisible()
  expect(await findProblems(), 'figures that differ').toEqual([])
  const signature = {
    key: '',
    text: OWN,
    reason: 'I was there.',
    signed_by: '2',
    signed_by_name: 'Ana',
    signed_at: AT,
  }
  await clickSentence('red')
  await expect.element(sentence).toMatchTextContent(new RegExp(OWN))
  await press(SIGN)
  await page.getByRole('textbox', { name: 'How you know it' }).fill('I was there.')
  await button('Sign').click()
  await expect.poll(() => screen.stored.signatures.length).toBe(1)
  Object.assign(screen.stored.signatures[0] ?? {}, { ...signature, key: screen.stored.signatures[0]?.key })
  await announceChange('sourced_articles')
  await clickSentence('signed')
  await expect.element(sentence).toMatchTextContent(/I was there\./)
  await expect.element(sentence).toMatchTextContent(/Ana/)
})

test('what the model doubts is told at its sentence', async () => {
  const screen = await openSourced()
  await openTab('Sources')
  await expectRed(OWN)
  await button('Ask the model for a second opinion').click()
  await expect.element(page.getByText('The model doubts 1 sentence.')).toBeVisible()
  expect(screen.sentTo('question-draft')).toEqual([{ articleId: ARTICLE.id }])
  await clickSentence('amber')
  await expect
    .element(page.getByText(/The model doubts it: The source says that it is planned\./).first())
    .toBeVisible()
})

test('without a newsroom an article with sources is compared, and gets no new one', async () => {
  await openSourced({ desk: { hasNewsroom: false } })
  await openTab('Sources')
  await expect.element(list).toMatchTextContent(/Lumen Daily/)
  await expectRed(OWN)
  await expect.element(page.getByText('Add a source')).not.toBeInTheDocument()
})

test('an author sees which sources have changed, and that editors sign', async () => {
  const emil = aMember({ name: 'Emil', role: 'author' })
  await openSourced({
    account: emil,
    tables: {
      article_workflow: [
        { article_id: ARTICLE.id, owner: emil.member?.user_id ?? '', state: 'draft', next_person: null },
      ],
    },
    sources: [
      { ...LUMEN, state: 'withdrawn' },
      { ...COURIER, state: 'corrected' },
    ],
  })
  await openTab('Sources')
  await expect.element(page.getByText('withdrawn').first()).toBeVisible()
  await clickSentence('red')
  await press(SIGN)
  await expect.element(page.getByText('Editors sign sentences as own knowledge.')).toBeVisible()
  expect(await findProblems(), 'what an author sees').toEqual([])
})

test('a translation says that a source of its original has changed', async () => {
  const original = { ...ARTICLE, published: true }
  const german = aTranslationRow(original, 'de')
  await openForm([german, original], {
    path: `/admin/articles/edit/${german.slug}?lang=de`,
    tables: {
      articles: [german, original],
      article_sources: [
        {
          ...{ article_id: original.id, number: 1, outlet: 'Lumen Daily', title: 'Lumen', url: null },
          ...{ state: 'corrected', state_since: AT, seen_at: null },
        },
      ],
    },
  })
  await expect.element(page.getByText(/^A source of the original has changed/)).toBeVisible()
  expect(await findProblems()).toEqual([])
})
