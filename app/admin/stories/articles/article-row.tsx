import { useQuery } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, IMPORTS_PATH, NEW_ARTICLE_PATH } from '#app/admin/kit/paths.ts'
import { useMayOpen } from '#app/admin/kit/session/member.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { changedArticlesQuery } from '#app/admin/stories/sources/sources-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import type { Article } from '#core/domain/article.ts'

const ACTION =
  'grid size-9 place-items-center rounded-sm text-soft transition-colors hover:bg-line/60 hover:text-ink'

interface RowActionsProps {
  /** The name of the article. */
  title: string
  /** The address where readers find it; missing for a draft. */
  viewPath?: string
  editPath: string
  /** True where the member reads the article at the desk, and cannot change it. */
  isReadOnly?: boolean
  /** Missing where the member may not. */
  onDelete?: (() => void) | undefined
}

/** The actions of a row: view a published article, edit or read, delete. */
export function RowActions({ title, viewPath, editPath, isReadOnly = false, onDelete }: RowActionsProps) {
  return (
    <div className="-my-2 -mr-2 flex justify-end max-xl:-ml-2">
      {viewPath && (
        <a href={viewPath} aria-label={t('articles.action.view', { title })} className={ACTION}>
          <Eye aria-hidden size={17} />
        </a>
      )}
      <Link
        to={editPath}
        aria-label={t(isReadOnly ? 'articles.action.read' : 'articles.action.edit', { title })}
        className={ACTION}
      >
        {isReadOnly ? <BookOpen aria-hidden size={16} /> : <Pencil aria-hidden size={16} />}
      </Link>
      {onDelete && (
        <button
          type="button"
          aria-label={t('articles.action.delete', { title })}
          onClick={onDelete}
          className={`${ACTION} hover:text-red`}
        >
          <Trash2 aria-hidden size={16} />
        </button>
      )}
    </div>
  )
}

/** Shown in an empty list, with links to write an article and to bring those of another site. */
export function EmptyList({ text }: { text: string }) {
  const mayOpen = useMayOpen()
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      <span>{text}</span>
      <Link to={NEW_ARTICLE_PATH} className="text-ink underline underline-offset-4">
        {t('articles.list.writeOne')}
      </Link>
      {mayOpen(IMPORTS_PATH) && (
        <Link to={IMPORTS_PATH} className="text-ink underline underline-offset-4">
          {t('imports.command')}
        </Link>
      )}
    </p>
  )
}

type Titled = Pick<Article, 'id' | 'slug' | 'language' | 'title' | 'reading_time' | 'original_article_id'>

interface ArticleTitleProps {
  article: Titled
  showLanguage: boolean
  /** A further remark, in the same line. */
  note?: React.ReactNode
}

/** The title of an article as a link to its form, with its reading time, and that sources of its story have changed. */
export function ArticleTitle({ article, showLanguage, note }: ArticleTitleProps) {
  const { language, title, reading_time } = article
  const details = [reading_time, showLanguage ? languageName(language) : ''].filter(Boolean).join(' · ')
  return (
    <>
      <Link
        to={editArticlePath(article)}
        lang={title ? language : undefined}
        className="line-clamp-3 underline decoration-transparent underline-offset-4 hover:decoration-current"
      >
        {nameOf(article)}
      </Link>
      {(details || note) && (
        <span className="mt-0.5 flex flex-wrap gap-x-3 font-normal text-faint text-xs">
          {details && <span>{details}</span>}
          {note}
        </span>
      )}
      <ChangedSources storyId={article.original_article_id ?? article.id} />
    </>
  )
}

/** Says that sources of an article were corrected or withdrawn and no editor has looked since; nothing otherwise. */
function ChangedSources({ storyId }: { storyId: string }) {
  const { data: changed } = useQuery(changedArticlesQuery)
  if (!changed?.has(storyId)) return null
  return (
    <span className="mt-1 block">
      <Badge look="plain" tone="orange">
        {t('sources.changed.mark')}
      </Badge>
    </span>
  )
}
