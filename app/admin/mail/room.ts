import Inbox from 'lucide-react/icons/inbox'
import MailWarning from 'lucide-react/icons/mail-warning'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { ADMINISTRATORS, type Room } from '#app/admin/kit/room.ts'
import { TROUBLED } from '#app/admin/mail/mail-queries.ts'

export const mail: Room = {
  pages: [
    {
      to: paths.OUTBOX_PATH,
      roles: ADMINISTRATORS,
      label: t('outbox.title'),
      icon: Inbox,
      keywords: t('outbox.keywords'),
    },
  ],
  commands: [
    {
      label: t('outbox.command.troubled'),
      icon: MailWarning,
      keywords: t('outbox.command.troubledKeywords'),
      to: `${paths.OUTBOX_PATH}?status=${TROUBLED}`,
    },
  ],
}
