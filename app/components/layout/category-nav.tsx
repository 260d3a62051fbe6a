import { useLocation } from 'react-router'
import { categoryTone } from '#app/components/article/category-badge.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { CATEGORIES } from '#core/domain/article.ts'
import { categoryPath } from '#core/paths.ts'

/** Links to the five categories, with `aria-current` on the present one. `linkClassName` may use each category's accent colour. */
export function CategoryNav({ className, linkClassName }: { className: string; linkClassName: string }) {
  const { t } = useTranslation()
  const path = useLocation().pathname.toLowerCase()
  return (
    <nav aria-label={t('header.nav.label')}>
      <ul className={className}>
        {CATEGORIES.map((category) => {
          const own = categoryPath(category)
          const active = path === own || path.startsWith(`${own}/`)
          return (
            <li key={category} data-tone={categoryTone(category)}>
              <LocalLink
                to={own}
                className={linkClassName}
                {...(active && { 'aria-current': 'page' as const })}
              >
                {t(`category.${category}.name`)}
              </LocalLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
