import { Link } from 'react-router'
import { NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { showResults } from '#app/admin/table/show-results.ts'

interface EmptyListProps {
  text: string
  /** Set when a search or a filter may be the reason. */
  showAll: { label: string; to: string } | null
  results: React.RefObject<HTMLElement | null>
}

/** A list without rows, with a way to go on. */
export function EmptyList({ text, showAll, results }: EmptyListProps) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      <span className="text-soft">{text}</span>
      {showAll ? (
        <Link
          to={showAll.to}
          preventScrollReset
          onClick={() => showResults(results.current)}
          className="underline underline-offset-4"
        >
          {showAll.label}
        </Link>
      ) : (
        <Link to={NEW_ARTICLE_PATH} className="underline underline-offset-4">
          {t('articles.list.writeOne')}
        </Link>
      )}
    </p>
  )
}
