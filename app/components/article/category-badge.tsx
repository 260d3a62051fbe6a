import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { findCategory } from '#core/domain/article.ts'

const TONES: Record<string, BadgeTone> = {
  business: 'blue',
  tech: 'green',
  opinion: 'purple',
  news: 'orange',
  hack: 'red',
}

/** The colour of a category; grey for an unknown one. */
export function categoryTone(category: string): BadgeTone {
  return TONES[category] ?? 'grey'
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
