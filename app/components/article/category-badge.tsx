import { Badge } from '#app/components/ui/badge.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** The `data-tone` of a section's elements: one of its own, whose colour is in app/styles/tokens.css or in the publication's styles. */
export const categoryTone = (category: string): string => `_${category}`

export function CategoryBadge({ category, look = 'plain' }: { category: string; look?: 'solid' | 'plain' }) {
  const { t } = useTranslation()
  return (
    <Badge tone={categoryTone(category)} look={look}>
      {t(`card.badge.${category}`)}
    </Badge>
  )
}
