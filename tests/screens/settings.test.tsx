import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SECTION_GROUPS, SETTING_LABELS, settingsPath } from '#app/admin/settings/sections.ts'
import type { Article } from '#core/domain/article.ts'
import { aChange, anArticleRow, aRevisionRow, aTranslationRow } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

/** Longer ones are parted. */
const MAX_HEIGHT = 2600
const SECTIONS = SECTION_GROUPS.flatMap(({ sections }) => sections)

/** The result of a search with the command bar. */
const NO_ARTICLES = { search_desk: { total: 0, ids: [] } }

const openSection = (slug = 'site-configuration', tables = {}) =>
  openScreen(`/admin/settings/${slug}`, { tables, calls: SAVES_SETTINGS })

const button = (name: string) => page.getByRole('button', { name, exact: true })
const save = () => button('Save Changes').click()
const saved = () => expectToast('Settings saved successfully!')
const nameOfSite = page.getByLabelText('Name of the site')

/** Opens what is folded. */
async function unfold(text: string): Promise<void> {
  await expect.element(page.getByRole('form')).toBeVisible()
  const found = [...document.querySelectorAll('summary')].find(({ textContent }) =>
    textContent.includes(text),
  )
  await userEvent.click(found as HTMLElement)
}

/** Goes to a section by the index beside the present one. */
async function choose(name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('link', { name, exact: true })
    .click()
  await expect.element(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
}

test('fields show what is in force where nothing is set, and an emptied field brings the default back', async () => {
  const screen = await openSection()
  const site = page.getByRole('form', { name: 'Site Configuration' })
  await expect.element(nameOfSite).toHaveAttribute('placeholder', 'AI Watch')
  await expect
    .element(site.getByLabelText('Contact address'))
    .toHaveAttribute('placeholder', 'news@example.com')
  await nameOfSite.fill('Le Monde')
  await site.getByLabelText('Contact address').fill('desk@example.org')
  await site.getByLabelText('English').first().fill('News on machines')
  await site.getByLabelText('Name', { exact: true }).fill('Ada Lovelace')
  await site.getByLabelText('Kind').selectOptions('Person')
  await site.getByLabelText('AI crawlers').selectOptions('Refused')
  await save()
  await saved()
  await choose('Newsletter Page')
  await unfold('English')
  await button('Add a figure in English').click()
  await expect.element(page.getByLabelText('Figure', { exact: true })).toHaveFocus()
  await userEvent.keyboard('4.9/5')
  await page.getByLabelText('What it counts').fill('rating')
  await save()
  await saved()
  await choose('Author Settings')
  await expect
    .element(page.getByLabelText('Default author'))
    .toHaveAttribute('placeholder', 'Le Monde Editorial')
  await page.getByLabelText('Default author').fill('The Desk')
  await save()
  await saved()
  await choose('Article Defaults')
  await page.getByLabelText('Reading time').fill('3 min read')
  await unfold('German')
  await page.getByLabelText('Words to avoid in German').fill('Quantensprung\n\n  bahnbrechend  \n')
  await save()
  await expect.element(page.getByText('2 entries')).toBeVisible()

  await saved()
  await expect
    .poll(() => storedSettings(screen))
    .toEqual({
      ai_crawlers: 'refused',
      banned_words: { en: [], de: ['Quantensprung', 'bahnbrechend'] },
      contact_address: 'desk@example.org',
      default_author: 'The Desk',
      default_reading_time: '3 min read',
      editorial_responsibility: { kind: 'person', name: 'Ada Lovelace' },
      landing_figures: { en: [{ value: '4.9/5', label: 'rating' }] },
      site_name: 'Le Monde',
      tagline: { en: 'News on machines' },
    })

  await choose('Site Configuration')
  await nameOfSite.fill('')
  await save()
  await expect.poll(() => storedSettings(screen)).not.toHaveProperty('site_name')
})

test.each<[section: string, label: string, text: string, problem: RegExp]>([
  ['site-configuration', 'Name of the site', 'x'.repeat(1_000_000), /at most 60 characters/],
  ['site-configuration', 'Name of the site', 'a\u202Eb', /one line of plain text/],
  ['site-configuration', 'Contact address', 'nobody', /Must be an email address/],
  ['site-configuration', 'Storage per person and day', 'much', /whole number/],
  ['newsletter-settings', 'Sending time', '9 o’clock', /Must be a time such as 09:00/],
  ['newsletter-settings', 'Time zone', 'Europe/Atlantis', /Must be a time zone/],
  ['newsletter-page', 'Subscribers on the newsletter page', 'many', /whole number/],
])(
  'in %s, a value of “%s” that does not fit is explained, and stays',
  async (section, label, text, problem) => {
    const screen = await openSection(section)
    const field = page.getByRole('form').getByLabelText(label).first()
    await field.fill(text)
    await save()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAccessibleDescription(problem)
    await expect.element(field).toHaveValue(text)
    expect(screen.sentTo('save_settings')).toEqual([])
  },
)

test('a text in another language asks for the English one', async () => {
  await openSection()
  const site = page.getByRole('form')
  await unfold('French')
  await site.getByLabelText('French').first().fill('Nouvelles')
  await save()
  await expect.element(site.getByLabelText('English').first()).toHaveFocus()
  await expect
    .element(site.getByLabelText('English').first())
    .toHaveAccessibleDescription(/Write it in English too/)
})

test('a name of markup and of several scripts is a name like others', async () => {
  const screen = await openSection()
  const markup = '<b>“Été” & صدى 🗞️</b> __proto__'
  await nameOfSite.fill(markup)
  await save()
  await saved()
  await screen.reload()
  await expect.element(nameOfSite).toHaveValue(markup)
})

test('what another one saves meanwhile is shown, and taken or replaced only when it is chosen', async () => {
  const screen = await openSection('site-configuration', {
    settings: [{ key: 'site_name', value: 'The name' }],
  })
  const set = (value: string) => Object.assign(screen.tables.settings?.[0] ?? {}, { value })
  await nameOfSite.fill('My name')
  set('Their name')
  await announceChange('settings')
  const conflict = page.getByRole('status').filter({ hasText: 'to “Their name” meanwhile' })
  await expect.element(conflict).toBeVisible()
  await save()
  await expect.element(page.getByText(/^Nothing was saved/).first()).toBeVisible()
  await expect.element(nameOfSite).toHaveValue('My name')
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(nameOfSite).toHaveValue('Their name')

  // The request is refused if no change was announced.
  await nameOfSite.fill('My name')
  set('Their other name')
  await save()
  await button('Keep mine').click()
  await save()
  await saved()
  await expect.element(button('Keep mine')).not.toBeInTheDocument()
  expect(storedSettings(screen)).toEqual({ site_name: 'My name' })
})

test('the featured article of a language is chosen, replaced, removed and put back', async () => {
  const anArticle = (title: string, language: 'en' | 'de' = 'en'): Partial<Article> => ({
    id: crypto.randomUUID(),
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    language,
    published: true,
    featured: false,
    publish_date: '2026-11-20T09:00:00Z',
    updated_at: '2026-11-20T09:00:00.123456+00:00',
  })
  const articles = [
    anArticle('Harbours go quiet'),
    anArticle('Models read contracts'),
    anArticle('Still im Hafen', 'de'),
  ]
  const screen = await openScreen('/admin/settings/featured-articles', {
    tables: { articles },
    calls: {
      search_desk: { total: 1, ids: [articles[0]?.id ?? ''] },
      feature_article({ p_article_id, p_featured }) {
        const article = screen.tables.articles?.find(({ id }) => id === p_article_id)
        Object.assign(article ?? {}, { featured: p_featured })
        return { status: 'featured', along: [] }
      },
    },
  })
  /** Only one article of each language is featured, as in the database. */
  const featureOnly = (title: string) => {
    for (const row of screen.tables.articles ?? [])
      if (row.language === 'en') row.featured = row.title === title
  }
  const row = (language: string) => page.getByRole('listitem').filter({ hasText: language })
  await expect.element(row('English')).toMatchTextContent(/No featured article/)
  await button('Choose the featured article in English').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: /Models read contracts/ })).toBeVisible()
  await dialog.getByLabelText('Search published articles').fill('harb')
  await expect.element(dialog.getByRole('button', { name: /Models read contracts/ })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: /Harbours go quiet/ }).click()
  await expect.element(row('English').getByRole('link', { name: 'Harbours go quiet' })).toBeVisible()

  await button('Replace the featured article in English').click()
  await dialog.getByRole('button', { name: /Models read contracts/ }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Replace Featured Article' }))
    .toMatchTextContent(/Harbours go quiet/)
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  featureOnly('')
  await button('Continue').click()
  await expect.element(row('English').getByRole('link', { name: 'Models read contracts' })).toBeVisible()

  await button('Choose the featured article in German').click()
  await dialog.getByRole('button', { name: /Still im Hafen/ }).click()
  await expect.element(row('German').getByRole('link', { name: 'Still im Hafen' })).toBeVisible()
  const remove = button('Remove the featured article in English')
  await remove.click()
  await expect.element(row('English')).toMatchTextContent(/No featured article/)
  await button('Undo').click()
  await expect.element(row('English').getByRole('link', { name: 'Models read contracts' })).toBeVisible()
  await remove.click()
  await expect.element(row('English')).toMatchTextContent(/No featured article/)
  expect(screen.tables.articles?.filter(({ featured }) => featured).map(({ title }) => title)).toEqual([
    'Still im Hafen',
  ])

  await button('Choose the featured article in English').click()
  await expect.element(dialog.getByRole('button', { name: /Harbours go quiet/ })).toBeVisible()
  expect(await findProblems(), 'the dialog').toEqual([])
})

test('translations are featured with an English article and removed with it, unless that is unticked', async () => {
  const english = anArticleRow({ title: 'Vigo', slug: 'vigo' })
  const spanish = aTranslationRow(english, 'es', { title: 'Vigo en español', slug: 'vigo-es' })
  const along = [{ id: spanish.id, language: 'es' as const, updated_at: spanish.updated_at }]
  const screen = await openScreen('/admin/settings/featured-articles', {
    tables: { articles: [english, spanish] },
    calls: {
      feature_article({ p_article_id, p_featured, p_along }) {
        const changed = screen.tables.articles?.filter(
          ({ id, original_article_id }) =>
            id === p_article_id || (p_along && original_article_id === p_article_id),
        )
        for (const row of changed ?? []) row.featured = p_featured
        return { status: 'featured', along: changed && changed.length > 1 ? along : [] }
      },
    },
  })
  const row = (language: string) => page.getByRole('listitem').filter({ hasText: language })
  const dialog = page.getByRole('dialog')
  const tick = dialog.getByRole('checkbox', { name: 'Its translations too' })
  const sent = (more: object) =>
    expect.poll(() => screen.sentTo('feature_article').at(-1)).toMatchObject(more)

  await button('Choose the featured article in English').click()
  await expect.element(tick).toBeChecked()
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: /Vigo/ }).click()
  await expectToast('The featured article in English and Spanish was changed.')
  await sent({ p_article_id: english.id, p_featured: true, p_along: true })
  await expect.element(row('Spanish').getByRole('link', { name: 'Vigo en español' })).toBeVisible()

  await button('Remove the featured article in English').click()
  await expect.element(dialog).toMatchTextContent(/“Vigo” is featured in English and Spanish\./)
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectToast(/English and Spanish have no featured article now\./)
  await expect.element(row('Spanish')).toMatchTextContent(/No featured article/)
  await button('Undo').click()
  await expect.element(row('Spanish').getByRole('link', { name: 'Vigo en español' })).toBeVisible()
  await expect.element(row('English').getByRole('link', { name: 'Vigo' })).toBeVisible()

  await button('Remove the featured article in English').click()
  await tick.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectToast(/English has no featured article now\./)
  await sent({ p_article_id: english.id, p_featured: false, p_along: false })
  await expect.element(row('Spanish').getByRole('link', { name: 'Vigo en español' })).toBeVisible()

  await button('Choose the featured article in German').click()
  await expect.element(tick).not.toBeInTheDocument()
})

test('the overview has what is in force: featured titles, when translations are published, site, author and defaults', async () => {
  const featured = anArticleRow({ title: 'Still im Hafen', slug: 'hafen', language: 'de', featured: true })
  await openScreen('/admin/settings', {
    tables: {
      articles: [featured],
      settings: [
        { key: 'site_name', value: 'Le Monde' },
        { key: 'translation_review', value: { fr: true } },
        { key: 'default_author', value: 'Ada Lovelace' },
        { key: 'banned_words', value: { en: ['synergy'] } },
      ],
    },
  })
  const card = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .last()
  await expect
    .element(card('Featured Articles'))
    .toMatchTextContent(/EnglishNo featured article.*GermanStill im Hafen/)
  await expect.element(card('Translation Management')).toMatchTextContent(/French.*after.*German/i)
  await expect.element(card('Site Configuration')).toMatchTextContent(/Name of the siteLe Monde/)
  await expect.element(card('Author Settings')).toMatchTextContent(/Ada Lovelace/)
  await expect.element(card('Article Defaults')).toMatchTextContent(/5 min read.*synergy/)
})

test('an article that somebody saves while it is chosen is featured once its difference was shown', async () => {
  const seen = anArticleRow({ title: 'Harbours go quiet', content: 'It says 31 percent.' })
  const changed = aChange()
  const unseen = { ...seen, content: 'It says 33 percent.', updated_at: changed.version }
  const screen = await openScreen('/admin/settings/featured-articles', {
    tables: { articles: [seen], article_revisions: [aRevisionRow(seen, 1), aRevisionRow(unseen, 2)] },
    calls: {
      feature_article: ({ p_version }) =>
        p_version === changed.version ? { status: 'featured', along: [] } : changed,
    },
  })
  await button('Choose the featured article in English').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Harbours go quiet/ }).click()
  await expect
    .element(dialog)
    .toMatchTextContent(/Ben Weber saved another version on Sunday, November 22, 2026/)
  await dialog.getByRole('button', { name: 'Show what has changed' }).click()
  await expect.element(dialog.getByRole('region', { name: 'Content' })).toMatchTextContent(/31.*33/)
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Choose' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(screen.sentTo('feature_article')).toMatchObject([
    { p_article_id: seen.id, p_version: seen.updated_at },
    { p_article_id: seen.id, p_version: changed.version },
  ])
})

test('a section is reached by the index, by an older address, and by a part of the name of a setting', async () => {
  const screen = await openSection('author-settings')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const main = page.getByRole('main')
  for (const { title } of SECTIONS)
    await expect
      .element(main.getByRole('heading', { name: title, exact: true }).getByRole('link'))
      .toBeVisible()
  expect(await findProblems(), 'the overview').toEqual([])
  await main.getByRole('heading', { name: 'Author Settings' }).getByRole('link').click()
  await expect.element(page.getByLabelText('Default author')).toBeVisible()
  expect(window.location.pathname).toBe('/admin/settings/author-settings')

  await screen.go('/admin/settings#language-model')
  await expect.poll(() => window.location.pathname).toBe('/admin/settings/language-model')
  await screen.go('/admin/settings/nonsense')
  await expect.element(page.getByText('There is no such section of the settings.')).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('postal')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Postal address')).toHaveFocus()
  expect(window.location.pathname + window.location.hash).toBe(
    '/admin/settings/newsletter-settings#postal-address',
  )
  await search.fill('no such thing')
  await expect.element(page.getByText('No setting has this name.')).toBeVisible()
  expect(await findProblems(), 'with a search').toEqual([])
})

test('every setting is led to by its name, and is in no other section', async () => {
  await openScreen('/admin/settings/author-settings', { functions: { 'read-words': [] } })
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  for (const section of SECTIONS)
    for (const label of section.keys.map((key) => SETTING_LABELS[key])) {
      await search.fill(label)
      await page
        .getByRole('search')
        .getByRole('link', { name: `${label} ${section.title}`, exact: true })
        .click()
      await expect
        .poll(() => window.location.pathname + window.location.hash)
        .toBe(settingsPath(section, label))
      await expect
        .poll(() => document.querySelector('form[aria-labelledby] :focus'), { message: label })
        .not.toBeNull()
    }
})

test.each(SECTIONS)(
  'the command bar finds the section $title, which has something to set',
  async (section) => {
    await openScreen('/admin/settings', { calls: NO_ARTICLES, functions: { 'read-words': [] } })
    await userEvent.keyboard('{Control>}k{/Control}')
    await page
      .getByRole('dialog', { name: 'Commands' })
      .getByRole('combobox')
      .fill(`Settings: ${section.title}`)
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toHaveTextContent(`Settings: ${section.title}`)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => window.location.pathname).toBe(settingsPath(section))
    await expect
      .element(page.getByRole('heading', { level: 2, name: section.title, exact: true }))
      .toBeVisible()
    const main = page.getByRole('main')
    await expect
      .element(
        main
          .getByRole('button')
          .or(main.getByRole('textbox'))
          .or(main.getByRole('switch'))
          .or(main.getByRole('form').getByRole('searchbox'))
          .first(),
      )
      .toBeVisible()
    expect(document.documentElement.scrollHeight).toBeLessThan(MAX_HEIGHT)
  },
)

test('a section says what is not saved, saves it or discards it, and loses nothing without a question', async () => {
  await openSection()
  const bar = page.getByText(/^Not saved yet/)
  await expect.element(nameOfSite).toBeVisible()
  await expect.element(button('Save Changes')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('Nothing to save.')).toBeVisible()
  await nameOfSite.fill('Le Monde')
  await page.getByLabelText('AI crawlers').selectOptions('Refused')
  await expect.element(bar).toHaveTextContent('Not saved yet: Name of the site, AI crawlers')
  await page.getByRole('link', { name: 'Author Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(dialog).toMatchTextContent(/Name of the site, AI crawlers/)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect.element(nameOfSite).toHaveValue('Le Monde')
  await button('Discard').click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Site Configuration' })).toHaveFocus()
  await expect.element(nameOfSite).toHaveValue('')
  await expect.element(bar).not.toBeInTheDocument()

  await nameOfSite.fill('Le Monde')
  await userEvent.keyboard('{Control>}s{/Control}')
  await saved()
  await expect.element(bar).not.toBeInTheDocument()
  await nameOfSite.fill('Le Monde Vert')
  await page.getByRole('link', { name: 'Author Settings' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByLabelText('Default author')).toBeVisible()
})

test('a section with everything open is accessible, and so is one with a problem', async () => {
  const screen = await openSection('newsletter-page')
  await expect.element(page.getByRole('form')).toBeVisible()
  for (const details of document.querySelectorAll('form details')) details.setAttribute('open', '')
  expect(await findProblems(), 'everything open').toEqual([])
  await screen.go('/admin/settings/site-configuration')
  await page.getByLabelText('Contact address').fill('nobody')
  await save()
  expect(await findProblems(), 'with a problem').toEqual([])
})
