import { readFile } from 'node:fs/promises'
import { WIDE } from '../support/accessibility-looks.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { addProposal, addTranslated } from './support/glossary-fixtures.ts'
import { test } from './support/new-publication.ts'
import { openDesk, signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a term is entered once for all languages, with an example, shows what it affects, and is changed and deleted', async ({
  page,
  publication,
}) => {
  test.slow()
  const { original } = await addTranslated(publication, {
    title: 'The harbour thinks',
    source: 'The harbour has a <b1>language model</b1> of its own.',
    text: 'Der Hafen hat ein eigenes <b1>Modell der Sprache</b1>.',
  })
  await addTranslated(publication, {
    title: 'The bakery does not',
    source: 'The bakery has no language model.',
    text: 'Die Bäckerei hat kein Sprachmodell.',
  })
  await openDesk(page, DESK_ADMIN)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('terminology')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/glossary/)
  await expect(page.getByText('No terms yet')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an empty glossary').toEqual([])

  await page.getByRole('button', { name: 'Add a term' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a term' })
  await expect(dialog).toBeVisible()
  // On a phone it is longer than the screen, where axe cannot see what is scrolled away.
  expect(await findAccessibilityProblems(page, [WIDE]), 'the form').toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please write the term.').first()).toBeVisible()
  await dialog.getByLabel('English term').fill('language model')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Write a translation into at least one language').first()).toBeVisible()
  await expect(dialog.getByText('Used in 2 published articles')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'The bakery does not' })).toHaveAttribute(
    'href',
    /^\/admin\/articles\/edit\//,
  )
  await dialog.getByLabel('German translation').fill('Sprachmodell')
  await dialog.getByLabel('Italian: what becomes of it').selectOption('Keep as it is')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'The bakery does not' })
    .getByRole('button', { name: 'Take this sentence as the example' })
    .click()
  await expect(dialog.getByLabel('Example sentence in English (optional)')).toHaveValue(
    /^The bakery has no language model/,
  )
  await dialog.getByLabel('French translation').fill('modèle de langage')
  await page.keyboard.press('Enter')
  await expectToast(page, '“language model” was saved.')
  await expect(page.getByRole('heading', { name: 'language model' })).toBeFocused()
  const panel = page.getByRole('region', { name: 'language model' })
  const inGerman = panel.getByRole('region', { name: 'German' })
  await expect(panel).toContainText('Example: The bakery has no language model')
  await expect(inGerman).toContainText('1 translation is affected.')
  await expect(inGerman).toContainText('Der Hafen hat ein eigenes Modell der Sprache.')
  await expect(inGerman.getByRole('link', { name: /The harbour thinks/ })).toHaveAttribute(
    'href',
    `/admin/translations/${original.id}/de`,
  )
  await expect(panel.getByRole('region', { name: 'French' })).toContainText('Every translation keeps to it.')
  await expect(inGerman.getByRole('button', { name: 'Update 1 translation' })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'affected translations').toEqual([])
  await page.reload()
  await expect(inGerman).toContainText('1 translation is affected.')

  // One line for the term, with its languages.
  await panel.getByRole('link', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  const rows = page.getByRole('region', { name: 'Terms', exact: true }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(
    /Sprachmodell.*modèle de langage.*as it is|modèle de langage.*Sprachmodell/,
  )

  // The same term again is added to what is there.
  await page.getByRole('button', { name: 'Add a term' }).click()
  await dialog.getByLabel('English term').fill('Language Model')
  await dialog.getByLabel('Spanish translation').fill('modelo de lenguaje')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This term is in the glossary already.')).toBeVisible()
  await expect(dialog.getByLabel('German translation')).toHaveValue('Sprachmodell')
  await expect(dialog.getByLabel('Spanish translation')).toHaveValue('modelo de lenguaje')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // Another editor changes what this one does not, and the same.
  await page.getByRole('button', { name: 'Edit “language model”' }).click()
  const change = page.getByRole('dialog', { name: 'Change a term' })
  await change.getByLabel('German: what becomes of it').selectOption('Keep as it is')
  await change.getByLabel('French translation').fill('modèle linguistique')
  const { service } = publication
  await service
    .from('glossary_terms')
    .update({ translation: 'grand modèle' })
    .eq('language', 'fr')
    .throwOnError()
  await service.from('glossary_terms').delete().eq('language', 'it').throwOnError()
  await change.getByRole('button', { name: 'Save' }).click()
  const alert = change.getByRole('alert').filter({ hasText: 'Another editor has saved this term meanwhile.' })
  await expect(alert).toContainText('French (there: grand modèle)')
  await expect(change.getByLabel('Italian: what becomes of it')).toHaveValue('translate-as')
  await expect(change.getByLabel('German: what becomes of it')).toHaveValue('keep')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(inGerman).toContainText('2 translations are affected.')
  await expect(rows.nth(1)).toContainText('modèle linguistique')

  await page.getByRole('button', { name: 'Delete “language model”' }).click()
  const undo = toast(page).getByRole('button', { name: 'Undo' })
  // A toast under the pointer stays.
  await undo.hover()
  await expect(page.getByText('No terms yet')).toBeVisible()
  await expect(page.getByText('This term is not there any more.')).toBeVisible()
  await undo.click()
  await expect(rows.nth(1)).toContainText('modèle linguistique')

  await page.goto('/admin/audit')
  await expect(page.getByText('added the term “language model” to the glossary').first()).toBeVisible()
  await expect(
    page.getByText('admin@example.com deleted the term “language model” from the glossary'),
  ).toBeVisible()
})

test('terms are imported from a spreadsheet, found by filters, and exported again', async ({
  page,
  publication,
}) => {
  test.slow()
  const { service } = publication
  await service
    .from('glossary_terms')
    .insert([
      { language: 'de', term: 'Handy', rule: 'never' },
      { language: 'fr', term: 'OpenAI', rule: 'keep' },
    ])
    .throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/glossary')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import terms' })
  const file = (text: string) => ({ name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(file('de,OpenAI,keep,'))
  await expect(dialog.getByText(/^The first row must name the columns/).first()).toBeVisible()
  await input.setInputFiles(
    file(
      '\uFEFFlanguage;term;rule;translation\r\nde;handy;keep;\r\nfr;OpenAI;keep;\r\nde;"\'=formula";keep;\r\nde;data set;translate-as;Datensatz\r\nen;x;keep;\r\n',
    ),
  )
  await expect(dialog.getByText('2 new · 1 changed · 1 as before · 1 left out')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Left out' })).toContainText(
    'x Choose one of the languages',
  )
  await expect(dialog.getByRole('region', { name: 'Changed' })).toContainText('Until now: Handy: Never use')
  expect(await findAccessibilityProblems(page), 'the preview of an import').toEqual([])
  await dialog.getByRole('button', { name: 'Import 3 terms' }).click()
  await expectToast(page, '3 terms were stored.')

  const rows = page.getByRole('region', { name: 'Terms', exact: true }).getByRole('row')
  // OpenAI stands in one line, for both languages.
  await expect(rows).toHaveCount(5)
  await page.getByLabel('Language').selectOption('de')
  await page.getByLabel('Rule').selectOption('keep')
  await expect(rows).toHaveCount(3)
  await expect(page).toHaveURL('/admin/glossary?language=de&rule=keep')
  expect(await findAccessibilityProblems(page), 'the glossary').toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export what is found' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  expect((await download).suggestedFilename()).toBe('glossary-de.csv')
  expect(exported).toBe(
    "\uFEFFlanguage,term,rule,translation,example\r\nde,'=formula,keep,,\r\nde,handy,keep,,\r\n",
  )
  await page.getByLabel('Search terms and translations').fill('nothing like it')
  await expect(page.getByText('No term matches.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all terms' }).click()
  await expect(rows).toHaveCount(5)
})

test('a proposal is accepted as a term, and another one is rejected for good', async ({
  page,
  publication,
}) => {
  test.slow()
  const example = (number: number, source: string, text: string) => ({
    title: `Article ${number}`,
    source,
    text,
  })
  await addProposal(publication, {
    before: 'Sprachmodell',
    after: 'LLM',
    term: 'language model',
    examples: [
      example(1, 'A <b1>language model</b1> reads.', 'Ein <b1>Sprachmodell</b1> liest.'),
      example(2, 'No language model writes.', 'Kein Sprachmodell schreibt.'),
      example(3, 'The language model sleeps.', 'Das Sprachmodell schläft.'),
    ],
  })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/glossary')
  const proposal = page.getByRole('listitem', { name: /^Sprachmodell .*LLM$/ })
  await expect(proposal).toContainText('in 3 articles')
  await expect(proposal).toContainText('Translate language model as LLM')
  await expect(proposal.getByRole('list', { name: 'Examples' }).getByRole('listitem')).toHaveCount(3)
  await expect(proposal.locator('ins').first()).toHaveText('LLM')
  await proposal.getByRole('button', { name: 'Affected translations' }).click()
  await expect(proposal).toContainText('3 translations are affected.')
  expect(await findAccessibilityProblems(page), 'a proposal').toEqual([])

  await proposal.getByRole('button', { name: 'Accept…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a term' })
  await expect(dialog.getByLabel('English term')).toHaveValue('language model')
  await expect(dialog.getByLabel('German translation')).toHaveValue('LLM')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'language model' })).toContainText(
    '3 translations are affected.',
  )
  await expect(proposal).toHaveCount(0)

  // Others see what is proposed at once.
  await addProposal(publication, {
    before: 'Bot',
    after: 'Programm',
    term: null,
    examples: [example(4, 'It answers.', 'Der Bot antwortet.')],
  })
  const other = page.getByRole('listitem', { name: /^Bot .*Programm$/ })
  await expect(other).toContainText('Never use Bot')
  await other.getByRole('button', { name: 'Reject' }).click()
  await expectToast(page, '“Bot → Programm” is not proposed again.')
  await expect(other).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText('LLM')
  await expect(page.getByRole('heading', { name: /proposed term/ })).toHaveCount(0)
  const { data } = await publication.service.from('glossary_proposals').select('status').order('created_at')
  expect(data?.map(({ status }) => status)).toEqual(['accepted', 'rejected'])
})
