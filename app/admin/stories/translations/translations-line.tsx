import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { UpdateDialog, useAskedTranslations } from '#app/admin/stories/translations/translate-dialogs.tsx'
import type { TranslationState } from '#app/admin/stories/translations/translation-state.ts'
import type { UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import {
  type LoadedStates,
  useTranslationStates,
} from '#app/admin/stories/translations/translations-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Article } from '#core/domain/article.ts'

interface TranslationsLineProps {
  /** An original. */
  article: Article
  form: UnsavedForm
}

/** Says how many translations an original has, and how they are brought up to date; whichever tab is open beside it. */
export function TranslationsLine(props: TranslationsLineProps) {
  const { loaded } = useTranslationStates(props.article.id)
  return (
    <div className="-my-2 min-h-6 text-sm text-soft">{loaded && <LoadedLine {...props} {...loaded} />}</div>
  )
}

function LoadedLine({ article, form, states }: TranslationsLineProps & LoadedStates) {
  const problem = useModelProblem()
  const { ask, dialog } = useAskedTranslations({ article, form })
  const [isAsking, setIsAsking] = useState(false)
  const { toast } = useToast()
  const existing = states.filter(({ version }) => version !== null)
  const isUnderWay = ({ status }: TranslationState) => ['running', 'queued', 'paused'].includes(status)
  const idle = existing.filter((state) => !isUnderWay(state)).map(({ language }) => language)

  function update() {
    if (problem?.isUnset)
      toast({ title: t('translations.toast.failed'), description: problem.text, variant: 'destructive' })
    else if (existing.length === 0)
      toast({ title: t('translations.toast.none'), description: t('translations.toast.noneText') })
    else if (idle.length === 0)
      toast({ title: t('translations.toast.busy'), description: t('translations.toast.busyText') })
    else setIsAsking(true)
  }

  return (
    <>
      {existing.length === 0
        ? t('articles.translations.none')
        : t('articles.translations.some', { count: existing.length })}
      {' · '}
      <button type="button" className="min-h-6 underline underline-offset-4 hover:text-ink" onClick={update}>
        {t('translations.action.update')}
      </button>
      {isAsking && (
        <UpdateDialog
          languages={idle}
          underWay={existing.filter(isUnderWay).map(({ language }) => language)}
          reviewed={existing.flatMap(({ version, language }) =>
            version?.waits_for_review ? [language] : [],
          )}
          onUpdate={(renewAll) => ask({ kind: 'update', languages: idle, renewAll })}
          onClose={() => setIsAsking(false)}
        />
      )}
      {dialog}
    </>
  )
}
