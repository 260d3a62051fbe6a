import { useId } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

const POPULAR = ['ai', 'gpt', 'machineLearning', 'technology', 'business', 'innovation'] as const

/** Suggestions shown before anything is typed. */
export function PopularSearches({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-8 border-line border-t pt-5">
      <h2 id={titleId} className="text-label font-semibold text-faint uppercase">
        {t('search.popular.title')}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {POPULAR.map((name) => {
          const text = t(`search.popular.${name}`)
          return (
            <li key={name}>
              <Button variant="secondary" size="sm" onClick={() => onChoose(text)}>
                {text}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
