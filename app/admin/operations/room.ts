import Activity from 'lucide-react/icons/activity'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import DatabaseBackup from 'lucide-react/icons/database-backup'
import FolderInput from 'lucide-react/icons/folder-input'
import FolderOutput from 'lucide-react/icons/folder-output'
import KeySquare from 'lucide-react/icons/key-square'
import ListX from 'lucide-react/icons/list-x'
import ScrollText from 'lucide-react/icons/scroll-text'
import Webhook from 'lucide-react/icons/webhook'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { ADMINISTRATORS, type Room } from '#app/admin/kit/room.ts'

export const operations: Room = {
  pages: [
    {
      to: paths.TOKENS_PATH,
      roles: ADMINISTRATORS,
      label: t('tokens.title'),
      icon: KeySquare,
      keywords: t('tokens.keywords'),
      inMenu: { label: t('integrations.title') },
    },
    {
      to: paths.WEBHOOKS_PATH,
      roles: ADMINISTRATORS,
      label: t('webhooks.title'),
      icon: Webhook,
      keywords: t('webhooks.keywords'),
      tabOf: paths.TOKENS_PATH,
    },
    {
      to: paths.SYSTEM_PATH,
      roles: ADMINISTRATORS,
      label: t('system.title'),
      icon: Activity,
      keywords: t('system.keywords'),
    },
    {
      to: paths.BACKUPS_PATH,
      roles: ADMINISTRATORS,
      label: t('backups.title'),
      icon: DatabaseBackup,
      keywords: t('backups.keywords'),
      tabOf: paths.SYSTEM_PATH,
    },
    {
      to: paths.IMPORTS_PATH,
      roles: ADMINISTRATORS,
      label: t('imports.title'),
      icon: ArrowLeftRight,
      tabOf: paths.SYSTEM_PATH,
    },
    {
      to: paths.AUDIT_PATH,
      roles: ADMINISTRATORS,
      label: t('audit.title'),
      icon: ScrollText,
      keywords: t('audit.keywords'),
      tabOf: paths.SYSTEM_PATH,
    },
  ],
  commands: [
    {
      label: t('backups.command.now'),
      icon: DatabaseBackup,
      keywords: t('backups.command.nowKeywords'),
      to: paths.BACKUPS_PATH,
    },
    {
      label: t('imports.command'),
      icon: FolderInput,
      keywords: t('imports.commandKeywords'),
      to: `${paths.IMPORTS_PATH}#import`,
    },
    {
      label: t('imports.export.command'),
      icon: FolderOutput,
      keywords: t('imports.export.commandKeywords'),
      to: `${paths.IMPORTS_PATH}#export`,
    },
    {
      label: t('system.command.failed'),
      icon: ListX,
      keywords: t('system.command.failedKeywords'),
      to: paths.SYSTEM_QUEUE_PATH,
    },
  ],
}
