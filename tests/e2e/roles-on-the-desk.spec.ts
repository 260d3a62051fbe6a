import { storeArticle } from './support/article-form.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type NewMember, openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const entries = (desk: Page) => desk.getByRole('navigation', { name: 'Admin' }).getByRole('link')
const notForRole = (desk: Page) => desk.getByRole('heading', { name: 'This screen is not part of your role' })

/** A transparent picture of one pixel, in base64. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

interface Case extends NewMember {
  menu: RegExp[]
  /** Screens that are not for them, by their addresses. */
  closed: string[]
}

const FOR_ADMINISTRATORS = [
  'people',
  'settings/newsletter',
  'system',
  'access-tokens',
  'outbox',
  'pages',
  'import',
]

const CASES: Case[] = [
  {
    name: 'Lena',
    role: 'editor',
    menu: [
      /My desk/,
      /Readers/,
      /Articles/,
      /Drafts/,
      /Trash/,
      /Media/,
      /Translations/,
      /Glossary/,
      /Issues/,
    ],
    closed: [...FOR_ADMINISTRATORS, 'newsletter/subscribers'],
  },
  {
    name: 'Ana',
    role: 'author',
    menu: [/My desk/, /Articles/, /Drafts/, /Trash/, /Media/],
    closed: [...FOR_ADMINISTRATORS, 'readers', 'social', 'translations', 'glossary', 'newsletter'],
  },
  {
    name: 'Emil',
    role: 'translator',
    languages: ['fr'],
    menu: [/My desk/, /Translations/, /Glossary/],
    closed: [
      ...FOR_ADMINISTRATORS,
      'readers',
      'social',
      'articles',
      'articles/new',
      'drafts',
      'media',
      'newsletter',
    ],
  },
  {
    name: 'Tom',
    role: 'newsletter',
    permissions: ['addresses'],
    menu: [/My desk/, /Issues/, /Subscribers/],
    closed: [...FOR_ADMINISTRATORS, 'readers', 'social', 'articles', 'translations', 'glossary', 'media'],
  },
]

for (const { menu, closed, ...member } of CASES)
  test(`the ${member.role} sees the screens of the role, and is told so at others`, async ({
    browser,
    publication,
    expectConsoleError,
  }) => {
    test.slow()
    // No screen asks for what it may not read; what others ask is seen here.
    expectConsoleError(/status of (404)/)
    const { desk } = await openAs(browser, publication, member)
    await desk.goto('/admin/account')
    await expect(desk.getByRole('heading', { name: 'Account' })).toBeVisible()
    for (const entry of menu) await expect(entries(desk).filter({ hasText: entry }).first()).toBeVisible()
    await expect(
      entries(desk).filter({ hasText: /Settings|People|System|Delivery|Integrations/ }),
    ).toHaveCount(0)

    // What the menu leads to is there.
    const addresses = await entries(desk).evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    )
    for (const address of addresses) {
      await desk.goto(address)
      await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(notForRole(desk)).toHaveCount(0)
      await expect(desk.getByText('You are not allowed to do this')).toHaveCount(0)
    }
    for (const address of closed) {
      await desk.goto(`/admin/${address}`)
      await expect(notForRole(desk)).toBeVisible()
    }
    expect(await findAccessibilityProblems(desk)).toEqual([])
    await desk.getByRole('link', { name: 'Go to My desk' }).click()
    await expect(desk).toHaveURL('/admin/dashboard')

    await desk.keyboard.press('Control+k')
    const commands = desk.getByRole('dialog', { name: 'Commands' })
    await commands.getByRole('combobox').fill('settings')
    await expect(commands.getByRole('option', { name: /^Settings/ })).toHaveCount(0)
    await desk.context().close()
  })

test('an author saves a draft and is offered nothing of an editor; a translator reads an original', async ({
  browser,
  publication,
}) => {
  test.slow()
  const { data: story } = await publication.service
    .from('articles')
    .insert({
      slug: 'tides',
      title: 'Tides of power',
      excerpt: 'How the sea makes light.',
      content: 'The sea moves twice a day.',
      category: 'tech',
      published: true,
    })
    .select('id')
    .single()
    .throwOnError()
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'author' })
  await ana.goto('/admin/articles/new')
  await ana.getByLabel('Title', { exact: true }).fill('A draft')
  for (const name of ['Publish', 'Create Article', 'Schedule']) {
    await expect(ana.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await expect(ana.getByRole('checkbox', { name: /[Ff]eature/ })).toHaveCount(0)
  await expect(ana.getByRole('tab', { name: 'Translations' })).toHaveCount(0)
  expect(await findAccessibilityProblems(ana)).toEqual([])
  await ana.getByRole('button', { name: 'Save draft', exact: true }).click()
  await expect(ana).toHaveURL(/\/admin\/drafts/)
  await expect(ana.getByRole('link', { name: /A draft/ }).first()).toBeVisible()
  await ana.goto('/admin/articles')
  await expect(ana.getByRole('link', { name: /Tides of power/ }).first()).toBeVisible()
  await expect(ana.getByRole('button', { name: /Delete/ })).toHaveCount(0)
  await ana.goto('/admin/articles/edit/tides')
  await expect(ana.getByText('You can read this here, and not change it.')).toBeVisible()

  const { desk: emil } = await openAs(browser, publication, {
    name: 'Emil',
    role: 'translator',
    languages: ['fr'],
  })
  await emil.goto('/admin/articles/edit/tides')
  await expect(emil.getByRole('heading', { name: 'Tides of power' })).toBeVisible()
  await expect(emil.getByText('The sea moves twice a day.')).toBeVisible()
  await expect(emil.getByRole('textbox')).toHaveCount(0)
  expect(await findAccessibilityProblems(emil)).toEqual([])
  await expect(emil.getByRole('link', { name: 'Translate into French' })).toHaveAttribute(
    'href',
    `/admin/translations/${story.id}/fr`,
  )
  await emil.goto('/admin/translations')
  await expect(emil.getByRole('link', { name: 'Review and style' })).toHaveCount(0)
  await expect(emil.getByText('German')).toHaveCount(0)
  await ana.context().close()
  await emil.context().close()
})

test('what a translator finishes who may not publish waits for an editor, who publishes it', async ({
  browser,
  publication,
}) => {
  const story = await storeArticle(publication.service)
  const { desk: emil } = await openAs(browser, publication, {
    name: 'Emil',
    role: 'translator',
    languages: ['fr'],
  })
  await emil.goto(`/admin/translations/${story.id}/fr`)
  for (const [position, text] of ['Puces', 'Une usine.', 'Un.', 'Deux.'].entries())
    await emil.locator(`[data-block="${position}"]`).getByRole('textbox').first().fill(text)
  await emil.keyboard.press('Control+s')
  await expectToast(emil, /saved/i)
  await emil.goto('/admin/translations/to-review')
  await expect(emil.getByText('Nothing waits for a review')).toBeVisible()
  await emil.context().close()

  const { desk: lena } = await openAs(browser, publication, { name: 'Lena', role: 'editor' })
  await lena.goto('/admin/translations/to-review')
  await expect(lena.getByRole('row', { name: /Puces/ })).toContainText('Finished; waits to be published')
  expect(await findAccessibilityProblems(lena)).toEqual([])
  await lena.getByRole('link', { name: 'Puces' }).click()
  await lena.getByRole('button', { name: 'Approve all' }).click()
  await lena.getByRole('button', { name: /publish/i }).click()
  await expectToast(lena, /Readers have this text now/)
  await lena.goto('/admin/translations/to-review')
  await expect(lena.getByText('Nothing waits for a review')).toBeVisible()
  await lena.context().close()
})

test('a translator proposes a term, and an editor sees whose proposal it is and why', async ({
  browser,
  publication,
}) => {
  const { desk: emil } = await openAs(browser, publication, {
    name: 'Emil',
    role: 'translator',
    languages: ['fr'],
  })
  await emil.goto('/admin/glossary')
  await emil.getByRole('button', { name: 'Propose a term' }).click()
  const dialog = emil.getByRole('dialog', { name: 'Propose a term' })
  await dialog.getByRole('textbox', { name: 'English term' }).fill('weights')
  await dialog.getByRole('textbox', { name: 'Translate it as' }).fill('poids')
  await dialog.getByRole('textbox', { name: 'Why' }).fill('As in papers.')
  expect(await findAccessibilityProblems(emil)).toEqual([])
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(dialog).toBeHidden()
  const own = emil.getByRole('listitem').filter({ hasText: 'poids' }).first()
  await expect(own).toContainText('proposed by Emil')
  await expect(own.getByRole('button', { name: /Accept|Reject/ })).toHaveCount(0)

  // The same again is not stored twice, and what is typed stays.
  await emil.getByRole('button', { name: 'Propose a term' }).click()
  await dialog.getByRole('textbox', { name: 'English term' }).fill('weights')
  await dialog.getByRole('textbox', { name: 'Translate it as' }).fill('poids')
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(dialog).toContainText('This was proposed before')
  await emil.context().close()

  const { desk: lena } = await openAs(browser, publication, { name: 'Lena', role: 'editor' })
  await lena.goto('/admin/glossary')
  const proposal = lena.getByRole('listitem').filter({ hasText: 'poids' }).first()
  await expect(proposal).toContainText('proposed by Emil')
  await expect(proposal).toContainText('As in papers.')
  await proposal.getByRole('button', { name: 'Accept…' }).click()
  await lena.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lena.getByText('proposed by Emil')).toHaveCount(0)
  await lena.context().close()
})

test('an author is offered changes of their own pictures only', async ({ browser, publication }) => {
  const picture = Buffer.from(PIXEL, 'base64')
  await publication.service.storage
    .from('article-images')
    .upload('articles/theirs.png', picture, { contentType: 'image/png' })
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'author' })
  await ana.goto('/admin/media')
  const theirs = ana.getByRole('link', { name: /theirs\.png/ })
  await expect(theirs).toBeVisible()
  await expect(ana.getByRole('checkbox')).toHaveCount(0)
  await theirs.click()
  await expect(ana.getByText('It is changed by editors')).toBeVisible()
  await expect(ana.getByRole('button', { name: /Delete|Save/ })).toHaveCount(0)
  expect(await findAccessibilityProblems(ana)).toEqual([])
  await ana.context().close()
})
