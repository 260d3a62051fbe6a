import KeyRound from 'lucide-react/icons/key-round'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'

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
