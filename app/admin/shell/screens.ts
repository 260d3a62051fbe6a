import * as paths from '#app/admin/paths.ts'
import { isAllowed, type MyMembership, type Permission, ROLES, type Role } from '#core/domain/role.ts'

interface Screen {
  /** Its address, or the beginning of the addresses of several. */
  path: string
  roles: readonly Role[]
  /** What must also be allowed to them. An administrator is allowed everything. */
  permission?: Permission
}

const ADMINISTRATORS: readonly Role[] = ['admin']
const EDITORS: readonly Role[] = ['admin', 'editor']
const WRITERS: readonly Role[] = ['admin', 'editor', 'author']
const TRANSLATORS: readonly Role[] = ['admin', 'editor', 'translator']
const NEWSLETTER: readonly Role[] = ['admin', 'editor', 'newsletter']

/** Who each screen of the desk is for. The menu, the command bar and the guard ask this; what may be read is decided by the database. */
const SCREENS: readonly Screen[] = [
  { path: paths.HOME_PATH, roles: ROLES },
  // Of everybody else it is the dashboard.
  { path: paths.MY_DESK_PATH, roles: ADMINISTRATORS },
  { path: paths.ACCOUNT_PATH, roles: ROLES },
  { path: paths.READERS_PATH, roles: EDITORS },
  { path: paths.SOCIAL_PATH, roles: EDITORS },
  { path: paths.SETUP_PATH, roles: ADMINISTRATORS },
  { path: paths.ARTICLES_PATH, roles: WRITERS },
  { path: paths.NEW_ARTICLE_PATH, roles: WRITERS },
  // A translator reads originals.
  { path: `${paths.ARTICLES_PATH}/edit`, roles: ['admin', 'editor', 'author', 'translator'] },
  { path: `${paths.ARTICLES_PATH}/suggest`, roles: ['admin', 'editor', 'author', 'translator'] },
  { path: `${paths.ARTICLES_PATH}/history`, roles: ['admin', 'editor', 'author', 'translator'] },
  { path: paths.RECORDINGS_PATH, roles: EDITORS },
  { path: paths.DRAFTS_PATH, roles: WRITERS },
  { path: paths.IDEAS_PATH, roles: ['admin', 'editor', 'author', 'newsletter'] },
  { path: paths.CALENDAR_PATH, roles: ROLES },
  { path: paths.NEWSROOM_PATH, roles: EDITORS },
  { path: paths.AUTHORS_PATH, roles: EDITORS },
  { path: '/admin/trash', roles: WRITERS },
  { path: paths.PAGES_PATH, roles: ADMINISTRATORS },
  { path: '/admin/media', roles: WRITERS },
  { path: paths.TRANSLATIONS_PATH, roles: TRANSLATORS },
  { path: paths.GLOSSARY_PATH, roles: TRANSLATORS },
  { path: paths.NEWSLETTER_PATH, roles: NEWSLETTER },
  { path: paths.SUBSCRIBERS_PATH, roles: NEWSLETTER, permission: 'addresses' },
  { path: paths.OUTBOX_PATH, roles: ADMINISTRATORS },
  { path: paths.SETTINGS_PATH, roles: ADMINISTRATORS },
  { path: paths.PEOPLE_PATH, roles: ADMINISTRATORS },
  { path: paths.TOKENS_PATH, roles: ADMINISTRATORS },
  { path: paths.WEBHOOKS_PATH, roles: ADMINISTRATORS },
  { path: paths.SYSTEM_PATH, roles: ADMINISTRATORS },
  { path: paths.BACKUPS_PATH, roles: ADMINISTRATORS },
  { path: paths.IMPORTS_PATH, roles: ADMINISTRATORS },
  { path: paths.AUDIT_PATH, roles: ADMINISTRATORS },
]

/** The row of an address: the longest that fits, because a screen may be below another one. */
export function findScreen(pathname: string): Screen | undefined {
  const fitting = SCREENS.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return fitting.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** Whether a screen is for a member, given an address of the desk with or without its query and its part. */
export function mayOpen(member: MyMembership, address: string): boolean {
  const screen = findScreen(address.split(/[?#]/, 1)[0] ?? '')
  if (member.needs_factor) return screen?.path === paths.ACCOUNT_PATH
  if (!screen) return member.role === 'admin'
  const { roles, permission } = screen
  return roles.includes(member.role) && (!permission || isAllowed(member, permission))
}

/** Whether every role has a screen. */
export const isForEverybody = (path: string): boolean => findScreen(path)?.roles.length === ROLES.length
