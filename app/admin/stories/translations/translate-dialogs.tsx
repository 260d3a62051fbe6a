import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { listLanguages } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { AI_MODEL_KEY } from '#app/admin/settings/ai/ai-model.tsx'
import { runOf, useFollowing } from '#app/admin/stories/translations/follow-translations.tsx'
import type { UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import {
  lastRunsKey,
  lastRunsQuery,
  storyTranslationsKey,
} from '#app/admin/stories/translations/translations-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { translateArticle } from '#core/data/translation-runs.ts'
import type { Article } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hasEnded, type RunState } from '#core/domain/translation-run.ts'

interface UnsavedDialogProps {
  isPublished: boolean
  /** Answers whether it was saved; if not, the form says why. */
  onSave: () => Promise<boolean>
  onTranslate: () => void
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Asks what to do about changes that are not saved, because only what is saved is translated. */
function UnsavedDialog({ isPublished, onSave, onTranslate, onClose, focusAfter }: UnsavedDialogProps) {
  const [isSaving, setIsSaving] = useState(false)

  async function saveFirst() {
    setIsSaving(true)
    const isSaved = await onSave()
    if (isSaved) onTranslate()
    onClose()
  }

  return (
    <ModalDialog
      title={t('translations.unsaved.title')}
      onClose={() => isSaving || onClose()}
      focusAfter={focusAfter}
    >
      <div className="space-y-3 text-sm text-soft">
        <p>{t('translations.unsaved.text')}</p>
        {isPublished && <p>{t('translations.unsaved.published')}</p>}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="ghost" aria-disabled={isSaving} onClick={() => isSaving || onClose()}>
          {t('ui.cancel')}
        </Button>
        <Button
          variant="secondary"
          aria-disabled={isSaving}
          onClick={() => {
            if (isSaving) return
            onTranslate()
            onClose()
          }}
        >
          {t('translations.unsaved.asSaved')}
        </Button>
        <Button aria-disabled={isSaving} onClick={() => isSaving || void saveFirst()}>
          {isSaving ? t('ui.oneMoment') : t('translations.unsaved.save')}
        </Button>
      </div>
    </ModalDialog>
  )
}

interface UpdateDialogProps {
  /** Those that are brought up to date. */
  languages: TranslatedLanguage[]
  /** Those that exist, and are being translated already. */
  underWay: TranslatedLanguage[]
  /** Those that wait for a review. */
  reviewed: readonly TranslatedLanguage[]
  onUpdate: (renewAll: boolean) => void
  onClose: () => void
}

/** Says what becomes of the translations before they are brought up to date. */
export function UpdateDialog({ languages, underWay, reviewed, onUpdate, onClose }: UpdateDialogProps) {
  const [renewAll, setRenewAll] = useState(false)
  const waiting = languages.filter((language) => reviewed.includes(language))
  return (
    <ConfirmDialog
      title={t('translations.action.update')}
      action={t('translations.action.update')}
      destructive={false}
      onConfirm={async () => onUpdate(renewAll)}
      onClose={onClose}
    >
      <p>{t('translations.update.outcome', { languages: listLanguages(languages) })}</p>
      <p>{renewAll ? t('translations.update.everything') : t('translations.update.onlyChanged')}</p>
      <p>{renewAll ? t('translations.update.editsReplaced') : t('translations.update.editsStay')}</p>
      {waiting.length > 0 && <p>{t('translations.update.waiting', { languages: listLanguages(waiting) })}</p>}
      {underWay.length > 0 && (
        <p>{t('translations.update.underWay', { languages: listLanguages(underWay) })}</p>
      )}
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={renewAll}
          onChange={(event) => setRenewAll(event.target.checked)}
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
        />
        <span>
          <span className="block text-ink">{t('translations.update.renewAll')}</span>
          {t('translations.update.renewAllHint')}
        </span>
      </label>
    </ConfirmDialog>
  )
}

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

export interface TranslateRequest {
  kind: 'translate' | 'retry' | 'update'
  languages: readonly TranslatedLanguage[]
  /** True if unchanged segments are translated again, too. */
  renewAll?: boolean
}

/** Requests translations of an original. Their end is reported on any page of the desk. */
function useTranslate(articleId: string) {
  const queries = useQueryClient()
  const { follow, forget } = useFollowing()
  const { toast } = useToast()

  return async function translate({ kind, languages, renewAll = false }: TranslateRequest): Promise<void> {
    const before = queries.getQueryData<RunState[]>(lastRunsKey(articleId)) ?? []
    const requested = languages.map((language) => {
      const last = before.find((run) => run.language === language)
      return { articleId, language, after: last && hasEnded(last) ? last.id : null }
    })
    follow(requested)

    async function fail(description: string) {
      const runs = await queries
        .fetchQuery({ ...lastRunsQuery(articleId), staleTime: 0 })
        .catch(() => [] as RunState[])
      // The response may be lost after the runs were created.
      const begun = requested.filter((one) => runOf(one, runs))
      forget(
        articleId,
        languages.filter((language) => !begun.some((one) => one.language === language)),
      )
      if (begun.length === 0) toast({ title: t('ui.error'), description, variant: 'destructive' })
    }

    try {
      const outcome = await signedIn((client) =>
        translateArticle(client, {
          articleId,
          targetLanguages: [...languages],
          retryFailed: kind === 'retry',
          renewAll,
        }),
      )
      if (outcome.status === 'refused') {
        void queries.invalidateQueries({ queryKey: AI_MODEL_KEY })
        return await fail(t('translations.toast.refused', { message: outcome.message }))
      }
      await Promise.all(
        [storyTranslationsKey(articleId), lastRunsKey(articleId)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
      const { successful, failed, running } = outcome.data.results
      const known = new Set([...successful, ...failed, ...running].map(({ language }) => language))
      // Languages without a run need no translation any more.
      forget(
        articleId,
        languages.filter((language) => !known.has(language)),
      )
    } catch (error) {
      await fail(
        kind === 'update'
          ? t('translations.toast.notUpdated')
          : t('translations.toast.refused', { message: describeError(error) }),
      )
    }
  }
}
