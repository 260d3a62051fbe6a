import ArrowLeft from 'lucide-react/icons/arrow-left'
import LogOut from 'lucide-react/icons/log-out'
import { ACCOUNT_COMMANDS } from '#app/admin/account/account-commands.ts'
import { ADMINISTRATORS_COMMANDS } from '#app/admin/administrators/administrators-commands.ts'
import { ARTICLES_COMMANDS } from '#app/admin/articles/articles-commands.ts'
import type { Command } from '#app/admin/command/command.ts'
import { COVERAGE_COMMANDS } from '#app/admin/coverage/coverage-commands.ts'
import { GLOSSARY_COMMANDS } from '#app/admin/glossary/glossary-commands.ts'
import { MEDIA_COMMANDS } from '#app/admin/media/media-commands.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_COMMANDS } from '#app/admin/newsletter/newsletter-commands.ts'
import { OUTBOX_COMMANDS } from '#app/admin/outbox/outbox-commands.ts'
import { SETTINGS_COMMANDS } from '#app/admin/settings/settings-commands.ts'
import { PAGES } from '#app/admin/shell/pages.ts'

/** All entries of the command bar, grouped by heading. */
export const COMMANDS: readonly { heading: string; commands: readonly Command[] }[] = [
  { heading: t('command.goTo'), commands: [...PAGES, { label: t('shell.back'), icon: ArrowLeft, to: '/' }] },
  {
    heading: t('command.do'),
    commands: [
      ...ARTICLES_COMMANDS,
      ...COVERAGE_COMMANDS,
      ...GLOSSARY_COMMANDS,
      ...MEDIA_COMMANDS,
      ...NEWSLETTER_COMMANDS,
      ...OUTBOX_COMMANDS,
      ...SETTINGS_COMMANDS,
      ...ADMINISTRATORS_COMMANDS,
      ...ACCOUNT_COMMANDS,
      {
        label: t('shell.logout'),
        icon: LogOut,
        keywords: t('shell.logoutKeywords').split(', '),
        run: ({ logout }) => logout(),
      },
    ],
  },
]
