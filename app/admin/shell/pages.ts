import Activity from 'lucide-react/icons/activity'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import AudioLines from 'lucide-react/icons/audio-lines'
import BookA from 'lucide-react/icons/book-a'
import BookUser from 'lucide-react/icons/book-user'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartColumn from 'lucide-react/icons/chart-column'
import DatabaseBackup from 'lucide-react/icons/database-backup'
import FilePen from 'lucide-react/icons/file-pen'
import FileText from 'lucide-react/icons/file-text'
import Images from 'lucide-react/icons/images'
import Inbox from 'lucide-react/icons/inbox'
import KeySquare from 'lucide-react/icons/key-square'
import Languages from 'lucide-react/icons/languages'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Mail from 'lucide-react/icons/mail'
import Newspaper from 'lucide-react/icons/newspaper'
import Radar from 'lucide-react/icons/radar'
import Rss from 'lucide-react/icons/rss'
import ScrollText from 'lucide-react/icons/scroll-text'
import SettingsIcon from 'lucide-react/icons/settings'
import Signature from 'lucide-react/icons/signature'
import Sprout from 'lucide-react/icons/sprout'
import Trash2 from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import Waypoints from 'lucide-react/icons/waypoints'
import Webhook from 'lucide-react/icons/webhook'
import { t } from '#app/admin/messages.ts'
import * as paths from '#app/admin/paths.ts'
import type { Command } from '#app/admin/shell/commands.ts'

type Page = Command & {
  to: string
  /** What the menu shows instead, where its group says the rest; and a word before it for screen readers, which read links alone. */
  inMenu?: { label: string; before?: string }
  /** The page whose tabs lead to it, so that the menu shows only that one. */
  tabOf?: string
}

/** The pages of the desk, in the groups of the menu. */
export const PAGE_GROUPS: { title: string; pages: Page[] }[] = [
  {
    title: t('shell.group.today'),
    pages: [
      {
        to: paths.HOME_PATH,
        label: t('dashboard.title'),
        memberLabel: t('myDesk.title'),
        icon: LayoutDashboard,
      },
      {
        to: paths.READERS_PATH,
        label: t('readers.title'),
        icon: ChartColumn,
        keywords: t('readers.keywords'),
      },
      {
        to: paths.SOCIAL_PATH,
        label: t('social.title'),
        icon: Waypoints,
        keywords: t('social.keywords'),
        tabOf: paths.READERS_PATH,
      },
      { to: paths.SETUP_PATH, label: t('setup.title'), icon: Sprout, keywords: t('setup.keywords') },
    ],
  },
  {
    title: t('shell.group.stories'),
    pages: [
      { to: paths.NEWSROOM_PATH, label: t('newsroom.title'), icon: Radar, keywords: t('newsroom.keywords') },
      {
        to: paths.FEEDS_PATH,
        label: t('newsroom.feeds'),
        icon: Rss,
        keywords: t('newsroom.feeds.keywords'),
        tabOf: paths.NEWSROOM_PATH,
      },
      {
        to: paths.ARTICLES_PATH,
        label: t('articles.title'),
        icon: Newspaper,
        keywords: t('articles.keywords'),
      },
      {
        to: paths.AUTHORS_PATH,
        label: t('authors.title'),
        icon: Signature,
        keywords: t('authors.keywords'),
        tabOf: paths.ARTICLES_PATH,
      },
      {
        to: paths.RECORDINGS_PATH,
        label: t('recordings.title'),
        icon: AudioLines,
        keywords: t('recordings.keywords'),
        tabOf: paths.ARTICLES_PATH,
      },
      { to: paths.DRAFTS_PATH, label: t('drafts.title'), icon: FilePen, keywords: t('drafts.keywords') },
      {
        to: paths.IDEAS_PATH,
        label: t('ideas.title'),
        icon: Lightbulb,
        keywords: t('ideas.keywords'),
        tabOf: paths.DRAFTS_PATH,
      },
      {
        to: paths.CALENDAR_PATH,
        label: t('calendar.title'),
        icon: CalendarDays,
        keywords: t('calendar.keywords'),
        tabOf: paths.DRAFTS_PATH,
      },
      { to: '/admin/trash', label: t('trash.title'), icon: Trash2, keywords: t('trash.keywords') },
      { to: paths.PAGES_PATH, label: t('pages.title'), icon: FileText, keywords: t('pages.keywords') },
      { to: '/admin/media', label: t('media.page.label'), icon: Images, keywords: t('media.page.keywords') },
    ],
  },
  {
    title: t('shell.group.languages'),
    pages: [
      {
        to: paths.TRANSLATIONS_PATH,
        label: t('coverage.title'),
        icon: Languages,
        keywords: t('coverage.keywords'),
      },
      { to: paths.GLOSSARY_PATH, label: t('glossary.title'), icon: BookA, keywords: t('glossary.keywords') },
    ],
  },
  {
    title: t('shell.group.newsletter'),
    pages: [
      {
        to: paths.NEWSLETTER_PATH,
        label: t('newsletter.title'),
        icon: Mail,
        keywords: t('newsletter.keywords'),
        inMenu: { label: t('shell.nav.issues'), before: t('newsletter.title') },
      },
      { to: paths.SUBSCRIBERS_PATH, label: t('subscribers.title'), icon: BookUser },
      {
        to: paths.OUTBOX_PATH,
        label: t('outbox.title'),
        icon: Inbox,
        keywords: t('outbox.keywords'),
      },
    ],
  },
  {
    title: t('shell.group.publication'),
    pages: [
      {
        to: paths.SETTINGS_PATH,
        label: t('settings.title'),
        icon: SettingsIcon,
        keywords: t('settings.keywords'),
      },
      {
        to: paths.PEOPLE_PATH,
        label: t('people.title'),
        icon: Users,
        keywords: t('people.keywords'),
      },
      {
        to: paths.TOKENS_PATH,
        label: t('tokens.title'),
        icon: KeySquare,
        keywords: t('tokens.keywords'),
        inMenu: { label: t('integrations.title') },
      },
      {
        to: paths.WEBHOOKS_PATH,
        label: t('webhooks.title'),
        icon: Webhook,
        keywords: t('webhooks.keywords'),
        tabOf: paths.TOKENS_PATH,
      },
      { to: paths.SYSTEM_PATH, label: t('system.title'), icon: Activity, keywords: t('system.keywords') },
      {
        to: paths.BACKUPS_PATH,
        label: t('backups.title'),
        icon: DatabaseBackup,
        keywords: t('backups.keywords'),
        tabOf: paths.SYSTEM_PATH,
      },
      { to: paths.IMPORTS_PATH, label: t('imports.title'), icon: ArrowLeftRight, tabOf: paths.SYSTEM_PATH },
      {
        to: paths.AUDIT_PATH,
        label: t('audit.title'),
        icon: ScrollText,
        keywords: t('audit.keywords'),
        tabOf: paths.SYSTEM_PATH,
      },
    ],
  },
]

/** The page of the person who is signed in, which is in a menu of its own. */
export const ACCOUNT_PAGE: Page = {
  to: paths.ACCOUNT_PATH,
  label: t('account.title'),
  icon: UserRound,
  keywords: t('account.keywords'),
}

/** The pages of the desk, as the command bar lists them. */
export const PAGES: Page[] = [...PAGE_GROUPS.flatMap(({ pages }) => pages), ACCOUNT_PAGE]

/** The address in the menu of the page to which an address belongs: the longest that fits, because a page may be below another one. */
export function findCurrentPage(pathname: string): string | undefined {
  const [page] = PAGES.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).toSorted(
    (a, b) => b.to.length - a.to.length,
  )
  return page?.tabOf ?? page?.to
}
