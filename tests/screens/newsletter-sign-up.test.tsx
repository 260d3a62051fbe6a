import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loader as confirm } from '#app/routes/newsletter/confirm-subscription.tsx'
import { loader as landing } from '#app/routes/newsletter/landing.tsx'
import { loader as subscribe } from '#app/routes/newsletter/subscribe.tsx'
import { findProblems } from './support/find-problems.ts'
import { openPage } from './support/open-page.tsx'
import { expectToast } from './support/toasts.ts'

const CONTACT = { Page: () => <h1>Contact</h1> }
const LANDING = {
  Page: landing.Page,
  data: { figures: [], testimonials: [], areSamples: false },
}
const CONFIRM = { Page: confirm.Page, data: { hasToken: true } }
const ANSWERED = { success: true, message: '', email: 'a@example.org', confirmation_token: null }
const given = {
  calls: { subscribe_newsletter: ANSWERED as never },
  functions: { 'read-mail-transport': { leaves: true } },
}

const form = page.getByRole('contentinfo')
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('an address that is none is refused with a message, and nothing is sent', async () => {
  const screen = await openPage('/contact', CONTACT, given)
  const field = form.getByRole('textbox')
  for (const [typed, message] of [
    ['nobody at all', 'Invalid email address'],
    [`${'a'.repeat(250)}@example.org`, 'Email too long'],
  ] as const) {
    await field.fill(typed)
    await expect.element(field).toHaveAccessibleDescription('')
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
    await expect.element(field).toHaveAccessibleDescription(message)
  }
  expect(screen.sent).toEqual([])
  // A message stays open while it has focus.
  ;(page.getByRole('region', { name: 'Notifications' }).getByRole('button').element() as HTMLElement).focus()
  expect(await findProblems()).toEqual([])
})

test('a bot that fills in the field that people do not find gets the answer of a reader, and nothing is sent', async () => {
  const screen = await openPage('/contact', CONTACT, given)
  // Neither in the accessibility tree nor to be focused.
  await expect.element(form.getByRole('textbox')).toHaveLength(1)
  const trap = document.querySelector<HTMLInputElement>('footer input[name=second_line]')
  trap?.focus()
  expect(document.activeElement).not.toBe(trap)
  if (trap) trap.value = 'buy now'
  await form.getByRole('textbox').fill('bot@example.org')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expectToast('Please check your email')
  expect(screen.sent).toEqual([])
})

test('a reader signs up on the landing page with the keyboard, and the focus stays in the form', async () => {
  const screen = await openPage('/newsletter', LANDING, given)
  const field = page.getByRole('main').getByRole('textbox', { name: 'Email address' })
  await field.click()
  await userEvent.keyboard('lena.reader@example.org{Tab}')
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Subscribe' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Please check your email to confirm your subscription!')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  expect(screen.sentTo('subscribe_newsletter')).toEqual([
    { p_email: 'lena.reader@example.org', p_language: 'en' },
  ])
})

test('an address that is sent twice before the code for that is there is sent once', async () => {
  const screen = await openPage('/contact', CONTACT, given)
  await form.getByRole('textbox').fill('twice@example.org')
  // The styles of the answer take their time to load.
  document.getElementById('reader')?.setAttribute('data-styles', 'data:text/css,')
  const sent = document.querySelector<HTMLFormElement>('footer form')
  sent?.requestSubmit()
  sent?.requestSubmit()
  await expectToast('Please check your email to confirm your subscription!')
  expect(screen.sentTo('subscribe_newsletter')).toHaveLength(1)
  await expect.element(form.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()
})

test('the second sign-up link leads to the form at the top, in the language of the page', async () => {
  await openPage('/newsletter?lang=de', LANDING)
  await page.getByRole('main').getByRole('link', { name: 'Briefing erhalten' }).click()
  const field = page.getByRole('main').getByRole('textbox')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toBeInViewport()
  expect(location.search + location.hash).toBe('?lang=de#sign-up')
})

test('the page for an address that was refused without scripts says so at its field', async () => {
  const refused = {
    message: 'validation.email.invalid',
    problem: 'validation.email.invalid',
    typed: 'nobody at all',
    done: false,
  }
  await openPage('/subscribe', {
    Page: (props: object) => subscribe.Page({ ...props, actionData: refused } as never),
  })
  const field = page.getByRole('main').getByRole('textbox')
  await expect.element(field).toHaveAccessibleDescription('Invalid email address')
  await expect.element(field).toHaveValue('nobody at all')
  expect(await findProblems()).toEqual([])
})

test('a confirmation page that a browser loads ahead of a click confirms nothing until it is seen', async () => {
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const confirmed = { success: true, code: 'confirmed', message: '' } as const
  const screen = await openPage('/confirm-subscription?token=ours', CONFIRM, {
    calls: { confirm_newsletter_subscription: confirmed as never },
  })
  await expect.element(heading('Confirming Subscription')).toBeVisible()
  expect(await findProblems()).toEqual([])
  expect(screen.sent).toEqual([])
  seen.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('Email confirmed successfully!')).toBeVisible()
  expect(screen.sentTo('confirm_newsletter_subscription')).toEqual([{ p_token: 'ours' }])
  expect(await findProblems()).toEqual([])
})

test.each(['', '?token=somebody-elses'])(
  'a confirmation with "%s" that does not work leads to the home page and to the newsletter',
  async (search) => {
    const refused = { success: false, code: 'invalid', message: 'Invalid confirmation link' } as const
    await openPage(
      `/confirm-subscription${search}`,
      { Page: confirm.Page, data: { hasToken: search !== '' } },
      { calls: { confirm_newsletter_subscription: refused as never } },
    )
    await expect.element(heading('Confirmation Failed')).toBeVisible()
    await expect.element(page.getByText('Invalid confirmation link')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Go to Homepage' })).toHaveAttribute('href', '/')
    await page.getByRole('link', { name: 'Try Subscribing Again' }).click()
    await expect.element(heading('Elsewhere: /')).toBeInTheDocument()
    // The script of the home page scrolls there.
    expect(sessionStorage.getItem('scroll-to')).toBe('#newsletter')
  },
)
