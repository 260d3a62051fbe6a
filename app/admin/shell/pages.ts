import BookA from 'lucide-react/icons/book-a'
import FilePen from 'lucide-react/icons/file-pen'
import Images from 'lucide-react/icons/images'
import Inbox from 'lucide-react/icons/inbox'
import Languages from 'lucide-react/icons/languages'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Mail from 'lucide-react/icons/mail'
import Newspaper from 'lucide-react/icons/newspaper'
import ScrollText from 'lucide-react/icons/scroll-text'
import SettingsIcon from 'lucide-react/icons/settings'
import Trash2 from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { ARTICLES_PATH, DRAFTS_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { HOME_PATH } from '#app/admin/sign-in/admin-path.ts'
import { GLOSSARY_PATH, TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'

/** The pages of the desk, as the sidebar and the command bar list them. */
export const PAGES = [
  { to: HOME_PATH, label: t('dashboard.title'), icon: LayoutDashboard },
  {
    to: ARTICLES_PATH,
    label: t('articles.title'),
    icon: Newspaper,
    keywords: t('articles.keywords').split(', '),
  },
  {
    to: DRAFTS_PATH,
    label: t('drafts.title'),
    icon: FilePen,
    keywords: t('drafts.keywords').split(', '),
  },
  {
    to: TRANSLATIONS_PATH,
    label: t('coverage.title'),
    icon: Languages,
    keywords: t('coverage.keywords').split(', '),
  },
  {
    to: GLOSSARY_PATH,
    label: t('glossary.title'),
    icon: BookA,
    keywords: t('glossary.keywords').split(', '),
  },
  {
    to: NEWSLETTER_PATH,
    label: t('newsletter.title'),
    icon: Mail,
    keywords: t('newsletter.keywords').split(', '),
  },
  {
    to: '/admin/media',
    label: t('media.page.label'),
    icon: Images,
    keywords: t('media.page.keywords').split(', '),
  },
  { to: '/admin/trash', label: t('trash.title'), icon: Trash2, keywords: t('trash.keywords').split(', ') },
  { to: '/admin/outbox', label: t('outbox.title'), icon: Inbox, keywords: t('outbox.keywords').split(', ') },
  {
    to: '/admin/audit',
    label: t('audit.title'),
    icon: ScrollText,
    keywords: t('audit.keywords').split(', '),
  },
  {
    to: '/admin/administrators',
    label: t('administrators.title'),
    icon: Users,
    keywords: t('administrators.keywords').split(', '),
  },
  {
    to: '/admin/settings',
    label: t('settings.title'),
    icon: SettingsIcon,
    keywords: t('settings.keywords').split(', '),
  },
  {
    to: '/admin/account',
    label: t('account.title'),
    icon: UserRound,
    keywords: t('account.keywords').split(', '),
  },
]
