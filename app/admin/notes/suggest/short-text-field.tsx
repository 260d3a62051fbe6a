import { useEffect, useSyncExternalStore } from 'react'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { SuggestedWords } from '#app/admin/notes/panel/suggested-words.tsx'
import {
  placeSuggestions,
  suggestionsIn,
  withSuggestions,
} from '#app/admin/notes/suggest/suggested-changes.ts'
import type { SuggestionDraft } from '#app/admin/notes/suggest/suggestion-draft.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Article, SHORT_TEXTS } from '#core/domain/article.ts'

interface ShortTextFieldProps {
  field: (typeof SHORT_TEXTS)[number]
  article: Article
  draft: SuggestionDraft
  /** What was restored of an earlier visit. */
  restored: unknown
}

/** A copy of the title, the subtitle or the excerpt, whose change is a suggestion. */
export function ShortTextField({ field, article, draft, restored }: ShortTextFieldProps) {
  const { language } = article
  const base = (article[field] ?? '').replace(/\r\n?/g, '\n')
  const { changes } = useSyncExternalStore(draft.subscribe, draft.state)
  const own = changes.filter(({ anchor }) => anchor.field === field)
  const text = withSuggestions(base, own)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was restored is placed as well
  useEffect(() => {
    const all = draft.of(field)
    const { lost } = placeSuggestions(base, all)
    draft.change(field, {
      changes: suggestionsIn(field, { base, text: withSuggestions(base, all) }, all),
      lost,
    })
  }, [field, base, draft, restored])

  const change = ({ target }: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    draft.change(field, { changes: suggestionsIn(field, { base, text: target.value }, draft.of(field)) })

  return (
    <div className="mb-5 max-w-prose space-y-1.5 text-sm">
      <Field label={fieldLabel(field)}>
        {(control) => {
          const tied = { ...control, dir: 'auto', lang: language, value: text, onChange: change }
          return field === 'excerpt' ? <textarea rows={3} {...tied} /> : <input type="text" {...tied} />
        }}
      </Field>
      {own.map(({ id, anchor, replacement }) => (
        <SuggestedWords key={id} note={{ ...anchor, replacement, language }} />
      ))}
    </div>
  )
}
