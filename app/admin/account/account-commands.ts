import KeyRound from 'lucide-react/icons/key-round'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Command } from '#app/admin/command/command.ts'

export const ACCOUNT_COMMANDS: Command[] = [
  { label: 'Change your password', icon: KeyRound, to: '/admin/account#password' },
  {
    label: 'Set up a second factor',
    icon: ShieldCheck,
    keywords: ['authenticator', 'two factors', '2fa', 'recovery codes'],
    to: '/admin/account#second-factor',
  },
  {
    label: 'See where you are signed in',
    icon: MonitorSmartphone,
    keywords: ['sessions', 'devices', 'sign out others'],
    to: '/admin/account#sessions',
  },
]
