import ArrowLeft from 'lucide-react/icons/arrow-left'
import LogOut from 'lucide-react/icons/log-out'
import { ACCOUNT_COMMANDS } from '#app/admin/account/account-commands.ts'
import { ADMINISTRATORS_COMMANDS } from '#app/admin/administrators/administrators-commands.ts'
import { ARTICLE_COMMANDS } from '#app/admin/article/article-commands.ts'
import type { Command } from '#app/admin/command/command.ts'
import { OUTBOX_COMMANDS } from '#app/admin/outbox/outbox-commands.ts'
import { PAGES } from '#app/admin/shell/pages.ts'

/** All entries of the command bar, grouped by heading. */
export const COMMANDS: readonly { heading: string; commands: readonly Command[] }[] = [
  { heading: 'Go to', commands: [...PAGES, { label: 'Back to Website', icon: ArrowLeft, to: '/' }] },
  {
    heading: 'Do',
    commands: [
      ...ARTICLE_COMMANDS,
      ...OUTBOX_COMMANDS,
      ...ADMINISTRATORS_COMMANDS,
      ...ACCOUNT_COMMANDS,
      {
        label: 'Logout',
        icon: LogOut,
        keywords: ['sign out', 'leave'],
        run: ({ logout }) => logout(),
      },
    ],
  },
]
