import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SHORT_TEXTS, type TranslatedFields } from '#core/domain/article.ts'
import type {
  ReviewInput,
  ReviewSegment,
  TranslationReport,
  TranslationReview,
} from '#core/domain/translation-review.ts'
import { textsOfArticle } from '#core/translation/article-texts.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import { A_MODEL } from './support/ai-model.ts'
import { expectConsoleError } from './support/console-errors.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { type Account, ADMIN, aMember } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const SOURCE = {
  ...Object.fromEntries(SHORT_TEXTS.map((field) => [field, null])),
  title: 'The harbour opens',
  excerpt: 'A factory that nobody expected.',
  content: 'The **harbour** opens.\n\nShips come and go.\n',
} as TranslatedFields
/** The positions of the blocks of that article. */
const [TITLE, EXCERPT, HARBOUR, SHIPS] = [0, 1, 2, 3] as const

const cut = (source: TranslatedFields, write: (text: string) => string): ReviewSegment[] =>
  cutArticle(textsOfArticle(source)).segments.map(({ id, kind, text }) => ({
    id,
    kind,
    source: text,
    text: write(text),
    origin: write(text) ? 'machine' : null,
    translatedFrom: null,
    saysNow: null,
    proposed: null,
    approvedAt: null,
    remembered: [],
    refused: null,
    problems: [],
  }))

const TRANSLATION = {
  id: '22222222-2222-4222-8222-222222222222',
  slug: 'der-hafen',
  title: 'de: The harbour opens',
  published: true,
  is_unread: false,
  reviewed_at: null,
  stale_since: null,
  model: 'harbour-7b',
}

const aReview = (more: Partial<TranslationReview> = {}): TranslationReview => ({
  original: {
    id: '11111111-1111-4111-8111-111111111111',
    slug: 'the-harbour',
    title: SOURCE.title,
    published: true,
  },
  translation: TRANSLATION,
  language: 'de',
  waitsForReview: false,
  revision: 1,
  isCurrent: true,
  isPending: false,
  version: '1',
  source: SOURCE,
  segments: cut(SOURCE, (text) => `de: ${text}`),
  ...more,
})

/** Stores reviews as the server does, of which it decides more. */
class ReviewServer {
  readonly reviews: TranslationReview[]
  constructor(...reviews: TranslationReview[]) {
    this.reviews = reviews
  }
  get first(): TranslationReview {
    return this.reviews[0] as TranslationReview
  }
  /** Another version, as another editor or a new translation would store it. */
  store(change: Partial<TranslationReview>, of = this.first): TranslationReview {
    const next = { ...of, ...change, version: String(Number(of.version) + 1) }
    this.reviews.splice(this.reviews.indexOf(of), 1, next)
    return next
  }
  find = (articleId: string) => this.reviews.find(({ original }) => original.id === articleId)

  readonly functions = {
    'read-translation-review': ({ articleId }: { articleId: string }) =>
      this.find(articleId) ?? json({ error: 'There is none.', code: 'not_found' }, 404),
    'save-translation-review': (input: ReviewInput) => {
      const review = this.find(input.articleId)
      if (!review) return json({ error: 'There is none.', code: 'not_found' }, 404)
      if (input.version !== review.version)
        return json({ status: 'changed', error: 'Somebody else has saved.' }, 409)
      const segments = review.segments.map((segment, position): ReviewSegment => {
        const text = input.texts[position] ?? ''
        const isChanged = text !== segment.text
        return {
          ...segment,
          text,
          origin: isChanged ? 'person' : segment.origin,
          approvedAt: input.approved.includes(position) ? '2026-11-28T09:00:00Z' : null,
          ...(input.decided.includes(position) && { translatedFrom: null, saysNow: null, proposed: null }),
        }
      })
      const isWritten = segments.every(({ text }) => text !== '')
      const isApproved = segments.every(({ approvedAt }) => approvedAt !== null)
      const isPublished = isWritten && (isApproved || !review.waitsForReview)
      return {
        status: isPublished ? 'published' : isWritten ? 'stored' : 'remembered',
        review: this.store({ segments }, review),
      }
    },
  }
}

const addressOf = ({ original }: TranslationReview) => `/admin/translations/${original.id}/de`
const block = (position: number) =>
  page.getByRole('listitem', { name: new RegExp(`^Block ${position + 1}:`) })
const field = (position: number) => block(position).getByRole('textbox', { name: /^Translation of/ })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const press = (keys: string) => userEvent.keyboard(keys)
const focus = (locator: ReturnType<typeof block>) => (locator.element() as HTMLElement).focus()
const SAVE = '{Control>}s{/Control}'

/** Opens a review, and waits until the page knows what the tags of the blocks stand for. */
async function openReview(
  server: ReviewServer,
  {
    query = '',
    reports = [],
    functions = {},
    account = ADMIN,
  }: { query?: string; reports?: TranslationReport[]; functions?: object; account?: Account } = {},
) {
  const screen = await openScreen(addressOf(server.first) + query, {
    account,
    tables: { translation_reports: reports },
    calls: {
      find_translation_claim: null as never,
      may_write_article: true,
      list_translations_to_review: ({ p_except_original }) => {
        const rows = server.reviews
          .filter(
            ({ original, segments }) =>
              original.id !== p_except_original && segments.some((one) => !one.approvedAt),
          )
          .map(({ original }) => ({ original_id: original.id, language: 'de' }))
        return { rows, total: rows.length } as never
      },
    },
    functions: { ...server.functions, ...functions },
  })
  await expect.element(page.getByRole('heading', { name: 'German translation' })).toBeVisible()
  await expect.element(page.getByText(/It does not find bad translation/)).toBeVisible()
  await expect.element(page.getByTitle('Bold').first()).toBeVisible()
  return screen
}

test('a review goes from block to block and from article to article by keyboard alone', async () => {
  const second = aReview({
    waitsForReview: true,
    original: {
      id: '33333333-3333-4333-8333-333333333333',
      slug: 'second',
      title: 'The second',
      published: true,
    },
  })
  const server = new ReviewServer(
    aReview({ waitsForReview: true, translation: { ...TRANSLATION, published: false } }),
    second,
  )
  const screen = await openReview(server)
  await expect.element(page.getByText('Nobody can read this yet.')).toBeVisible()
  await press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(help).toBeVisible()
  await press('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await press('j')
  await expect.element(block(TITLE)).toHaveFocus()
  await press('a')
  await expect.element(page.getByText('1 of 4 blocks approved').first()).toBeVisible()
  await press('{Alt>}{ArrowDown}{/Alt}j')
  await expect.element(block(HARBOUR)).toHaveFocus()
  await press('{Enter}')
  await expect.element(field(HARBOUR)).toHaveFocus()
  // Letters are not commands in a text field.
  await press('{Control>}a{/Control}Der  öffnet, ja an.')
  for (let step = 0; step < ' öffnet, ja an.'.length; step++) await press('{ArrowLeft}')
  await press('{Alt>}t{/Alt}Hafen')
  await expect.element(field(HARBOUR)).toHaveValue('Der <b1>Hafen</b1> öffnet, ja an.')
  await press('{Control>}{Enter}{/Control}')
  await expect.element(field(SHIPS)).toHaveFocus()
  await press('{Escape}')
  await expect.element(block(SHIPS)).toHaveFocus()
  await press('{Shift>}A{/Shift}')
  await expect.element(page.getByText('4 of 4 blocks approved').first()).toBeVisible()
  await press(SAVE)
  await expectToast(/Readers have this text now/)
  await expect.element(block(SHIPS)).toHaveFocus()
  expect(screen.sentTo('save-translation-review')).toMatchObject([
    { version: '1', approved: [0, 1, 2, 3], texts: { [HARBOUR]: 'Der <b1>Hafen</b1> öffnet, ja an.' } },
  ])

  await press('n')
  await expect.poll(() => window.location.pathname).toBe(addressOf(second))
  await expect.element(page.getByText('The second').first()).toBeVisible()
  await expect.element(page.getByTitle('Bold').first()).toBeVisible()
  await press('{Shift>}A{/Shift}')
  await press(SAVE)
  await expectToast(/Readers have this text now/)
  await press('n')
  await expectToast(/No other article waits for a review in German/)
  await press('?')
  await expect.element(help).toBeVisible()
})

test('a text of a person whose original has changed is a conflict, with both texts, until an editor decides', async () => {
  const server = new ReviewServer(aReview())
  const screen = await openReview(server)
  await field(SHIPS).fill('Schiffe kommen und fahren.')
  await button('Save').click()
  await expectToast(/Readers have this text now/)
  await expect.element(block(SHIPS)).toMatchTextContent(/By a person/)

  const changed = 'Seven ships come and go.'
  const change = async (values: Partial<ReviewSegment>) => {
    server.store({
      isCurrent: false,
      segments: server.first.segments.map((one, index) => (index === SHIPS ? { ...one, ...values } : one)),
    })
    await announceChange('articles')
  }
  await change({ saysNow: changed })
  // The open page says so by itself.
  await expect.element(page.getByText('The original says something else now, in 1 block.')).toBeVisible()
  await expect.poll(() => document.querySelector('ins')?.textContent).toMatch(/Seven/)
  await change({
    source: changed,
    saysNow: null,
    translatedFrom: 'Ships come and go.',
    proposed: { text: `de: ${changed}`, origin: 'machine' },
  })
  await expect.element(block(SHIPS)).toMatchTextContent(/Which text stays\?/)
  await expect.element(block(SHIPS)).toMatchTextContent(/de: Seven ships come and go\./)
  await expect.element(field(SHIPS)).toHaveValue('Schiffe kommen und fahren.')
  await expect.element(page.getByText('1 conflict')).toBeVisible()
  expect(await findProblems()).toEqual([])

  await block(SHIPS).getByRole('button', { name: 'Take the other text' }).click()
  await expect.element(field(SHIPS)).toHaveValue('de: Seven ships come and go.')
  await block(SHIPS).getByRole('button', { name: 'Decide again' }).click()
  await field(SHIPS).fill('Sieben Schiffe kommen und fahren.')
  await expect.element(block(SHIPS)).toMatchTextContent(/Decided: a text of your own\./)
  await press(SAVE)
  await expectToast(/Readers have this text now/)
  await expect
    .poll(() => screen.sentTo('save-translation-review')[1])
    .toMatchObject({
      decided: [SHIPS],
      texts: { [SHIPS]: 'Sieben Schiffe kommen und fahren.' },
    })
  await expect.element(page.getByText('1 conflict')).not.toBeInTheDocument()
})

test('of blocks whose original has changed since, each is approved by itself', async () => {
  const segments = cut(SOURCE, (text) => `de: ${text}`)
  const saysNow = ['33 ships come and go.', '', null, null]
  const server = new ReviewServer(
    aReview({
      isCurrent: false,
      segments: segments.map((one, index) => ({ ...one, saysNow: saysNow[index] ?? null })),
    }),
  )
  const screen = await openReview(server)
  await button('Approve all').click()
  await expectToast('2 blocks were skippedThe original of 2 has changed.')
  await expect.element(page.getByText('2 of 4 blocks approved').first()).toBeVisible()
  await expect.element(block(TITLE)).toHaveFocus()
  await block(TITLE)
    .getByRole('button', { name: /^Approve / })
    .click()
  await press(SAVE)
  await expectToast(/Readers have this text now/)
  expect(screen.sentTo('save-translation-review')).toMatchObject([{ approved: [TITLE, HARBOUR, SHIPS] }])
})

test("a reader's report arrives at its block while the review is open, and is closed", async () => {
  const server = new ReviewServer(aReview())
  const screen = await openReview(server)
  const report = async (id: string, quote: string) => {
    const { id: translation_id } = server.first.translation as { id: string }
    const created_at = '2026-11-28T08:00:00Z'
    screen.tables.translation_reports?.push({
      ...{ id, translation_id, quote, comment: 'Das klingt falsch.', created_at, status: 'open' },
    })
    await announceChange('translation_reports')
  }
  await report('one', 'de: The  harbour\nopens.')
  await expect.element(block(HARBOUR)).toMatchTextContent(/Das klingt falsch\./)
  await report('two', 'Davon war nie die Rede.')
  const elsewhere = page.getByRole('region', { name: 'Reports of sentences that are in no block' })
  await expect.element(elsewhere).toMatchTextContent(/Davon war nie die Rede\./)
  await expect.element(page.getByText('2 reports')).toBeVisible()

  await block(HARBOUR).getByRole('button', { name: 'Done' }).click()
  await expect.element(block(HARBOUR)).not.toMatchTextContent(/Das klingt falsch\./)
  await expect.element(block(HARBOUR)).toHaveFocus()
  await elsewhere.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this report?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(elsewhere).not.toBeInTheDocument()
  expect(screen.tables.translation_reports).toMatchObject([{ id: 'one', status: 'done' }])
})

test('a block is translated again with a hint, and replaced only when the editor accepts it', async () => {
  const suggestion = { text: 'Schiffe kommen, Schiffe gehen.', model: 'harbour-7b', problems: [] }
  const screen = await openReview(new ReviewServer(aReview()), {
    functions: { 'ask-translation-segment': suggestion, 'read-ai-model': A_MODEL },
  })
  focus(block(SHIPS))
  await press('r')
  await page.getByLabelText('What should be different? (optional)').fill('Like a song')
  await press('{Enter}')
  await expect.element(block(SHIPS)).toMatchTextContent(/Suggested by harbour-7b/)
  expect(await findProblems(), 'a suggestion').toEqual([])
  await expect.element(field(SHIPS)).toHaveValue('de: Ships come and go.')
  expect(screen.sentTo('ask-translation-segment')).toMatchObject([{ position: SHIPS, hint: 'Like a song' }])
  await button('Use the suggestion').click()
  await expect.element(field(SHIPS)).toHaveValue(suggestion.text)
  await expect.element(field(SHIPS)).toHaveFocus()
})

test('words that were not saved are there again after a reload, and leaving asks', async () => {
  const server = new ReviewServer(aReview())
  const screen = await openReview(server)
  await field(SHIPS).fill('Noch nicht gespeichert 🚀')
  await expect.element(page.getByText('1 unsaved change. Kept in this browser.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the original' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await screen.reload()
  await expect.element(page.getByText('Your unsaved changes are here again.')).toBeVisible()
  await expect.element(field(SHIPS)).toHaveValue('Noch nicht gespeichert 🚀')

  // Another editor saves the same block, and another one.
  const theirs: Record<number, string> = {
    [HARBOUR]: 'de: Der <b1>Hafen</b1> opens.',
    [SHIPS]: 'Anders gespeichert.',
  }
  server.store({
    segments: server.first.segments.map((one, index) => ({ ...one, text: theirs[index] ?? one.text })),
  })
  await announceChange('articles')
  const changed = page.getByRole('dialog', { name: 'Two versions of the same blocks' })
  await expect.element(changed).toMatchTextContent(/Anders gespeichert\./)
  expect(await findProblems()).toEqual([])
  await changed.getByRole('button', { name: 'Go on with these' }).click()
  await expect.element(field(SHIPS)).toHaveValue('Noch nicht gespeichert 🚀')
  await expect.element(field(HARBOUR)).toHaveValue('de: Der <b1>Hafen</b1> opens.')
  await press(SAVE)
  await expectToast(/Readers have this text now/)
  await screen.reload()
  await expect.element(field(SHIPS)).toHaveValue('Noch nicht gespeichert 🚀')
  await expect.element(page.getByText('Your unsaved changes are here again.')).not.toBeInTheDocument()
})

test('without a model a person translates from nothing, and is told what cannot be stored', async () => {
  const server = new ReviewServer(aReview({ translation: null, segments: cut(SOURCE, () => '') }))
  const { 'save-translation-review': save } = server.functions
  const screen = await openReview(server, {
    query: '?byHand',
    functions: {
      'save-translation-review': (input: ReviewInput) => {
        if (!input.texts[HARBOUR] || input.texts[HARBOUR].includes('<b1>')) return save(input)
        const sentence =
          'The original has the bold text <b1>, and the translation does not. Insert it at its place.'
        const problems = [{ position: HARBOUR, sentences: [sentence] }]
        return json({ status: 'refused', error: 'One text cannot be stored like this.', problems }, 422)
      },
    },
  })
  await expect.element(page.getByText('There is no German translation yet.')).toBeVisible()
  await expect.element(page.getByText('0 of 4 blocks written').first()).toBeVisible()
  await field(TITLE).click()
  await expect.element(block(TITLE)).toMatchTextContent(/No language model is set up/)
  expect(await findProblems(), 'empty').toEqual([])

  await field(TITLE).fill('Der Hafen öffnet')
  await press(SAVE)
  await expectToast(/What you wrote is remembered. 3 blocks are still to be written/)
  await screen.reload()
  await expect.element(field(TITLE)).toHaveValue('Der Hafen öffnet')
  await field(EXCERPT).fill('Eine Fabrik, die niemand erwartet hat.')
  await field(SHIPS).fill('7 Schiffe kommen und gehen.')
  await field(HARBOUR).fill('Der Hafen öffnet.')
  await expect.element(block(HARBOUR)).toMatchTextContent(/The original has the bold text <b1>/)
  await expect.element(block(SHIPS)).toMatchTextContent(/The translation says “7”/)
  await button('Approve all').click()
  await expectToast(/2 blocks were skipped.*2 have something to look at/)
  await expect.element(block(HARBOUR)).toHaveFocus()
  await press(SAVE)
  await expectToast(/One text cannot be stored like this\. Block 3/)
  await expect.element(field(HARBOUR)).toHaveFocus()
  focus(field(TITLE))
  await button('Show the block').click()
  await expect.element(field(HARBOUR)).toHaveFocus()
  await expect
    .element(field(HARBOUR))
    .toHaveAccessibleDescription(
      'The original has the bold text <b1>, and the translation does not. Insert it at its place.',
    )
  expect(await findProblems(), 'refused').toEqual([])
  const element = field(HARBOUR).element() as HTMLTextAreaElement
  element.focus()
  element.setSelectionRange(4, 9)
  await block(HARBOUR).getByRole('button', { name: 'Insert <b1>…</b1>: Bold' }).click()
  await expect.element(field(HARBOUR)).toHaveValue('Der <b1>Hafen</b1> öffnet.')
  await expect.element(button('Show the block')).not.toBeInTheDocument()
  await block(SHIPS).getByLabelText('Keep it as it is').click()
  await button('Whole page').click()
  await expect
    .element(page.getByRole('region', { name: 'The whole page in German' }))
    .toMatchTextContent(/Der Hafen öffnet\./)
  expect(await findProblems(), 'the whole page').toEqual([])
  await button('Save and publish').click()
  await expectToast(/Readers have this text now/)
  expect(screen.sentTo('save-translation-review').at(-1)).toMatchObject({ confirmed: [SHIPS] })
})

test('a translator who may not publish is promised that somebody else does, before and after saving', async () => {
  const server = new ReviewServer(
    aReview({ waitsForReview: true, translation: { ...TRANSLATION, published: false } }),
  )
  await openReview(server, {
    account: aMember({ role: 'translator', languages: ['de'] }),
    functions: {
      'save-translation-review': () => ({
        status: 'stored',
        review: server.store({
          segments: server.first.segments.map((one) => ({ ...one, approvedAt: '2026-11-28T09:00:00Z' })),
        }),
      }),
    },
  })
  const notice = 'Once you have reviewed it, somebody who may publish translations publishes it.'
  await expect.element(page.getByText(notice)).toBeVisible()
  await button('Approve all').click()
  await expect.element(button('Save and publish')).not.toBeInTheDocument()
  await button('Save').click()
  await expectToast('Saved. It waits for somebody who may publish it.')
})

test.each([
  '11111111-1111-4111-8111-111111111111/en',
  'nothing/de',
  '44444444-4444-4444-8444-444444444444/de',
])('the address %s leads to no original, and says so', async (address) => {
  expectConsoleError(/status of 404/)
  await openScreen(`/admin/translations/${address}`, { functions: new ReviewServer(aReview()).functions })
  await expect.element(page.getByText(/There is no such original, or it has been deleted\./)).toBeVisible()
})
