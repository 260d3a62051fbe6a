import { expect, test } from 'vitest'
import { COMMANDS, labelFor } from '#app/admin/shell/commands.ts'
import { PAGES } from '#app/admin/shell/pages.ts'
import { findScreen, mayOpen } from '#app/admin/shell/screens.ts'
import routes from '#app/routes.ts'
import type { Membership, Permission, Role } from '#core/domain/role.ts'

const member = (role: Role, permissions: Permission[] = []) => ({
  ...({ role, permissions, languages: role === 'translator' ? ['fr'] : [] } satisfies Membership),
  user_id: '',
  name: 'Nora',
  needs_factor: false,
})

/** The addresses of the screens inside the layout of the desk. */
function screensOf(list: typeof routes, parent = ''): string[] {
  return list.flatMap(({ path = '', file, children = [] }) => {
    const address = [parent, path].filter(Boolean).join('/')
    if (file === 'routes/admin/layout.tsx') return children.flatMap((child) => [`/${address}/${child.path}`])
    return screensOf(children, address)
  })
}

test('every screen says who it is for', () => {
  const screens = screensOf(routes)
  expect(screens.length).toBeGreaterThan(30)
  expect(screens.filter((path) => !findScreen(path))).toEqual([])
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
