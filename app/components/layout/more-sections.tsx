import { CategoryNav } from '#app/components/layout/category-nav.tsx'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { inLanguage, type Localized } from '#core/domain/site-words.ts'

/** The sections for which the header has no room: all of them, of which styles hide those that stand in the header. */
export function MoreSections({ title }: { title: Localized<string> }) {
  const name = inLanguage(title, useLanguage())
  return (
    <details className="more-sections">
      <summary>{name}</summary>
      <CategoryNav label={name} />
    </details>
  )
}
