import ListChecks from 'lucide-react/icons/list-checks'
import MailPlus from 'lucide-react/icons/mail-plus'
import Send from 'lucide-react/icons/send'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'

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
