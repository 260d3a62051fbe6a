import Images from 'lucide-react/icons/images'
import Inbox from 'lucide-react/icons/inbox'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { t } from '#app/admin/messages.ts'

/** The pages of the desk, as the sidebar and the command bar list them. */
export const PAGES = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  {
    to: '/admin/media',
    label: t('media.page.label'),
    icon: Images,
    keywords: ['images', 'pictures', 'photos', 'upload'],
  },
  { to: '/admin/outbox', label: 'Outbox', icon: Inbox, keywords: ['mail', 'email'] },
  { to: '/admin/administrators', label: 'Administrators', icon: Users, keywords: ['people', 'users'] },
  { to: '/admin/account', label: 'Account', icon: UserRound, keywords: ['me', 'profile'] },
]
