import { useRef, useState } from 'react'
import { UnsavedDialog } from '#app/admin/translations/translate-dialogs.tsx'
import type { UnsavedForm } from '#app/admin/translations/translations-card.tsx'
import { type TranslateRequest, useTranslate } from '#app/admin/translations/use-translate.ts'
import type { Article } from '#core/domain/article.ts'

interface AskedTranslationsOptions {
  article: Article
  form: UnsavedForm
  /** Gets the focus when a translation that was begun has removed the button that was pressed. */
  focusAfter?: React.RefObject<HTMLElement | null>
}

/** Requests translations of an original, after a question about changes that are not saved. Returns how, and the dialog of that question. */
export function useAskedTranslations({ article, form, focusAfter }: AskedTranslationsOptions) {
  const translate = useTranslate(article.id)
  const [asked, setAsked] = useState<TranslateRequest | null>(null)
  const focused = useRef<HTMLElement>(null)

  function ask(request: TranslateRequest) {
    if (!form.isDirty()) return void translate(request)
    focused.current = null
    setAsked(request)
  }

  const dialog = asked && (
    <UnsavedDialog
      isPublished={article.published}
      onSave={form.save}
      onTranslate={() => {
        focused.current = focusAfter?.current ?? null
        void translate(asked)
      }}
      onClose={() => setAsked(null)}
      focusAfter={focused}
    />
  )
  return { ask, dialog }
}
