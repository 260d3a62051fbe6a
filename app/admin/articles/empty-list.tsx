import { Link } from 'react-router'
import { NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'

/** A list without articles, with a way to go on. */
export function EmptyList({ text }: { text: string }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      <span>{text}</span>
      <Link to={NEW_ARTICLE_PATH} className="text-ink underline underline-offset-4">
        {t('articles.list.writeOne')}
      </Link>
    </p>
  )
}
