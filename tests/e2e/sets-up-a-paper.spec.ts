import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { SMALL } from '../support/accessibility-looks.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openDesk } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-mail-sink.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string): Promise<void> {
  const control = page.getByRole(role, { name, exact: true })
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

/** Goes on, step by step, until one has this heading. */
async function skipTo(page: Page, name: string): Promise<void> {
  const way = page.getByRole('navigation', { name: 'Other steps' }).getByRole('link').last()
  const current = page.getByRole('navigation', { name: 'Steps', exact: true }).locator('[aria-current]')
  for (;;) {
    // The address is ahead of its step for a moment.
    await expect.poll(() => current.getAttribute('href')).toBe(new URL(page.url()).pathname)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    if (await heading(page, name).isVisible()) return
    const before = page.url()
    await way.press('Enter')
    await expect(page).not.toHaveURL(before)
  }
}

test('a newcomer is offered the set-up, and goes through it by keyboard', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // The front page beside the look shows the demo, whose pictures are not there.
  expectConsoleError(/404.*\/demo\//)
  await seedDemo(publication.service)
  await page.goto('/admin')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
  await tabTo(page, 'link', 'Set it up')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/setup/site')

  await tabTo(page, 'textbox', 'Name of the site')
  await page.keyboard.type('Le Monde Vert')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL('/admin/setup/site')
  const steps = page.getByRole('navigation', { name: 'Steps', exact: true })
  await expect(steps.getByRole('link', { name: 'Name and tagline (done)' })).toBeVisible()

  await skipTo(page, 'Sections')
  await expect(page.getByText('91 articles of the demo are in these sections')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the demo' })).toHaveAttribute(
    'href',
    '/admin/setup/demo',
  )

  // What is not saved is not lost by going somewhere else.
  await skipTo(page, 'Who answers for it')
  await tabTo(page, 'textbox', 'Name')
  await page.keyboard.type('Vera Green')
  await tabTo(page, 'link', 'Back')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Vera Green')
  await tabTo(page, 'button', 'Save and continue')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Mail')).toBeVisible()

  await skipTo(page, 'Demo')
  await tabTo(page, 'textbox', 'Type the name of the paper, Le Monde Vert, to confirm')
  await page.keyboard.type('AI Watch')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is not Le Monde Vert.').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Le Monde Vert')
  await page.keyboard.press('Enter')
  await expectToast(page, 'The demo is gone: 91 articles were removed.')
  await expect(page.getByText('The demo was removed.')).toBeVisible()
  await expect(heading(page, 'Demo')).toBeFocused()
  for (const [name, path] of [
    ['Pages (imprint)', '/admin/pages'],
    ['Navigation', '/admin/settings/navigation'],
    ['Front page', '/admin/settings/front-page'],
    ['Words', '/admin/settings/words'],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await tabTo(page, 'button', 'Finish')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('link', { name: 'Set up your paper' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('who does not want it now is not asked again, and finds it in the menu', async ({
  page,
  publication,
}) => {
  await seedDemo(publication.service)
  await page.goto('/admin')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('link', { name: 'Set it up' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set it up' })).toHaveCount(0)
  await page.getByRole('navigation').getByRole('link', { name: 'Set up your paper' }).click()
  await expect(heading(page, 'Name and tagline')).toBeVisible()
})

test('every step is accessible, fits a phone, and says how far one is', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/404.*\/demo\//)
  await seedDemo(publication.service)
  await publication.service
    .from('articles')
    .update({ title: 'Mine' })
    .eq('slug', 'the-case-for-boring-ai')
    .throwOnError()
  await openDesk(page, DESK_ADMIN)
  await page.goto('/admin/setup')
  await expect(heading(page, 'Name and tagline')).toBeVisible()
  const steps = await page.getByRole('navigation', { name: 'Steps', exact: true }).getByRole('link').count()
  const problems: string[] = []
  for (let number = 1; number <= steps; number++) {
    await page.setViewportSize({ width: SMALL, height: 800 })
    await expect(page.getByText(`Step ${number} of ${steps}`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(SMALL)
    problems.push(...(await findAccessibilityProblems(page)))
    if (number < steps)
      await page.getByRole('navigation', { name: 'Other steps' }).getByRole('link').last().click()
  }
  expect(problems).toEqual([])
  await expect(page.getByRole('link', { name: 'Mine' })).toBeVisible()
  await expect(page.getByText('English: edited')).toBeVisible()
})

test('the test of the mail step arrives', async ({ page, sink }) => {
  await openDesk(page, DESK_ADMIN)
  await page.goto('/admin/setup/mail')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect.poll(() => sink.receipts.map(({ to }) => to)).toContain(DESK_ADMIN.email)
})
