import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sprout from 'lucide-react/icons/sprout'
import UserPen from 'lucide-react/icons/user-pen'
import UserRound from 'lucide-react/icons/user-round'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { ADMINISTRATORS, type Command, type Page, type Screen } from '#app/admin/kit/room.ts'
import { languages } from '#app/admin/languages/room.ts'
import { mail } from '#app/admin/mail/room.ts'
import { media } from '#app/admin/media/room.ts'
import { newsletter } from '#app/admin/newsletter/room.ts'
import { newsroom } from '#app/admin/newsroom/room.ts'
import { operations } from '#app/admin/operations/room.ts'
import { people } from '#app/admin/people/room.ts'
import { readers } from '#app/admin/readers/room.ts'
import { settings } from '#app/admin/settings/room.ts'
import { stories } from '#app/admin/stories/room.ts'
import { subscribers } from '#app/admin/subscribers/room.ts'
import { isAllowed, type MyMembership, ROLES } from '#core/domain/role.ts'

/** In the order of their commands. */
const ROOMS = [
  ...[stories, newsroom, languages, media, newsletter, subscribers],
  ...[mail, settings, operations, people, readers],
]

const HOME_PAGE: Page = {
  to: paths.HOME_PATH,
  roles: ROLES,
  label: t('dashboard.title'),
  memberLabel: t('myDesk.title'),
  icon: LayoutDashboard,
}

const SETUP_PAGE: Page = {
  to: paths.SETUP_PATH,
  roles: ADMINISTRATORS,
  label: t('setup.title'),
  icon: Sprout,
  keywords: t('setup.keywords'),
}

/** The page of the person who is signed in, which is in a menu of its own. */
export const ACCOUNT_PAGE: Page = {
  to: paths.ACCOUNT_PATH,
  roles: ROLES,
  label: t('account.title'),
  icon: UserRound,
  keywords: t('account.keywords'),
}

/** The pages of the desk, in the groups of the menu. */
export const PAGE_GROUPS: readonly { title: string; pages: readonly Page[] }[] = [
  { title: t('shell.group.today'), pages: [HOME_PAGE, ...readers.pages, SETUP_PAGE] },
  { title: t('shell.group.stories'), pages: [...newsroom.pages, ...stories.pages, ...media.pages] },
  { title: t('shell.group.languages'), pages: languages.pages },
  { title: t('shell.group.newsletter'), pages: [...newsletter.pages, ...subscribers.pages, ...mail.pages] },
  { title: t('shell.group.publication'), pages: [...settings.pages, ...people.pages, ...operations.pages] },
]

/** The pages of the desk, as the command bar lists them. */
export const PAGES: readonly Page[] = [...PAGE_GROUPS.flatMap(({ pages }) => pages), ACCOUNT_PAGE]

/** The actions on the pages, as the command bar lists them below them. */
export const COMMANDS: readonly Command[] = [
  ...ROOMS.flatMap(({ commands = [] }) => commands),
  {
    label: t('account.command.profile'),
    icon: UserPen,
    keywords: t('account.command.profileKeywords'),
    to: `${paths.ACCOUNT_PATH}#profile`,
  },
  { label: t('account.command.password'), icon: KeyRound, to: `${paths.ACCOUNT_PATH}#password` },
  {
    label: t('account.command.factors'),
    icon: ShieldCheck,
    keywords: t('account.command.factorsKeywords'),
    to: `${paths.ACCOUNT_PATH}#second-factor`,
  },
  {
    label: t('account.command.sessions'),
    icon: MonitorSmartphone,
    keywords: t('account.command.sessionsKeywords'),
    to: `${paths.ACCOUNT_PATH}#sessions`,
  },
]

const SCREENS: readonly Screen[] = [
  ...PAGES,
  ...ROOMS.flatMap(({ screens = [] }) => screens),
  // Of everybody else it is the dashboard.
  { to: paths.MY_DESK_PATH, roles: ADMINISTRATORS },
]

/** The page to which an address belongs. */
export const findPage = (pathname: string) => findLongest(PAGES, pathname)

/** The address in the menu of the page to which an address belongs. */
export function findCurrentPage(pathname: string): string | undefined {
  const page = findPage(pathname)
  return page?.tabOf ?? page?.to
}

export const findScreen = (pathname: string) => findLongest(SCREENS, pathname)

/** The row of an address: the longest that fits, because a screen may be below another one. */
function findLongest<Row extends Screen>(rows: readonly Row[], pathname: string): Row | undefined {
  const fitting = rows.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return fitting.toSorted((a, b) => b.to.length - a.to.length)[0]
}

/** Tells whether a screen is for a member, given an address of the desk with or without its query and its part. */
export function mayOpen(member: MyMembership, address: string): boolean {
  const screen = findScreen(address.split(/[?#]/, 1)[0] ?? '')
  if (member.needs_factor) return screen?.to === paths.ACCOUNT_PATH
  if (!screen) return member.role === 'admin'
  const { roles, permission } = screen
  return roles.includes(member.role) && (!permission || isAllowed(member, permission))
}

/** Tells whether every role has a screen. */
export const isForEverybody = (path: string): boolean => findScreen(path)?.roles.length === ROLES.length
