import { CategoryNav } from '#app/components/layout/category-nav.tsx'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { inLanguage, type Localized } from '#core/domain/site-words.ts'

interface MoreSectionsProps extends Omit<React.ComponentProps<'details'>, 'title'> {
  title: Localized<string>
}

/** The sections for which the header has no room: all of them, of which styles hide those that stand in the header. */
export default function MoreSections({ title, ...behaviour }: MoreSectionsProps) {
  const name = inLanguage(title, useLanguage())
  return (
    <details {...behaviour} className="more-sections">
      <summary>{name}</summary>
      <CategoryNav label={name} />
    </details>
  )
}
