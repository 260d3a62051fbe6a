import ListChecks from 'lucide-react/icons/list-checks'
import Mail from 'lucide-react/icons/mail'
import MailPlus from 'lucide-react/icons/mail-plus'
import Send from 'lucide-react/icons/send'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { NEWSLETTER, type Room } from '#app/admin/kit/room.ts'

export const newsletter: Room = {
  pages: [
    {
      to: paths.NEWSLETTER_PATH,
      roles: NEWSLETTER,
      label: t('newsletter.title'),
      icon: Mail,
      keywords: t('newsletter.keywords'),
      inMenu: { label: t('shell.nav.issues'), before: t('newsletter.title') },
    },
  ],
  commands: [
    {
      label: t('newsletter.command.generate'),
      icon: MailPlus,
      keywords: t('newsletter.command.generateKeywords'),
      to: `${paths.NEWSLETTER_PATH}#generate`,
    },
    {
      label: t('newsletter.command.issues'),
      icon: ListChecks,
      keywords: t('newsletter.command.issuesKeywords'),
      to: `${paths.NEWSLETTER_PATH}#issues`,
    },
    {
      label: t('newsletter.command.health'),
      icon: Send,
      keywords: t('newsletter.command.healthKeywords'),
      to: `${paths.NEWSLETTER_PATH}#health`,
    },
  ],
}
