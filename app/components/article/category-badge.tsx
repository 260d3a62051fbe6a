import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { type Category, findCategory } from '#core/domain/article.ts'

const TONES: Record<Category, BadgeTone> = {
  business: 'blue',
  tech: 'green',
  opinion: 'purple',
  news: 'orange',
  hack: 'red',
}

/** The colour of a category; grey for an unknown one. */
export function categoryTone(category: string): BadgeTone {
  const known = findCategory(category)
  return known ? TONES[known] : 'grey'
}

export function CategoryBadge({ category, look = 'plain' }: { category: string; look?: 'solid' | 'plain' }) {
  const { t } = useTranslation()
  const known = findCategory(category)
  return (
    <Badge tone={categoryTone(category)} look={look}>
      {known ? t(`card.badge.${known}`) : category}
    </Badge>
  )
}
