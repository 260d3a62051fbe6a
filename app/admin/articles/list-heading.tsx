import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router'
import { NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { mayOpen } from '#app/admin/shell/screens.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'

/** The heading of a page about articles, with the link to write another one. */
export function ListHeading({ title, subtitle }: { title: string; subtitle?: string }) {
  const member = useMember()
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div>
        <h1 className="font-display font-medium text-title-lg">{title}</h1>
        {subtitle && <p className="mt-1 text-faint text-sm">{subtitle}</p>}
      </div>
      {mayOpen(member, NEW_ARTICLE_PATH) && (
        <Link to={NEW_ARTICLE_PATH} className={buttonStyles({ size: 'sm' })}>
          <Plus aria-hidden size={16} />
          {t('articles.action.new')}
        </Link>
      )}
    </div>
  )
}
