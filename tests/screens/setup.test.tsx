import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SETUP_STEPS, setupPath } from '#app/admin/setup/setup-steps.ts'
import type { DemoState } from '#core/domain/demo.ts'
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

const openStep = (slug: string) => {
  let demo = DEMO
  return openScreen(`/admin/setup/${slug}`, {
    calls: SAVES_SETTINGS,
    functions: {
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
  await expect.element(heading('Mail')).toBeVisible()
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
