import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SocialBlock, SocialFollower, SocialReply } from '#core/domain/social-web.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { aMember } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const STORY = {
  article_id: '20000000-0000-4000-8000-000000000001',
  slug: 'storm',
  language: 'en' as const,
  title: 'Storm over the valley',
}
const AT = '2026-11-27T09:00:00Z'

const aFollower = (name: string, more: Partial<SocialFollower> = {}): SocialFollower => ({
  language: 'en',
  actor: `https://social.example/users/${name}`,
  handle: `@${name}@social.example`,
  name,
  host: 'social.example',
  since: AT,
  ...more,
})
const aReply = (reply: Partial<SocialReply>): SocialReply => ({
  ...STORY,
  id: crypto.randomUUID(),
  actor: 'https://social.example/users/mara',
  handle: '@mara@social.example',
  name: 'Mara',
  host: 'social.example',
  uri: 'https://social.example/1',
  body: 'Well said.',
  warning: null,
  attachments: [],
  received_at: AT,
  changed_at: null,
  ...reply,
})

/** A story with followers, reactions, a server that fails and one that was left. */
async function openSocialWeb({
  replies: givenReplies,
  ...given
}: Parameters<typeof openScreen>[1] & { replies?: SocialReply[] } = {}) {
  const blocks: SocialBlock[] = []
  const isBlocked = ({ actor, host }: { actor: string; host: string }) =>
    blocks.some(({ value }) => value === actor || value === host)
  const followers = [
    aFollower('mara', { language: 'fr', name: 'Mara \u202eevil\u202e <b>bold</b>' }),
    aFollower('w'.repeat(90), { name: 'W'.repeat(100), host: 'long.example' }),
    ...Array.from({ length: 11 }, (_, index) => aFollower(`reader${index + 1}`)),
  ]
  const replies = givenReplies ?? [
    aReply({ body: 'Well said. <script>alert(1)</script>' }),
    aReply({
      actor: 'https://spam.example/users/eve',
      handle: null,
      name: null,
      host: 'spam.example',
      body: 'לא נכון https://spam.example/win',
    }),
  ]
  const left = <Row extends { actor: string; host: string }>(rows: Row[]) =>
    rows.filter((one) => !isBlocked(one))
  const part = <Row extends object>(rows: Row[], { p_offset = 0, p_limit = 10 }) =>
    rows.slice(p_offset, p_offset + p_limit)
  return openScreen('/admin/social', {
    tables: { settings: [{ key: 'social_web', value: true }] },
    calls: {
      read_social_web: () => ({
        followers: (['en', 'fr'] as const).map((language) => ({
          language,
          followers: left(followers).filter((one) => one.language === language).length,
        })),
        likes: 2,
        shares: 1,
        replies: left(replies).length,
        waiting: 1,
        waiting_servers: 1,
        waiting_since: AT,
      }),
      list_social_followers: (asked) => part(left(followers), asked),
      list_social_replies: (asked) => part(left(replies), asked),
      list_social_reactions: [{ ...STORY, likes: 2, shares: 1, replies: 2 }],
      list_social_servers: [
        {
          host: 'slow.example',
          failing_since: AT,
          failures: 9,
          problem: 'status',
          http_status: 503,
          waiting: 1,
          resumes_at: AT,
          left_at: null,
        },
        {
          host: 'gone.example',
          failing_since: AT,
          failures: 30,
          problem: 'name',
          http_status: null,
          waiting: 0,
          resumes_at: AT,
          left_at: AT,
        },
      ],
      list_social_blocks: () => blocks,
      block_on_social_web: ({ p_whom }) => {
        if (p_whom.startsWith('@')) {
          const message = 'Nobody with this handle follows.'
          return json({ code: 'P0001', message, details: null, hint: null }, 400)
        }
        const kind = p_whom.startsWith('https:') ? ('actor' as const) : ('domain' as const)
        blocks.unshift({ kind, value: p_whom, made_at: AT, made_by: 'Ada' })
        return null as never
      },
      unblock_on_social_web: ({ p_value }) => {
        blocks.splice(0, blocks.length, ...blocks.filter(({ value }) => value !== p_value))
        return null as never
      },
    },
    ...given,
  })
}

const region = (name: string) => page.getByRole('region', { name, exact: true })
const item = (section: string, text: string) =>
  region(section).getByRole('listitem').filter({ hasText: text })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')

/** Presses a button without the mouse. */
async function press(locator: ReturnType<typeof button>): Promise<void> {
  await expect.element(locator).toBeVisible()
  locator.element().focus()
  await userEvent.keyboard('{Enter}')
}

test('a reply shows its content warning, and what is attached to it as words', async () => {
  const attachments = [
    { kind: 'picture' as const, alt: 'A chart of costs <img src=x>' },
    { kind: 'video' as const, alt: '' },
  ]
  await openSocialWeb({
    replies: [
      aReply({ body: '', attachments, uri: 'https://social.example/picture' }),
      aReply({
        body: 'Too loud.',
        warning: 'noise',
        attachments,
        actor: 'https://social.example/users/otto',
      }),
      aReply({ body: 'Hidden at first.', warning: '', actor: 'https://social.example/users/ida' }),
    ],
  })
  const replies = region('Replies')
  await expect.element(replies.getByText('Picture: A chart of costs <img src=x>').first()).toBeVisible()
  await expect.element(replies.getByText('Video without a description').first()).toBeVisible()
  await expect.element(replies.getByText('No text.')).not.toBeInTheDocument()
  expect(document.querySelectorAll('#replies img')).toHaveLength(0)
  expect(
    replies
      .getByRole('link', { name: /^Open reply/ })
      .first()
      .element()
      .getAttribute('href'),
  ).toBe('https://social.example/picture')
  const body = replies.getByText('Too loud.')
  await expect.element(body).not.toBeVisible()
  await replies.getByText('Content warning: noise').click()
  await expect.element(body).toBeVisible()
  await replies.getByText('Marked as sensitive').click()
  await expect.element(replies.getByText('Hidden at first.')).toBeVisible()
  expect(await findProblems()).toEqual([])
})

test('before it is switched on the screen says what that means, and leads to the switch', async () => {
  await openScreen('/admin/social')
  await expect.element(page.getByText('The publication is not on the social web')).toBeVisible()
  await expect.element(page.getByText(new RegExp(`such as @en@${window.location.host}\\.`))).toBeVisible()
  await page.getByRole('link', { name: 'Switch it on in Site Configuration' }).click()
  await expect.element(page.getByLabelText('Be on the social web')).toBeVisible()
})

test('once it is switched on, the screen says how people follow, and that nobody has done anything', async () => {
  await openSocialWeb({
    calls: {
      read_social_web: {
        followers: [],
        likes: 0,
        shares: 0,
        replies: 0,
        waiting: 0,
        waiting_servers: 0,
        waiting_since: null,
      },
      list_social_followers: [],
      list_social_replies: [],
      list_social_reactions: [],
      list_social_servers: [],
      list_social_blocks: [],
    },
  })
  await expect.element(page.getByText('Others cannot reach this site')).toBeVisible()
  const account = item('Accounts', `@fr@${window.location.host}`)
  await expect.element(account).toMatchTextContent(/French · 0 followers/)
  await press(account.getByRole('button'))
  await expect.element(account.getByRole('button')).toHaveTextContent('Copied')
  for (const [section, text] of [
    ['Followers', /Nobody follows yet\./],
    ['Reactions', /Nobody has liked, shared or answered anything yet\./],
    ['Replies', /Nobody has replied yet\./],
    ['Blocked', /Nobody is blocked\./],
    ['Deliveries', /Every server takes what it is sent\./],
  ] as const)
    await expect.element(region(section)).toMatchTextContent(text)
  expect(await findProblems()).toEqual([])
})

test('an administrator sees who follows and what they say, as text', async () => {
  await openSocialWeb()
  await expect.element(item('Accounts', '@en@')).toMatchTextContent(/English · 12 followers/)
  await expect.element(item('Followers', '@mara@')).toMatchTextContent(/<b>bold<\/b>/)
  const profile = item('Followers', '@mara@').getByRole('link')
  await expect.element(profile).toHaveAttribute('href', 'https://social.example/users/mara')
  await expect.element(profile).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect
    .element(item('Reactions', STORY.title))
    .toMatchTextContent(/English · 2 likes, 1 share, 2 replies/)
  await expect.element(item('Replies', 'Well said.')).toMatchTextContent(/<script>alert\(1\)<\/script>/)
  await expect
    .element(item('Replies', 'Well said.').getByRole('link', { name: STORY.title }))
    .toHaveAttribute('href', '/admin/articles/edit/storm')
  await expect
    .element(item('Deliveries', 'slow.example'))
    .toMatchTextContent(/The server answered with status 503\./)
  await expect.element(item('Deliveries', 'gone.example')).toMatchTextContent(/Nothing is sent there since/)
  expect(document.querySelectorAll('main img')).toHaveLength(0)
  expect(await findProblems()).toEqual([])
  await press(region('Followers').getByRole('button', { name: 'Older' }))
  await expect.element(region('Followers').getByRole('heading')).toHaveFocus()
  await expect.element(region('Followers').getByRole('listitem')).toHaveLength(3)
})

test('an administrator blocks a person and a server by keyboard, and unblocks', async () => {
  const screen = await openSocialWeb()
  await press(item('Replies', 'Well said.').getByRole('button', { name: /^Block person/ }))
  await expect.element(page.getByRole('dialog', { name: 'Block this person?' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Tab}{Enter}')
  await expectToast('The person is blocked.')
  await expect.element(region('Replies').getByRole('heading')).toHaveFocus()
  await expect.element(item('Replies', 'Well said.')).not.toBeInTheDocument()
  await expect.element(item('Accounts', '@fr@')).toMatchTextContent(/0 followers/)
  await expect.element(item('Blocked', 'https://social.example/users/mara')).toMatchTextContent(/Person/)

  const whom = page.getByLabelText('Server or person')
  await whom.fill('@nobody@social.example')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'Block person' }).click()
  await expect.element(dialog).toMatchTextContent(/Nobody with this handle follows\./)
  await userEvent.keyboard('{Escape}')
  await whom.fill('Spam.Example')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'Block server' }).click()
  await expectToast('The server is blocked.')
  await expect.element(region('Replies')).toMatchTextContent(/Nobody has replied yet\./)
  await expect.element(whom).toHaveValue('')
  expect(screen.sentTo('/block_on_social_web')).toEqual([
    { p_whom: 'https://social.example/users/mara' },
    { p_whom: '@nobody@social.example' },
    { p_whom: 'spam.example' },
  ])
  expect(await findProblems()).toEqual([])
  await press(button('Unblock: spam.example'))
  await expectToast('The block is gone.')
  await expect.element(region('Blocked').getByRole('heading')).toHaveFocus()
  await expect.element(item('Blocked', 'spam.example')).not.toBeInTheDocument()
})

test('an editor sees it and blocks nobody', async () => {
  await openSocialWeb({ account: aMember({ role: 'editor' }) })
  await expect.element(item('Replies', 'Well said.')).toBeVisible()
  await expect.element(region('Blocked')).toMatchTextContent(/Nobody is blocked\./)
  await expect.element(page.getByRole('button', { name: /[Bb]lock/ })).not.toBeInTheDocument()
})
