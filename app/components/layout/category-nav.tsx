import { useLocation } from 'react-router'
import { categoryTone } from '#app/components/article/category-tone.ts'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useCategories } from '#app/hooks/use-categories.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { categoryPath } from '#core/paths.ts'

/** Links to the sections, with `aria-current` on the present one. `linkClassName` may use each category's accent colour. */
export function CategoryNav(props: { className?: string; linkClassName?: string; label?: string }) {
  const { t } = useTranslation()
  const { className, linkClassName, label = t('header.nav.label') } = props
  const path = useLocation().pathname.toLowerCase()
  return (
    <nav aria-label={label}>
      <ul className={className}>
        {useCategories().map((category) => {
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
