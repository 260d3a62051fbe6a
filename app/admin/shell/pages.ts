import { Inbox, LayoutDashboard, UserRound, Users } from 'lucide-react'

/** The pages of the desk, as the sidebar and the command bar list them. */
export const PAGES = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/outbox', label: 'Outbox', icon: Inbox, keywords: ['mail', 'email'] },
  { to: '/admin/administrators', label: 'Administrators', icon: Users, keywords: ['people', 'users'] },
  { to: '/admin/account', label: 'Account', icon: UserRound, keywords: ['me', 'profile'] },
]
