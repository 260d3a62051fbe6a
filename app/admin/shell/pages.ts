import FilePen from 'lucide-react/icons/file-pen'
import Inbox from 'lucide-react/icons/inbox'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Newspaper from 'lucide-react/icons/newspaper'
import Trash2 from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { t } from '#app/admin/messages.ts'

/** The pages of the desk, as the sidebar and the command bar list them. */
export const PAGES = [
  { to: '/admin/dashboard', label: t('dashboard.title'), icon: LayoutDashboard },
  {
    to: '/admin/articles',
    label: t('articles.title'),
    icon: Newspaper,
    keywords: t('articles.keywords').split(', '),
  },
  {
    to: '/admin/drafts',
    label: t('drafts.title'),
    icon: FilePen,
    keywords: t('drafts.keywords').split(', '),
  },
  { to: '/admin/trash', label: t('trash.title'), icon: Trash2, keywords: t('trash.keywords').split(', ') },
  { to: '/admin/outbox', label: 'Outbox', icon: Inbox, keywords: ['mail', 'email'] },
  { to: '/admin/administrators', label: 'Administrators', icon: Users, keywords: ['people', 'users'] },
  { to: '/admin/account', label: 'Account', icon: UserRound, keywords: ['me', 'profile'] },
]
