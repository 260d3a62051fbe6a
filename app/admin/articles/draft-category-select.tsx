import { useRef, useState } from 'react'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useCategoryOptions, useSections } from '#app/admin/sections/use-sections.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { changeArticle } from '#core/data/save-article.ts'
import { presentSection } from '#core/domain/category.ts'

/** Lower than in a form, so that it fits into a row. */
const COMPACT =
  'block w-full min-h-9 rounded-sm border border-edge bg-paper px-3 py-1 text-sm text-ink transition-colors hover:border-ink'

/** The category of a draft in its list, saved as soon as another one is chosen. */
export function DraftCategorySelect({ article }: { article: DeskArticle }) {
  const { toast } = useToast()
  const options = useCategoryOptions()
  const sections = useSections()
  const [chosen, setChosen] = useState<string | null>(null)
  const next = useRef<string | null>(null)
  const change = useDeskMutation({
    run: (client, category: string) => changeArticle(client, article.id, { category }),
    invalidates: [ARTICLES_KEY],
  })

  async function save(category: string) {
    setChosen(category)
    const isSaving = next.current !== null
    next.current = category
    // Arrow keys choose one after the other: each is saved after the one before, so that the last one stays.
    if (isSaving) return
    const problem = await saveUntilLast().catch(() => t('drafts.category.failed'))
    next.current = null
    setChosen(null)
    if (problem) toast({ title: t('ui.error'), description: problem, variant: 'destructive' })
    else toast({ title: t('ui.success'), description: t('drafts.category.saved') })
  }

  /** Returns what went wrong, if anything did. */
  async function saveUntilLast(): Promise<string | null> {
    for (let saved: string | null = null; next.current !== null && next.current !== saved; ) {
      saved = next.current
      const { status } = await change.mutateAsync(saved)
      if (status === 'gone') return t('drafts.category.gone')
      if (status === 'invalid') return t('drafts.category.failed')
    }
    return null
  }

  return (
    <SelectControl
      aria-label={t('drafts.category.label', { title: nameOf(article) })}
      aria-busy={chosen !== null}
      value={presentSection(chosen ?? article.category, sections)}
      onChange={(event) => void save(event.target.value)}
      className={COMPACT}
    >
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectControl>
  )
}
