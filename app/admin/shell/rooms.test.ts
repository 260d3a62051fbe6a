import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { labelFor } from '#app/admin/kit/room.ts'
import { COMMANDS, findPage, findScreen, mayOpen, PAGES } from '#app/admin/shell/rooms.ts'
import routes from '#app/routes.ts'
import type { Membership, Permission, Role } from '#core/domain/role.ts'
import { ROOT } from '#server/platform/root.ts'

const member = (role: Role, permissions: Permission[] = []) => ({
  ...({ role, permissions, languages: role === 'translator' ? ['fr'] : [] } satisfies Membership),
  user_id: '',
  name: 'Nora',
  needs_factor: false,
})

/** The addresses of the screens of the desk with their modules, without layouts. */
const leavesOf = (list: typeof routes, parent = ''): { address: string; file: string }[] =>
  list.flatMap(({ path = '', file, children = [] }) => {
    const address = [parent, path].filter(Boolean).join('/')
    return children.length > 0 ? leavesOf(children, address) : [{ address: `/${address}`, file }]
  })

const SCREENS = leavesOf(routes.filter(({ path }) => path === 'admin'))

test('every screen but those before signing in says who it is for', () => {
  expect(SCREENS.length).toBeGreaterThan(50)
  const open = SCREENS.filter(({ address }) => !findScreen(address)).map(({ address }) => address)
  const before = ['forgot-password', 'recovery', 'sign-in-link', 'invitation']
  expect(open).toEqual(['/admin', ...before.map((name) => `/admin/${name}`)])
})

test('every screen has a title: that of its page, or one of its own', () => {
  const untitled = SCREENS.filter(
    ({ address, file }) =>
      !findPage(address) &&
      !readFileSync(join(ROOT, 'app', file), 'utf8').includes('export const handle: ScreenHandle'),
  )
  expect(untitled).toEqual([])
})

test('the menu and the commands of each role', () => {
  const shown = (role: Role, permissions: Permission[] = []) =>
    PAGES.filter(({ to }) => mayOpen(member(role, permissions), to)).map(({ to }) =>
      to.slice('/admin/'.length),
    )
  expect(shown('admin')).toHaveLength(PAGES.length)
  expect(shown('editor')).toEqual([
    'dashboard',
    'readers',
    'social',
    'newsroom',
    'newsroom/feeds',
    'articles',
    'authors',
    'articles/recordings',
    'drafts',
    'ideas',
    'calendar',
    'trash',
    'media',
    'translations',
    'glossary',
    'newsletter',
    'account',
  ])
  expect(shown('author')).toEqual([
    'dashboard',
    'articles',
    'drafts',
    'ideas',
    'calendar',
    'trash',
    'media',
    'account',
  ])
  expect(shown('translator')).toEqual(['dashboard', 'calendar', 'translations', 'glossary', 'account'])
  expect(shown('newsletter')).toEqual(['dashboard', 'ideas', 'calendar', 'newsletter', 'account'])
  expect(shown('newsletter', ['addresses'])).toContain('newsletter/subscribers')
  const author = member('author')
  const commands = COMMANDS.filter((command) => 'to' in command && mayOpen(author, command.to))
  expect(commands.some((command) => 'to' in command && command.to.includes('/settings'))).toBe(false)
})

test('a screen below another one has a row of its own, and an unknown one is for administrators', () => {
  const translator = member('translator')
  expect(mayOpen(translator, '/admin/articles')).toBe(false)
  expect(mayOpen(translator, '/admin/articles/edit/a-story?lang=fr#title')).toBe(true)
  expect(mayOpen(translator, '/admin/articles/new')).toBe(false)
  expect(mayOpen(translator, '/admin/settingsomething')).toBe(false)
  expect(mayOpen(member('admin'), '/admin/nothing')).toBe(true)
})

test('without the second factor that the role demands there is only the account', () => {
  const waiting = { ...member('admin'), needs_factor: true }
  expect(PAGES.filter(({ to }) => mayOpen(waiting, to)).map(({ to }) => to)).toEqual(['/admin/account'])
})

test('the first page is called what it shows', () => {
  const [home] = PAGES
  if (!home) throw new Error('There are no pages')
  const names = (['admin', 'editor', 'newsletter'] as const).map((role) => labelFor(member(role), home))
  expect(names).toEqual(['Dashboard', 'My desk', 'My desk'])
  expect(labelFor(null, home)).toBe('Dashboard')
})
