import Cpu from 'lucide-react/icons/cpu'
import ImageOff from 'lucide-react/icons/image-off'
import KeyRound from 'lucide-react/icons/key-round'
import ListChecks from 'lucide-react/icons/list-checks'
import MailPlus from 'lucide-react/icons/mail-plus'
import MailWarning from 'lucide-react/icons/mail-warning'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Quote from 'lucide-react/icons/quote'
import Send from 'lucide-react/icons/send'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Star from 'lucide-react/icons/star'
import Type from 'lucide-react/icons/type'
import UserPlus from 'lucide-react/icons/user-plus'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { TROUBLED } from '#app/admin/outbox/outbox-queries.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'

export const SETTINGS_COMMANDS: Command[] = [
  {
    label: t('settings.command.feature'),
    icon: Star,
    keywords: t('settings.command.featureKeywords').split(', '),
    to: '/admin/settings#featured-articles',
  },
  {
    label: t('settings.command.name'),
    icon: Type,
    keywords: t('settings.command.nameKeywords').split(', '),
    to: '/admin/settings#site-configuration',
  },
  {
    label: t('settings.command.words'),
    icon: Quote,
    keywords: t('settings.command.wordsKeywords').split(', '),
    to: '/admin/settings#article-defaults',
  },
  {
    label: t('ai.command'),
    icon: Cpu,
    keywords: t('ai.commandKeywords').split(', '),
    to: MODEL_SETTINGS_PATH,
  },
]

export const MEDIA_COMMANDS: Command[] = [
  {
    label: t('media.command.unused'),
    icon: ImageOff,
    keywords: t('media.command.unusedKeywords').split(', '),
    to: '/admin/media?use=none',
  },
]

export const NEWSLETTER_COMMANDS: Command[] = [
  {
    label: t('newsletter.command.generate'),
    icon: MailPlus,
    keywords: t('newsletter.command.generateKeywords').split(', '),
    to: `${NEWSLETTER_PATH}#generate`,
  },
  {
    label: t('newsletter.command.issues'),
    icon: ListChecks,
    keywords: t('newsletter.command.issuesKeywords').split(', '),
    to: `${NEWSLETTER_PATH}#issues`,
  },
  {
    label: t('newsletter.command.health'),
    icon: Send,
    keywords: t('newsletter.command.healthKeywords').split(', '),
    to: `${NEWSLETTER_PATH}#health`,
  },
]

export const OUTBOX_COMMANDS: Command[] = [
  {
    label: t('outbox.command.troubled'),
    icon: MailWarning,
    keywords: t('outbox.command.troubledKeywords').split(', '),
    to: `/admin/outbox?status=${TROUBLED}`,
  },
]

export const ADMINISTRATORS_COMMANDS: Command[] = [
  {
    label: t('administrators.command.invite'),
    icon: UserPlus,
    keywords: t('administrators.command.inviteKeywords').split(', '),
    to: '/admin/administrators#invite',
  },
]

export const ACCOUNT_COMMANDS: Command[] = [
  { label: t('account.command.password'), icon: KeyRound, to: '/admin/account#password' },
  {
    label: t('account.command.factors'),
    icon: ShieldCheck,
    keywords: t('account.command.factorsKeywords').split(', '),
    to: '/admin/account#second-factor',
  },
  {
    label: t('account.command.sessions'),
    icon: MonitorSmartphone,
    keywords: t('account.command.sessionsKeywords').split(', '),
    to: '/admin/account#sessions',
  },
]
