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
import { ARTICLES_PATH, DRAFTS_PATH } from '#app/admin/article/article-paths.ts'
import { AUTHORS_PATH } from '#app/admin/authors/author-paths.ts'
import { BACKUPS_PATH } from '#app/admin/backups/backups-path.ts'
import { CALENDAR_PATH, IDEAS_PATH } from '#app/admin/ideas/idea-paths.ts'
import { IMPORTS_PATH } from '#app/admin/imports/import-paths.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH, SUBSCRIBERS_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { FEEDS_PATH, NEWSROOM_PATH } from '#app/admin/newsroom/newsroom-paths.ts'
import { OUTBOX_PATH } from '#app/admin/outbox/outbox-queries.ts'
import { PAGES_PATH } from '#app/admin/pages/page-paths.ts'
import { PEOPLE_PATH } from '#app/admin/people/people-path.ts'
import { READERS_PATH } from '#app/admin/readers/readers-path.ts'
import { RECORDINGS_PATH } from '#app/admin/recordings/recordings-path.ts'
import { SETTINGS_PATH } from '#app/admin/settings/sections.ts'
import { SETUP_PATH } from '#app/admin/setup/setup-path.ts'
import type { Command } from '#app/admin/shell/commands.ts'
import { ACCOUNT_PATH, HOME_PATH } from '#app/admin/sign-in/admin-path.ts'
import { SOCIAL_PATH } from '#app/admin/social/social-path.ts'
import { AUDIT_PATH, SYSTEM_PATH } from '#app/admin/system/system-paths.ts'
import { TOKENS_PATH } from '#app/admin/tokens/tokens-path.ts'
import { GLOSSARY_PATH, TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import { WEBHOOKS_PATH } from '#app/admin/webhooks/webhook-paths.ts'

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
        to: HOME_PATH,
        label: t('dashboard.title'),
        memberLabel: t('myDesk.title'),
        icon: LayoutDashboard,
      },
      { to: READERS_PATH, label: t('readers.title'), icon: ChartColumn, keywords: t('readers.keywords') },
      {
        to: SOCIAL_PATH,
        label: t('social.title'),
        icon: Waypoints,
        keywords: t('social.keywords'),
        tabOf: READERS_PATH,
      },
      { to: SETUP_PATH, label: t('setup.title'), icon: Sprout, keywords: t('setup.keywords') },
    ],
  },
  {
    title: t('shell.group.stories'),
    pages: [
      { to: NEWSROOM_PATH, label: t('newsroom.title'), icon: Radar, keywords: t('newsroom.keywords') },
      {
        to: FEEDS_PATH,
        label: t('newsroom.feeds'),
        icon: Rss,
        keywords: t('newsroom.feeds.keywords'),
        tabOf: NEWSROOM_PATH,
      },
      { to: ARTICLES_PATH, label: t('articles.title'), icon: Newspaper, keywords: t('articles.keywords') },
      {
        to: AUTHORS_PATH,
        label: t('authors.title'),
        icon: Signature,
        keywords: t('authors.keywords'),
        tabOf: ARTICLES_PATH,
      },
      {
        to: RECORDINGS_PATH,
        label: t('recordings.title'),
        icon: AudioLines,
        keywords: t('recordings.keywords'),
        tabOf: ARTICLES_PATH,
      },
      { to: DRAFTS_PATH, label: t('drafts.title'), icon: FilePen, keywords: t('drafts.keywords') },
      {
        to: IDEAS_PATH,
        label: t('ideas.title'),
        icon: Lightbulb,
        keywords: t('ideas.keywords'),
        tabOf: DRAFTS_PATH,
      },
      {
        to: CALENDAR_PATH,
        label: t('calendar.title'),
        icon: CalendarDays,
        keywords: t('calendar.keywords'),
        tabOf: DRAFTS_PATH,
      },
      { to: '/admin/trash', label: t('trash.title'), icon: Trash2, keywords: t('trash.keywords') },
      { to: PAGES_PATH, label: t('pages.title'), icon: FileText, keywords: t('pages.keywords') },
      { to: '/admin/media', label: t('media.page.label'), icon: Images, keywords: t('media.page.keywords') },
    ],
  },
  {
    title: t('shell.group.languages'),
    pages: [
      {
        to: TRANSLATIONS_PATH,
        label: t('coverage.title'),
        icon: Languages,
        keywords: t('coverage.keywords'),
      },
      { to: GLOSSARY_PATH, label: t('glossary.title'), icon: BookA, keywords: t('glossary.keywords') },
    ],
  },
  {
    title: t('shell.group.newsletter'),
    pages: [
      {
        to: NEWSLETTER_PATH,
        label: t('newsletter.title'),
        icon: Mail,
        keywords: t('newsletter.keywords'),
        inMenu: { label: t('shell.nav.issues'), before: t('newsletter.title') },
      },
      { to: SUBSCRIBERS_PATH, label: t('subscribers.title'), icon: BookUser },
      {
        to: OUTBOX_PATH,
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
        to: SETTINGS_PATH,
        label: t('settings.title'),
        icon: SettingsIcon,
        keywords: t('settings.keywords'),
      },
      {
        to: PEOPLE_PATH,
        label: t('people.title'),
        icon: Users,
        keywords: t('people.keywords'),
      },
      {
        to: TOKENS_PATH,
        label: t('tokens.title'),
        icon: KeySquare,
        keywords: t('tokens.keywords'),
        inMenu: { label: t('integrations.title') },
      },
      {
        to: WEBHOOKS_PATH,
        label: t('webhooks.title'),
        icon: Webhook,
        keywords: t('webhooks.keywords'),
        tabOf: TOKENS_PATH,
      },
      { to: SYSTEM_PATH, label: t('system.title'), icon: Activity, keywords: t('system.keywords') },
      {
        to: BACKUPS_PATH,
        label: t('backups.title'),
        icon: DatabaseBackup,
        keywords: t('backups.keywords'),
        tabOf: SYSTEM_PATH,
      },
      { to: IMPORTS_PATH, label: t('imports.title'), icon: ArrowLeftRight, tabOf: SYSTEM_PATH },
      {
        to: AUDIT_PATH,
        label: t('audit.title'),
        icon: ScrollText,
        keywords: t('audit.keywords'),
        tabOf: SYSTEM_PATH,
      },
    ],
  },
]

/** The page of the person who is signed in, which is in a menu of its own. */
export const ACCOUNT_PAGE: Page = {
  to: ACCOUNT_PATH,
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
