import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SETUP_STEPS, setupPath } from '#app/admin/shell/setup/setup-steps.ts'
import type { DemoState } from '#core/domain/demo.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { describeStatements } from '#core/i18n/describe-statements.ts'
import { shippedWords } from '#core/i18n/shipped-words.ts'
import { SMALL } from '../support/accessibility-looks.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import type { Network } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

const NOTHING = { stories: 0, articles: 0, issues: 0, settings: 0, pictures: 0 }
const DEMO: DemoState = {
  removable: { stories: 25, articles: 91, issues: 3, settings: 1, pictures: 24 },
  kept: [{ title: 'Mine', slug: 'mine', languages: ['en'], work: ['edited'] }],
  removedAt: null,
}

const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const path = () => window.location.pathname

const settingsOfRows = (rows: Network['tables']['settings'] = []) =>
  settingsOf(rows as unknown as { key: string; value: unknown }[], { contact_address: 'news@example.com' })
    .settings

const openStep = (slug: string, settings: Network['tables']['settings'] = []) => {
  let demo = DEMO
  return openScreen(`/admin/setup/${slug}`, {
    calls: SAVES_SETTINGS,
    tables: { settings },
    functions: {
      'read-statements': (_: never, tables: Network['tables']) =>
        describeStatements(settingsOfRows(tables.settings), location.origin),
      'read-demo': () => demo,
      'remove-demo': () => {
        const removed = demo.removable
        demo = { removable: NOTHING, kept: [], removedAt: '2026-11-28T09:00:00Z' }
        return { removed, kept: [] }
      },
    },
  })
}

/** Presses Tab until a control has the focus. */
async function tabTo(role: 'button' | 'link' | 'textbox', name: string): Promise<void> {
  const control = page.getByRole(role, { name, exact: true })
  await expect.element(control).toBeVisible()
  for (let presses = 0; presses < 80 && document.activeElement !== control.element(); presses++)
    await userEvent.keyboard('{Tab}')
  await expect.element(control).toHaveFocus()
}

test('a step is saved by keyboard and leads on, and what is not saved is not lost by going back', async () => {
  const screen = await openStep('site')
  await tabTo('textbox', 'Name of the site')
  await userEvent.keyboard('Le Monde Vert{Enter}')
  await expect.poll(path).not.toBe('/admin/setup/site')
  const steps = page.getByRole('navigation', { name: 'Steps', exact: true })
  await expect.element(steps.getByRole('link', { name: 'Name and tagline (done)' })).toBeVisible()

  await screen.go('/admin/setup/responsible')
  await tabTo('textbox', 'Name')
  await userEvent.keyboard('Vera Green')
  await tabTo('link', 'Back')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Vera Green')
  await tabTo('button', 'Save and continue')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('What we say in your name')).toBeVisible()
  expect(storedSettings(screen)).toMatchObject({
    site_name: 'Le Monde Vert',
    editorial_responsibility: { name: 'Vera Green' },
  })
})

test('the languages ask which of them wait for a review', async () => {
  const screen = await openStep('languages')
  const form = page.getByRole('form', { name: 'Review before publishing' })
  await form.getByRole('checkbox', { name: /^Spanish/ }).click()
  expect(await findProblems()).toEqual([])
  await form.getByRole('button', { name: 'Save and continue' }).click()
  await expect.poll(path).not.toBe('/admin/setup/languages')
  expect(storedSettings(screen)).toEqual({ translation_review: { es: true } })
})

test('the sections say what of the demo is in them', async () => {
  await openStep('sections')
  await expect.element(page.getByText(/^91 articles of the demo are in these sections/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to the demo' }))
    .toHaveAttribute('href', '/admin/setup/demo')
})

test('the demo goes when the name of the paper is typed, and setting up ends', async () => {
  const screen = await openStep('demo')
  await expect.element(page.getByRole('link', { name: 'Mine' })).toBeVisible()
  await expect.element(page.getByText(/English: edited/)).toBeVisible()
  await tabTo('textbox', 'Type the name of the paper, AI Watch, to confirm')
  await userEvent.keyboard('Le Monde{Enter}')
  await expect.element(page.getByText('That is not AI Watch.').first()).toBeVisible()
  expect(screen.sentTo('remove-demo')).toEqual([])
  await userEvent.keyboard('{Control>}a{/Control}AI Watch{Enter}')
  await expectToast('The demo is gone: 91 articles were removed.')
  await expect.element(page.getByText('The demo was removed.')).toBeVisible()
  await expect.element(heading('Demo')).toHaveFocus()
  expect(screen.sentTo('remove-demo')).toEqual([{ site_name: 'AI Watch' }])
  for (const [name, to] of [
    ['Pages (imprint)', '/admin/pages'],
    ['Navigation', '/admin/settings/navigation'],
    ['Front page', '/admin/settings/front-page'],
    ['Words', '/admin/settings/words'],
  ] as const)
    await expect
      .element(page.getByRole('main').getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', to)
  await tabTo('button', 'Finish')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/admin/dashboard')
  await expect.element(page.getByRole('link', { name: 'Set up your paper' })).not.toBeInTheDocument()
  expect(storedSettings(screen)).toEqual({ setup: 'finished' })
})

describe('what is said in the name of the publication', () => {
  const row = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3, name }) })

  test('is kept or left out by keyboard, and read from then on', async () => {
    const screen = await openStep('statements', [{ key: 'site_name', value: 'Le Monde Vert' }])
    await expect.element(heading('What we say in your name')).toBeVisible()
    const gdpr = row('You comply with the GDPR')
    await expect.element(gdpr.getByText('GDPR compliant', { exact: true })).toBeVisible()
    await expect.element(gdpr.getByText('Not read yet')).toBeVisible()
    await expect.element(gdpr.getByText('Readers do not see it.')).toBeVisible()
    await tabTo('button', 'Leave out: You answer within 48 hours')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('button', { name: 'Leave out: You answer within 48 hours' }))
      .toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Keep: You comply with the GDPR' }).click()
    await expect.element(gdpr.getByText('Readers see it.')).toBeVisible()
    await expect.element(gdpr.getByText('Not read yet')).not.toBeInTheDocument()
    await expect
      .element(gdpr.getByRole('button', { name: 'Keep: You comply with the GDPR' }))
      .toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Leave out: Site and newsletter are free' }).click()
    await expect
      .element(row('Site and newsletter are free').getByText('Readers do not see it.'))
      .toBeVisible()
    expect(storedSettings(screen)).toMatchObject({
      statements: { replies: 'out', gdpr: 'keep', free: 'out' },
    })
    await expect
      .element(gdpr.getByRole('link', { name: 'Change: GDPR compliant' }))
      .toHaveAttribute('href', '/admin/settings/words?message=newsletter.proof.gdpr')
    await expect
      .element(
        row('Swiss law and Swiss courts apply')
          .getByRole('link', { name: /^Change: / })
          .first(),
      )
      .toHaveAttribute('href', '/admin/pages/terms/en')
    await expect
      .element(page.getByRole('button', { name: 'Leave out: Where readers write to' }))
      .not.toBeInTheDocument()
  })

  test('is read as a whole without another choice, and comes back when a shipped text changes', async () => {
    const screen = await openStep('statements')
    await page.getByRole('button', { name: /^Mark \d+ statements as read$/ }).click()
    await expect.element(page.getByText('You have read all of them.')).toBeVisible()
    const { statements_read: read, ...others } = storedSettings(screen)
    expect(others).toEqual({})
    expect(Object.keys(read as object)).toEqual(
      describeStatements(settingsOfRows(), location.origin).map(({ id }) => id),
    )

    screen.tables.settings?.splice(0, 1, {
      key: 'statements_read',
      value: { ...(read as object), liability: 'older' },
    })
    await screen.reload()
    await expect.element(page.getByText('1 statement is not read yet.')).toBeVisible()
    await expect.element(row('Liability is limited to 100 euros').getByText('Not read yet')).toBeVisible()
  })

  test('is not decided over the head of another administrator', async () => {
    const screen = await openScreen('/admin/setup/statements', {
      calls: { save_settings: { conflicts: ['statements'] } },
      functions: { 'read-statements': describeStatements(settingsOfRows(), location.origin) },
    })
    await page.getByRole('button', { name: 'Leave out: You send no spam' }).click()
    await expectToast('Another administrator has changed this in the meantime. Look at it again.')
    await expect.element(row('You send no spam').getByText('Readers see it.')).toBeVisible()
    expect(storedSettings(screen)).toEqual({})
  })

  test('is named on the dashboard until then', async () => {
    await openScreen('/admin/dashboard')
    await expect
      .element(page.getByRole('link', { name: /^What you say in your name: not read yet/ }))
      .toHaveAttribute('href', '/admin/setup/statements')
  })

  test('shows in the words what readers get instead', async () => {
    const settings = settingsOfRows([{ key: 'site_name', value: 'Le Monde Vert' }])
    await openScreen('/admin/settings/words?message=header.newsletter.wide', {
      tables: { settings: [{ key: 'site_name', value: 'Le Monde Vert' }] },
      functions: { 'read-words': () => shippedWords({ ...settings, statements: { free: 'out' } }) },
    })
    await expect
      .element(page.getByText(/^Left out: readers get “Weekly Digest” here, whatever you write/))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'What we say in your name' }))
      .toHaveAttribute('href', '/admin/setup/statements')
  })
})

test('who does not want the offer to set up now is not asked again, and finds it in the menu', async () => {
  const desk = EMPTY_DESK.functions['read-desk'] as { firstSteps: object; counts: object }
  const screen = await openScreen('/admin/dashboard', {
    calls: SAVES_SETTINGS,
    functions: {
      'read-desk': (_: never, tables: Network['tables']) => ({
        ...desk,
        counts: { ...desk.counts, total: 91 },
        firstSteps: { ...desk.firstSteps, isDismissed: 'welcome' in storedSettings({ tables }) },
      }),
    },
  })
  await expect.element(page.getByRole('link', { name: 'Set it up' })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.element(page.getByRole('link', { name: 'Set it up' })).not.toBeInTheDocument()
  expect(storedSettings(screen)).toEqual({ welcome: 'dismissed' })
  await page.getByRole('navigation').getByRole('link', { name: 'Set up your paper' }).click()
  await expect.element(heading('Name and tagline')).toBeVisible()
})

test.each(SETUP_STEPS.map((step, index) => ({ ...step, number: index + 1 })))(
  'the step $title is accessible, and says on a phone how far one is',
  async (step) => {
    await openStep(step.slug)
    expect(path()).toBe(setupPath(step))
    await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.viewport(SMALL, 800)
    await expect.element(page.getByText(`Step ${step.number} of ${SETUP_STEPS.length}`)).toBeVisible()
    expect(await findProblems()).toEqual([])
  },
)
