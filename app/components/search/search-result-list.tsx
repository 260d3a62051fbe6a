import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { FoundArticle } from '#core/domain/search.ts'
import { articlePath } from '#core/paths.ts'

interface SearchResultListProps {
  id: string
  articles: FoundArticle[]
  /** The index of the option that Enter chooses; -1 for none. */
  active: number
  onActivate: (index: number) => void
  onChoose: React.MouseEventHandler<HTMLAnchorElement>
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The listbox of the search combobox. Focus stays in the input, which names the active option. */
export function SearchResultList({ id, articles, active, onActivate, onChoose }: SearchResultListProps) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('search.label')}
      className="mt-4 max-h-96 divide-y divide-line overflow-y-auto overscroll-contain border-ink border-y"
    >
      {articles.map((article, index) => (
        <LocalLink
          key={article.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          to={articlePath({ slug: article.slug })}
          onMouseMove={() => onActivate(index)}
          onClick={onChoose}
          className="group grid grid-cols-1 gap-x-16 px-3 py-4 wrap-anywhere aria-selected:bg-wash sm:px-4 lg:grid-cols-[5fr_7fr]"
        >
          <CategoryBadge category={article.category} />{' '}
          <span
            lang={article.language}
            className="mt-1 font-display text-title-sm font-medium text-balance lg:col-start-1 group-aria-selected:underline decoration-2 underline-offset-4"
          >
            {article.title}
          </span>{' '}
          <span
            lang={article.language}
            className="mt-1 line-clamp-2 font-serif text-base text-soft lg:col-start-2"
          >
            {article.excerpt}
          </span>
        </LocalLink>
      ))}
    </div>
  )
}
