import { ARTICLES_PATH, DRAFTS_PATH, NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { AUTHORS_PATH } from '#app/admin/authors/author-paths.ts'
import { BACKUPS_PATH } from '#app/admin/backups/backups-path.ts'
import { CALENDAR_PATH, IDEAS_PATH } from '#app/admin/ideas/idea-paths.ts'
import { IMPORTS_PATH } from '#app/admin/imports/import-paths.ts'
import { NEWSLETTER_PATH, SUBSCRIBERS_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { NEWSROOM_PATH } from '#app/admin/newsroom/newsroom-paths.ts'
import { OUTBOX_PATH } from '#app/admin/outbox/outbox-queries.ts'
import { PAGES_PATH } from '#app/admin/pages/page-paths.ts'
import { PEOPLE_PATH } from '#app/admin/people/people-path.ts'
import { READERS_PATH } from '#app/admin/readers/readers-path.ts'
import { RECORDINGS_PATH } from '#app/admin/recordings/recordings-path.ts'
import { SETTINGS_PATH } from '#app/admin/settings/sections.ts'
import { SETUP_PATH } from '#app/admin/setup/setup-path.ts'
import { ACCOUNT_PATH, HOME_PATH, MY_DESK_PATH } from '#app/admin/sign-in/admin-path.ts'
import { SOCIAL_PATH } from '#app/admin/social/social-path.ts'
import { AUDIT_PATH, SYSTEM_PATH } from '#app/admin/system/system-paths.ts'
import { TOKENS_PATH } from '#app/admin/tokens/tokens-path.ts'
import { GLOSSARY_PATH, TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import { WEBHOOKS_PATH } from '#app/admin/webhooks/webhook-paths.ts'
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
  { path: HOME_PATH, roles: ROLES },
  // Of everybody else it is the dashboard.
  { path: MY_DESK_PATH, roles: ADMINISTRATORS },
  { path: ACCOUNT_PATH, roles: ROLES },
  { path: READERS_PATH, roles: EDITORS },
  { path: SOCIAL_PATH, roles: EDITORS },
  { path: SETUP_PATH, roles: ADMINISTRATORS },
  { path: ARTICLES_PATH, roles: WRITERS },
  { path: NEW_ARTICLE_PATH, roles: WRITERS },
  // A translator reads originals.
  { path: `${ARTICLES_PATH}/edit`, roles: ['admin', 'editor', 'author', 'translator'] },
  { path: `${ARTICLES_PATH}/suggest`, roles: ['admin', 'editor', 'author', 'translator'] },
  { path: `${ARTICLES_PATH}/history`, roles: ['admin', 'editor', 'author', 'translator'] },
  { path: RECORDINGS_PATH, roles: EDITORS },
  { path: DRAFTS_PATH, roles: WRITERS },
  { path: IDEAS_PATH, roles: ['admin', 'editor', 'author', 'newsletter'] },
  { path: CALENDAR_PATH, roles: ROLES },
  { path: NEWSROOM_PATH, roles: EDITORS },
  { path: AUTHORS_PATH, roles: EDITORS },
  { path: '/admin/trash', roles: WRITERS },
  { path: PAGES_PATH, roles: ADMINISTRATORS },
  { path: '/admin/media', roles: WRITERS },
  { path: TRANSLATIONS_PATH, roles: TRANSLATORS },
  { path: GLOSSARY_PATH, roles: TRANSLATORS },
  { path: NEWSLETTER_PATH, roles: NEWSLETTER },
  { path: SUBSCRIBERS_PATH, roles: NEWSLETTER, permission: 'addresses' },
  { path: OUTBOX_PATH, roles: ADMINISTRATORS },
  { path: SETTINGS_PATH, roles: ADMINISTRATORS },
  { path: PEOPLE_PATH, roles: ADMINISTRATORS },
  { path: TOKENS_PATH, roles: ADMINISTRATORS },
  { path: WEBHOOKS_PATH, roles: ADMINISTRATORS },
  { path: SYSTEM_PATH, roles: ADMINISTRATORS },
  { path: BACKUPS_PATH, roles: ADMINISTRATORS },
  { path: IMPORTS_PATH, roles: ADMINISTRATORS },
  { path: AUDIT_PATH, roles: ADMINISTRATORS },
]

/** The row of an address: the longest that fits, because a screen may be below another one. */
export function findScreen(pathname: string): Screen | undefined {
  const fitting = SCREENS.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return fitting.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** Whether a screen is for a member, given an address of the desk with or without its query and its part. */
export function mayOpen(member: MyMembership, address: string): boolean {
  const screen = findScreen(address.split(/[?#]/, 1)[0] ?? '')
  if (member.needs_factor) return screen?.path === ACCOUNT_PATH
  if (!screen) return member.role === 'admin'
  const { roles, permission } = screen
  return roles.includes(member.role) && (!permission || isAllowed(member, permission))
}

/** Whether every role has a screen. */
export const isForEverybody = (path: string): boolean => findScreen(path)?.roles.length === ROLES.length
