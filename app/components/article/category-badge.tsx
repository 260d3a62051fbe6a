import { categoryTone } from '#app/components/article/category-tone.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

export function CategoryBadge({ category, look = 'plain' }: { category: string; look?: 'solid' | 'plain' }) {
  const { t } = useTranslation()
  return (
    <Badge tone={categoryTone(category)} look={look}>
      {t(`card.badge.${category}`)}
    </Badge>
  )
}
