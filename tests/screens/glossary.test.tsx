import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AffectedTranslations, ProposalWithExamples, TermEntry } from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'
import { findProblems } from './support/find-problems.ts'
import type { CallAnswers, FunctionAnswers } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

type Languages = TermEntry['languages']

const anEntry = (term: string, languages: Languages, example: string | null = null): TermEntry => ({
  id: crypto.randomUUID(),
  term,
  example,
  updated_at: '2026-11-20T09:00:00Z',
  version: '1',
  languages,
})
const asId = <Values extends object>(values: Values) => ({ id: crypto.randomUUID(), ...values })
const keep = asId({ rule: 'keep' as const, translation: null })
const as = (translation: string) => asId({ rule: 'translate-as' as const, translation })

/** The glossary of a database: an entry is saved when nobody else has changed it, and a term is there once. */
class StoredGlossary {
  entries: TermEntry[]
  constructor(...entries: TermEntry[]) {
    this.entries = entries
  }
  find = (term: string) => this.entries.find((one) => one.term.toLowerCase() === term.toLowerCase())

  save({ p_before, p_entry }: { p_before: unknown; p_entry: unknown }) {
    const before = p_before as Pick<TermEntry, 'term' | 'version'> | null
    const { term, example, languages } = p_entry as Pick<TermEntry, 'term' | 'example' | 'languages'>
    const present = this.find(before?.term ?? term)
    if (!before && present) return { status: 'taken', entry: present }
    if (before && present?.version !== before.version) return { status: 'changed', entry: present ?? null }
    const rows = Object.entries(languages).map(([language, rule]) => [language, asId({ ...rule })])
    const version = String(Number(present?.version ?? 0) + 1)
    const entry = {
      ...anEntry(term, Object.fromEntries(rows), example),
      ...(present && { id: present.id }),
      version,
    }
    this.entries = [...this.entries.filter((one) => one !== present), entry]
    return { status: 'saved', entry }
  }

  readonly calls: CallAnswers = {
    list_glossary: ({ p_language, p_rule }) => {
      const rows = this.entries.filter(({ languages }) =>
        Object.entries(languages).some(
          ([language, { rule }]) => (!p_language || language === p_language) && (!p_rule || rule === p_rule),
        ),
      )
      return { rows, total: rows.length } as never
    },
    find_glossary_entry: ({ p_id }) =>
      (this.entries.find(({ id, languages }) =>
        [id, ...Object.values(languages).map((one) => one.id)].includes(p_id),
      ) ?? null) as never,
    save_glossary_entry: (change) => this.save(change as never) as never,
    search_articles: [],
  }
}

const NOTHING_AFFECTED: AffectedTranslations = { articles: [], isComplete: true }
const affected = (...titles: string[]): AffectedTranslations => ({
  isComplete: true,
  articles: titles.map((title) => ({
    articleId: '11111111-1111-4111-8111-111111111111',
    language: 'de',
    title,
    slug: 'a',
    translationId: crypto.randomUUID(),
    segments: 1,
    persons: 0,
    examples: [{ source: 'A language model reads.', text: 'Der Hafen hat ein eigenes Modell der Sprache.' }],
  })),
})

const openGlossary = (
  glossary: StoredGlossary,
  { calls = {}, functions = {} }: { calls?: CallAnswers; functions?: FunctionAnswers } = {},
) =>
  openScreen('/admin/glossary', {
    calls: { ...glossary.calls, ...calls },
    functions: { 'find-affected-translations': NOTHING_AFFECTED, ...functions },
    respond: (request) => {
      // A deletion names rows of an entry.
      const { pathname, searchParams } = new URL(request.url)
      if (request.method !== 'DELETE' || !pathname.endsWith('/glossary_terms')) return undefined
      const ids = searchParams.get('id') ?? ''
      glossary.entries = glossary.entries.filter(
        ({ languages }) => !Object.values(languages).some(({ id }) => ids.includes(id)),
      )
      return undefined
    },
  })

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const rows = page.getByRole('region', { name: 'Terms', exact: true }).getByRole('row')
const panel = page.getByRole('region', { name: 'language model', exact: true })
const save = (within: ReturnType<typeof dialog>) => within.getByRole('button', { name: 'Save' }).click()

test('a term is entered once for all languages, with an example, and shows what it affects', async () => {
  const glossary = new StoredGlossary()
  const hit = (title: string, headline: string) => ({ id: title, slug: 'a', title, headline, total: 2 })
  const screen = await openGlossary(glossary, {
    calls: {
      search_articles: [
        hit('The harbour thinks', 'The harbour has a language model of its own.'),
        hit('The bakery does not', 'It bakes. The bakery has no language model.'),
      ] as never,
    },
    functions: {
      'find-affected-translations': ({ language }: GlossaryTermValues) =>
        language === 'de' ? affected('The harbour thinks') : NOTHING_AFFECTED,
    },
  })
  await expect.element(page.getByText('No terms yet')).toBeVisible()
  expect(await findProblems(), 'an empty glossary').toEqual([])
  await button('Add a term').click()
  const form = dialog('Add a term')
  await save(form)
  await expect.element(form.getByText('Please write the term.').first()).toBeVisible()
  await form.getByLabelText('English term').fill('language model')
  await save(form)
  await expect
    .element(form.getByText(/^Write a translation into at least one language/).first())
    .toBeVisible()
  expect(screen.sentTo('save_glossary_entry')).toEqual([])
  await expect.element(form.getByText('Used in 2 published articles')).toBeVisible()
  await expect
    .element(form.getByRole('link', { name: 'The bakery does not' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/admin\/articles\/edit\//))
  await form.getByLabelText('German translation').fill('Sprachmodell')
  await form.getByLabelText('Italian: what becomes of it').selectOptions('Keep as it is')
  await form
    .getByRole('listitem')
    .filter({ hasText: 'The bakery does not' })
    .getByRole('button', { name: 'Take this sentence as the example' })
    .click()
  await expect
    .element(form.getByLabelText('Example sentence in English (optional)'))
    .toHaveValue('The bakery has no language model.')
  await form.getByLabelText('French translation').fill('modèle de langage')
  await userEvent.keyboard('{Enter}')
  await expectToast('“language model” was saved.')
  expect(screen.sentTo('save_glossary_entry')).toMatchObject([
    {
      p_before: null,
      p_entry: {
        term: 'language model',
        example: 'The bakery has no language model.',
        languages: {
          de: { rule: 'translate-as', translation: 'Sprachmodell' },
          fr: { rule: 'translate-as', translation: 'modèle de langage' },
          it: { rule: 'keep', translation: null },
        },
      },
    },
  ])
  await expect.element(page.getByRole('heading', { name: 'language model' })).toHaveFocus()
  const inGerman = panel.getByRole('region', { name: 'German' })
  await expect.element(panel).toMatchTextContent(/Example: The bakery has no language model/)
  await expect.element(inGerman).toMatchTextContent(/1 translation is affected\./)
  await expect.element(inGerman).toMatchTextContent(/Der Hafen hat ein eigenes Modell der Sprache\./)
  await expect
    .element(inGerman.getByRole('link', { name: /The harbour thinks/ }))
    .toHaveAttribute('href', '/admin/translations/11111111-1111-4111-8111-111111111111/de')
  await expect
    .element(panel.getByRole('region', { name: 'French' }))
    .toMatchTextContent(/Every translation keeps to it\./)
  await expect.element(inGerman.getByRole('button', { name: 'Update 1 translation' })).toBeVisible()
  expect(await findProblems(), 'affected translations').toEqual([])
  await screen.reload()
  await expect.element(inGerman).toMatchTextContent(/1 translation is affected\./)

  // One line for the term, with its languages.
  await panel.getByRole('link', { name: 'Close' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(rows).toHaveLength(2)
  await expect.element(rows.nth(1)).toMatchTextContent(/Sprachmodell/)
  await expect.element(rows.nth(1)).toMatchTextContent(/modèle de langage/)
  await expect.element(rows.nth(1)).toMatchTextContent(/as it is/)
})

test('the same term again is added to what is there', async () => {
  await openGlossary(new StoredGlossary(anEntry('language model', { de: as('Sprachmodell') })))
  await button('Add a term').click()
  const form = dialog('Add a term')
  await form.getByLabelText('English term').fill('Language Model')
  await form.getByLabelText('Spanish translation').fill('modelo de lenguaje')
  await save(form)
  await expect.element(form.getByText(/^This term is in the glossary already\./)).toBeVisible()
  await expect.element(form.getByLabelText('German translation')).toHaveValue('Sprachmodell')
  await expect.element(form.getByLabelText('Spanish translation')).toHaveValue('modelo de lenguaje')
})

test('what another editor changes meanwhile is put together, and a deletion is undone', async () => {
  const example = 'The bakery has no language model.'
  const glossary = new StoredGlossary(
    anEntry('language model', { de: as('Sprachmodell'), fr: as('modèle de langage'), it: keep }, example),
  )
  await openGlossary(glossary)
  await button('Edit “language model”').click()
  const form = dialog('Change a term')
  await form.getByLabelText('German: what becomes of it').selectOptions('Keep as it is')
  await form.getByLabelText('French translation').fill('modèle linguistique')
  glossary.save({
    p_before: { term: 'language model', version: '1' },
    p_entry: {
      term: 'language model',
      example,
      languages: { de: as('Sprachmodell'), fr: as('grand modèle') },
    },
  })
  await save(form)
  const alert = form.getByRole('alert').filter({ hasText: 'Another editor has saved this term meanwhile.' })
  await expect.element(alert).toMatchTextContent(/French \(there: grand modèle\)/)
  await expect.element(form.getByLabelText('Italian: what becomes of it')).toHaveValue('translate-as')
  await expect.element(form.getByLabelText('German: what becomes of it')).toHaveValue('keep')
  await save(form)
  await expect.element(rows.nth(1)).toMatchTextContent(/modèle linguistique/)

  await button('Delete “language model”').click()
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  // A toast under the pointer stays.
  await undo.hover()
  await expect.element(page.getByText('No terms yet')).toBeVisible()
  await expect.element(page.getByText('This term is not there any more.')).toBeVisible()
  await undo.click()
  await expect.element(rows.nth(1)).toMatchTextContent(/modèle linguistique/)
  expect(glossary.entries).toMatchObject([{ example }])
})

test('terms are imported from a spreadsheet after a preview', async () => {
  const glossary = new StoredGlossary(
    anEntry('Handy', { de: asId({ rule: 'never' as const, translation: null }) }),
    anEntry('OpenAI', { fr: keep }),
  )
  const screen = await openGlossary(glossary, {
    calls: { import_glossary: { added: 2, changed: 1 } as never },
  })
  await button('Import CSV').click()
  const form = dialog('Import terms')
  const upload = async (text: string) => {
    await expect.element(form).toBeVisible()
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
    await page
      .elementLocator(input as HTMLElement)
      .upload(new File([text], 'terms.csv', { type: 'text/csv' }))
  }
  await upload('de,OpenAI,keep,')
  await expect.element(form.getByText(/^The first row must name the columns/).first()).toBeVisible()
  await upload(
    '\uFEFFlanguage;term;rule;translation\r\nde;handy;keep;\r\nfr;OpenAI;keep;\r\nde;"\'=formula";keep;\r\nde;data set;translate-as;Datensatz\r\nen;x;keep;\r\n',
  )
  await expect.element(form.getByText('2 new · 1 changed · 1 as before · 1 left out')).toBeVisible()
  await expect
    .element(form.getByRole('region', { name: 'Left out' }))
    .toMatchTextContent(/x Choose one of the languages/)
  await expect
    .element(form.getByRole('region', { name: 'Changed' }))
    .toMatchTextContent(/Until now: Handy: Never use/)
  expect(await findProblems(), 'the preview of an import').toEqual([])
  await form.getByRole('button', { name: 'Import 3 terms' }).click()
  await expectToast('3 terms were stored.')
  expect(screen.sentTo('import_glossary')).toMatchObject([
    {
      p_terms: [
        { language: 'de', term: '=formula', rule: 'keep' },
        { language: 'de', term: 'data set', rule: 'translate-as', translation: 'Datensatz' },
        { language: 'de', term: 'handy', rule: 'keep' },
      ],
    },
  ])
})

test('terms are found by filters, and what is found is exported', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL')
  await openGlossary(
    new StoredGlossary(
      anEntry('=formula', { de: keep }),
      anEntry('data set', { de: as('Datensatz') }),
      anEntry('handy', { de: keep }),
      anEntry('OpenAI', { de: keep, fr: keep }),
    ),
  )
  // OpenAI is one line, for both languages.
  await expect.element(rows).toHaveLength(5)
  await page.getByLabelText('Language').selectOptions('de')
  await page.getByLabelText('Rule').selectOptions('keep')
  await expect.element(rows).toHaveLength(4)
  expect(window.location.search).toBe('?language=de&rule=keep')
  expect(await findProblems(), 'the glossary').toEqual([])
  await button('Export what is found').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const [[file] = []] = saved.mock.calls
  expect(await (file as Blob).text()).toBe(
    "language,term,rule,translation,example\r\nde,'=formula,keep,,\r\nde,handy,keep,,\r\nde,OpenAI,keep,,\r\n",
  )
})

test('a search without a match leads back to all terms', async () => {
  const screen = await openGlossary(new StoredGlossary(anEntry('OpenAI', { fr: keep })), {
    calls: {
      list_glossary: ({ p_search }) =>
        (p_search ? { rows: [], total: 0 } : { rows: [anEntry('OpenAI', { fr: keep })], total: 1 }) as never,
    },
  })
  await page.getByLabelText('Search terms and translations').fill('nothing like it')
  await expect.element(page.getByText('No term matches.')).toBeVisible()
  expect(screen.sentTo('list_glossary')).toContainEqual(
    expect.objectContaining({ p_search: 'nothing like it' }),
  )
  await page.getByRole('link', { name: 'Show all terms' }).click()
  await expect.element(rows).toHaveLength(2)
})

test('a proposal is accepted as a term, and another one is rejected for good', async () => {
  const aProposal = (proposal: Partial<ProposalWithExamples>): ProposalWithExamples => ({
    id: crypto.randomUUID(),
    language: 'de',
    before: 'Sprachmodell',
    after: 'LLM',
    term: 'language model',
    why: null,
    proposed_by: null,
    articles: 1,
    examples: [],
    ...proposal,
  })
  const example = {
    article_id: '11111111-1111-4111-8111-111111111111',
    title: 'Article 1',
    slug: 'article-1',
    before: 'Sprachmodell',
    after: 'LLM',
    source: 'A <b1>language model</b1> reads.',
    machine_text: 'Ein <b1>Sprachmodell</b1> liest.',
    person_text: 'Ein <b1>LLM</b1> liest.',
  }
  const examples = [1, 2, 3].map((number) => ({
    ...example,
    article_id: `${number}1111111-1111-4111-8111-111111111111`,
  }))
  const first = aProposal({ articles: 3, examples })
  const second = aProposal({ before: 'Bot', after: 'Programm', term: null })
  const known = [first]
  const screen = await openScreen('/admin/glossary', {
    tables: { glossary_proposals: [first, second].map(({ id }) => ({ id, status: 'open' as const })) },
    calls: {
      ...new StoredGlossary().calls,
      list_glossary_proposals: (_, { glossary_proposals = [] }) => {
        const open = known.filter(({ id }) =>
          glossary_proposals.some((row) => row.id === id && row.status === 'open'),
        )
        return { total: open.length, proposals: open } as never
      },
    },
    functions: { 'find-affected-translations': affected('One', 'Two', 'Three') },
  })
  const proposal = page.getByRole('listitem', { name: /^Sprachmodell .*LLM$/ })
  await expect.element(proposal).toMatchTextContent(/in 3 articles/)
  await expect.element(proposal).toMatchTextContent(/Translate language model as LLM/)
  await expect.element(proposal.getByRole('list', { name: 'Examples' }).getByRole('listitem')).toHaveLength(3)
  expect(document.querySelector('ins')?.textContent).toBe('LLM')
  await proposal.getByRole('button', { name: 'Affected translations' }).click()
  await expect.element(proposal).toMatchTextContent(/3 translations are affected\./)
  expect(await findProblems(), 'a proposal').toEqual([])

  await proposal.getByRole('button', { name: 'Accept…' }).click()
  const form = dialog('Add a term')
  await expect.element(form.getByLabelText('English term')).toHaveValue('language model')
  await expect.element(form.getByLabelText('German translation')).toHaveValue('LLM')
  await save(form)
  await expect.element(panel).toMatchTextContent(/3 translations are affected\./)
  await expect.element(proposal).not.toBeInTheDocument()

  // Others see what is proposed at once.
  known.push(second)
  await announceChange('glossary_proposals')
  const other = page.getByRole('listitem', { name: /^Bot .*Programm$/ })
  await expect.element(other).toMatchTextContent(/Never use Bot/)
  await other.getByRole('button', { name: 'Reject' }).click()
  await expectToast('“Bot → Programm” is not proposed again.')
  await expect.element(other).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: /proposed term/ })).not.toBeInTheDocument()
  expect(screen.tables.glossary_proposals?.map(({ status }) => status)).toEqual(['accepted', 'rejected'])
})
