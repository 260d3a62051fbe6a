import type { LucideIcon } from 'lucide-react'
import Activity from 'lucide-react/icons/activity'
import BookA from 'lucide-react/icons/book-a'
import BookSearch from 'lucide-react/icons/book-search'
import BookUser from 'lucide-react/icons/book-user'
import Cpu from 'lucide-react/icons/cpu'
import DatabaseBackup from 'lucide-react/icons/database-backup'
import Eye from 'lucide-react/icons/eye'
import FilePen from 'lucide-react/icons/file-pen'
import FilePlus from 'lucide-react/icons/file-plus'
import FileText from 'lucide-react/icons/file-text'
import ImageOff from 'lucide-react/icons/image-off'
import Images from 'lucide-react/icons/images'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import Languages from 'lucide-react/icons/languages'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListChecks from 'lucide-react/icons/list-checks'
import ListX from 'lucide-react/icons/list-x'
import Mail from 'lucide-react/icons/mail'
import MailPlus from 'lucide-react/icons/mail-plus'
import MailWarning from 'lucide-react/icons/mail-warning'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Newspaper from 'lucide-react/icons/newspaper'
import Quote from 'lucide-react/icons/quote'
import ScrollText from 'lucide-react/icons/scroll-text'
import Send from 'lucide-react/icons/send'
import SettingsIcon from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sprout from 'lucide-react/icons/sprout'
import Star from 'lucide-react/icons/star'
import TextSearch from 'lucide-react/icons/text-search'
import Trash2 from 'lucide-react/icons/trash-2'
import Type from 'lucide-react/icons/type'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import Webhook from 'lucide-react/icons/webhook'
import { ARTICLES_PATH, DRAFTS_PATH, NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { BACKUPS_PATH } from '#app/admin/backups/backups-path.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH, SUBSCRIBERS_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { OUTBOX_PATH, TROUBLED } from '#app/admin/outbox/outbox-queries.ts'
import { PAGES_PATH } from '#app/admin/pages/page-paths.ts'
import { labelsOf, SECTION_GROUPS, SETTINGS_PATH, settingsPath } from '#app/admin/settings/sections.ts'
import { SETUP_PATH } from '#app/admin/setup/setup-path.ts'
import { HOME_PATH } from '#app/admin/sign-in/admin-path.ts'
import { SYSTEM_PATH, SYSTEM_QUEUE_PATH } from '#app/admin/system/system-paths.ts'
import {
  GLOSSARY_PATH,
  MODEL_SETTINGS_PATH,
  TO_REVIEW_PATH,
  TRANSLATIONS_PATH,
} from '#app/admin/translations/translation-paths.ts'
import { WEBHOOKS_PATH } from '#app/admin/webhooks/webhook-paths.ts'

/** An entry of the command bar. */
export type Command = {
  label: string
  icon: LucideIcon
  /** Other words under which it is found, between commas. */
  keywords?: string
} & ({ to: string } | { run: (actions: CommandActions) => void })

/** What commands may do besides navigating. */
export interface CommandActions {
  logout: () => void
}

type Page = Command & {
  to: string
  /** What the menu shows instead, where its group says the rest; and a word before it for screen readers, which read links alone. */
  inMenu?: { label: string; before?: string }
}

/** The pages of the desk, in the groups of the menu. */
export const PAGE_GROUPS: { title: string; pages: Page[] }[] = [
  {
    title: t('shell.group.today'),
    pages: [
      { to: HOME_PATH, label: t('dashboard.title'), icon: LayoutDashboard },
      { to: SETUP_PATH, label: t('setup.title'), icon: Sprout, keywords: t('setup.keywords') },
    ],
  },
  {
    title: t('shell.group.stories'),
    pages: [
      { to: ARTICLES_PATH, label: t('articles.title'), icon: Newspaper, keywords: t('articles.keywords') },
      { to: DRAFTS_PATH, label: t('drafts.title'), icon: FilePen, keywords: t('drafts.keywords') },
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
        to: '/admin/administrators',
        label: t('administrators.title'),
        icon: Users,
        keywords: t('administrators.keywords'),
      },
      { to: SYSTEM_PATH, label: t('system.title'), icon: Activity, keywords: t('system.keywords') },
      {
        to: BACKUPS_PATH,
        label: t('backups.title'),
        icon: DatabaseBackup,
        keywords: t('backups.keywords'),
      },
      { to: WEBHOOKS_PATH, label: t('webhooks.title'), icon: Webhook, keywords: t('webhooks.keywords') },
      { to: '/admin/audit', label: t('audit.title'), icon: ScrollText, keywords: t('audit.keywords') },
    ],
  },
]

/** The page of the person who is signed in, which is in a menu of its own. */
export const ACCOUNT_PAGE: Page = {
  to: '/admin/account',
  label: t('account.title'),
  icon: UserRound,
  keywords: t('account.keywords'),
}

/** The pages of the desk, as the command bar lists them. */
export const PAGES: Page[] = [...PAGE_GROUPS.flatMap(({ pages }) => pages), ACCOUNT_PAGE]

/** Of addresses of pages, the one to which an address belongs: the longest, because a page may be below another one. */
export function findCurrentPage(pathname: string): string | undefined {
  return PAGES.map(({ to }) => to)
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((a, b) => b.length - a.length)[0]
}

/** What can be done on the pages, as the command bar lists it below them. */
export const COMMANDS: Command[] = [
  {
    label: t('articles.action.new'),
    icon: FilePlus,
    keywords: t('articles.command.newKeywords'),
    to: NEW_ARTICLE_PATH,
  },
  {
    label: t('articles.command.search'),
    icon: TextSearch,
    keywords: t('articles.command.searchKeywords'),
    to: '/admin/articles#search',
  },
  {
    label: t('drafts.command.search'),
    icon: TextSearch,
    keywords: t('drafts.command.searchKeywords'),
    to: '/admin/drafts#search',
  },
  {
    label: t('coverage.command.toReview'),
    icon: Eye,
    keywords: t('coverage.command.toReviewKeywords'),
    to: TO_REVIEW_PATH,
  },
  {
    label: t('coverage.command.retranslate'),
    icon: Languages,
    keywords: t('coverage.command.retranslateKeywords'),
    to: '/admin/settings/translation-management',
  },
  {
    label: t('glossary.command.search'),
    icon: BookSearch,
    keywords: t('glossary.command.searchKeywords'),
    to: `${GLOSSARY_PATH}#search`,
  },
  {
    label: t('media.command.unused'),
    icon: ImageOff,
    keywords: t('media.command.unusedKeywords'),
    to: '/admin/media?use=none',
  },
  {
    label: t('newsletter.command.generate'),
    icon: MailPlus,
    keywords: t('newsletter.command.generateKeywords'),
    to: `${NEWSLETTER_PATH}#generate`,
  },
  {
    label: t('newsletter.command.issues'),
    icon: ListChecks,
    keywords: t('newsletter.command.issuesKeywords'),
    to: `${NEWSLETTER_PATH}#issues`,
  },
  {
    label: t('newsletter.command.health'),
    icon: Send,
    keywords: t('newsletter.command.healthKeywords'),
    to: `${NEWSLETTER_PATH}#health`,
  },
  {
    label: t('outbox.command.troubled'),
    icon: MailWarning,
    keywords: t('outbox.command.troubledKeywords'),
    to: `${OUTBOX_PATH}?status=${TROUBLED}`,
  },
  {
    label: t('settings.command.feature'),
    icon: Star,
    keywords: t('settings.command.featureKeywords'),
    to: '/admin/settings/featured-articles',
  },
  {
    label: t('settings.command.name'),
    icon: Type,
    keywords: t('settings.command.nameKeywords'),
    to: '/admin/settings/site-configuration',
  },
  {
    label: t('settings.command.words'),
    icon: Quote,
    keywords: t('settings.command.wordsKeywords'),
    to: '/admin/settings/article-defaults',
  },
  {
    label: t('ai.command'),
    icon: Cpu,
    keywords: t('ai.commandKeywords'),
    to: MODEL_SETTINGS_PATH,
  },
  {
    label: t('backups.command.now'),
    icon: DatabaseBackup,
    keywords: t('backups.command.nowKeywords'),
    to: BACKUPS_PATH,
  },
  {
    label: t('administrators.command.invite'),
    icon: UserPlus,
    keywords: t('administrators.command.inviteKeywords'),
    to: '/admin/administrators#invite',
  },
  {
    label: t('system.command.failed'),
    icon: ListX,
    keywords: t('system.command.failedKeywords'),
    to: SYSTEM_QUEUE_PATH,
  },
  ...SECTION_GROUPS.flatMap(({ sections }) => sections).map((section) => ({
    label: t('settings.command.section', { section: section.title }),
    icon: SettingsIcon,
    keywords: [section.keywords, ...labelsOf(section)].filter(Boolean).join(', '),
    to: settingsPath(section),
  })),
  { label: t('account.command.password'), icon: KeyRound, to: '/admin/account#password' },
  {
    label: t('account.command.factors'),
    icon: ShieldCheck,
    keywords: t('account.command.factorsKeywords'),
    to: '/admin/account#second-factor',
  },
  {
    label: t('account.command.sessions'),
    icon: MonitorSmartphone,
    keywords: t('account.command.sessionsKeywords'),
    to: '/admin/account#sessions',
  },
]
