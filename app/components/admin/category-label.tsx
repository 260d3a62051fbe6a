import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import type { Category } from '#core/domain/article.ts'

const LABELS: Record<Category, { name: string; tone: BadgeTone }> = {
  business: { name: 'Business', tone: 'blue' },
  tech: { name: 'Technology', tone: 'green' },
  opinion: { name: 'Opinion', tone: 'purple' },
  news: { name: 'News', tone: 'orange' },
  hack: { name: 'Hack', tone: 'red' },
}

export function CategoryLabel({ category }: { category: Category }) {
  const { name, tone } = LABELS[category]
  return (
    <Badge look="plain" tone={tone}>
      {name}
    </Badge>
  )
}
