import type { LucideIcon } from 'lucide-react'
import BookSearch from 'lucide-react/icons/book-search'
import Cpu from 'lucide-react/icons/cpu'
import DatabaseBackup from 'lucide-react/icons/database-backup'
import Eye from 'lucide-react/icons/eye'
import FilePlus from 'lucide-react/icons/file-plus'
import FileText from 'lucide-react/icons/file-text'
import FolderInput from 'lucide-react/icons/folder-input'
import FolderOutput from 'lucide-react/icons/folder-output'
import ImageOff from 'lucide-react/icons/image-off'
import KeyRound from 'lucide-react/icons/key-round'
import Languages from 'lucide-react/icons/languages'
import Link from 'lucide-react/icons/link'
import ListChecks from 'lucide-react/icons/list-checks'
import ListX from 'lucide-react/icons/list-x'
import MailPlus from 'lucide-react/icons/mail-plus'
import MailWarning from 'lucide-react/icons/mail-warning'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Quote from 'lucide-react/icons/quote'
import Rss from 'lucide-react/icons/rss'
import Send from 'lucide-react/icons/send'
import SettingsIcon from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Star from 'lucide-react/icons/star'
import TextSearch from 'lucide-react/icons/text-search'
import Type from 'lucide-react/icons/type'
import UserPen from 'lucide-react/icons/user-pen'
import UserPlus from 'lucide-react/icons/user-plus'
import { NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { BACKUPS_PATH } from '#app/admin/backups/backups-path.ts'
import { IMPORTS_PATH } from '#app/admin/imports/import-paths.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { wayInPath } from '#app/admin/newsroom/newsroom-paths.ts'
import { OUTBOX_PATH, TROUBLED } from '#app/admin/outbox/outbox-queries.ts'
import { PEOPLE_PATH } from '#app/admin/people/people-path.ts'
import { labelsOf, SECTION_GROUPS, settingsPath } from '#app/admin/settings/sections.ts'
import { SYSTEM_QUEUE_PATH } from '#app/admin/system/system-paths.ts'
import {
  GLOSSARY_PATH,
  MODEL_SETTINGS_PATH,
  TO_REVIEW_PATH,
} from '#app/admin/translations/translation-paths.ts'
import type { MyMembership } from '#core/domain/role.ts'

/** An entry of the command bar. */
export type Command = {
  label: string
  icon: LucideIcon
  /** Its name for everybody but administrators, to whom the page shows something else. */
  memberLabel?: string
  /** Other words under which it is found, between commas. */
  keywords?: string
} & ({ to: string } | { run: (actions: CommandActions) => void })

/** What a command is called for a member; as for an administrator while it is not known who is there. */
export const labelFor = (member: MyMembership | null, { label, memberLabel }: Command): string =>
  (member && member.role !== 'admin' && memberLabel) || label

/** What commands may do besides navigating. */
export interface CommandActions {
  logout: () => void
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
    label: t('newsroom.command.feed'),
    icon: Rss,
    keywords: t('newsroom.command.feedKeywords'),
    to: wayInPath('feed'),
  },
  {
    label: t('newsroom.command.address'),
    icon: Link,
    keywords: t('newsroom.command.addressKeywords'),
    to: wayInPath('address'),
  },
  {
    label: t('newsroom.command.text'),
    icon: FileText,
    keywords: t('newsroom.command.textKeywords'),
    to: wayInPath('text'),
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
    label: t('imports.command'),
    icon: FolderInput,
    keywords: t('imports.commandKeywords'),
    to: `${IMPORTS_PATH}#import`,
  },
  {
    label: t('imports.export.command'),
    icon: FolderOutput,
    keywords: t('imports.export.commandKeywords'),
    to: `${IMPORTS_PATH}#export`,
  },
  {
    label: t('people.command.invite'),
    icon: UserPlus,
    keywords: t('people.command.inviteKeywords'),
    to: `${PEOPLE_PATH}#invite`,
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
  {
    label: t('account.command.profile'),
    icon: UserPen,
    keywords: t('account.command.profileKeywords'),
    to: '/admin/account#profile',
  },
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
