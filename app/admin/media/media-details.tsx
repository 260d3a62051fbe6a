import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { MEDIA_KEY, mediaQuery } from '#app/admin/media/media-queries.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { describeMedia, type ListedFile } from '#core/data/media-files.ts'
import {
  type MediaDetails as Details,
  mediaDetailsForm,
  mediaDetailsInput,
} from '#core/domain/media-input.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/i18n/languages.ts'

interface MediaDetailsProps {
  file: ListedFile
  /** The language that is asked for first. */
  language?: Language
  /** Told whether there are changes that are not saved. */
  onDirty?: (isDirty: boolean) => void
  onSaved?: () => void
  onCancel?: () => void
}

/** The form about a picture: what it shows in each language, or that it is decoration; and whose it is. */
export function MediaDetails(props: MediaDetailsProps) {
  const { file, language = DEFAULT_LANGUAGE, onDirty, onSaved, onCancel } = props
  const { toast } = useToast()
  const queries = useQueryClient()
  const since = useRef(file.updated_at)
  const [conflict, setConflict] = useState<ListedFile | null>(null)
  const save = useDeskMutation({
    run: (client, details: Details) => describeMedia(client, { id: file.id, since: since.current, details }),
    invalidates: [MEDIA_KEY],
  })
  const state = useDeskForm({
    schema: mediaDetailsInput,
    initial: mediaDetailsForm(file),
    async submit(details) {
      const outcome = await save.mutateAsync(details)
      if (outcome.status === 'conflict') return setConflict(await theirs())
      since.current = outcome.file.updated_at
      state.form.reset(mediaDetailsForm(outcome.file))
      setConflict(null)
      toast({ title: t('ui.success'), description: t('media.details.saved.text') })
      onSaved?.()
    },
  })

  /** Loads the version that another administrator has saved. The next save replaces that version. */
  async function theirs(): Promise<ListedFile | null> {
    const found = await queries.fetchQuery(mediaQuery(file.id))
    if (found) since.current = found.updated_at
    return found
  }

  function takeTheirs() {
    if (conflict) state.form.reset(mediaDetailsForm(conflict))
    setConflict(null)
  }

  const { isDirty } = state.form.formState
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])

  const decorative = state.form.watch('decorative')
  const own = LANGUAGES.filter(({ code }) => code === language)
  const others = LANGUAGES.filter(({ code }) => code !== language)
  const known = others.filter(({ code }) => file.alts[code]).length
  return (
    // React passes the submit event of a dialog to the form of the article around it.
    <div onSubmit={(event) => event.stopPropagation()}>
      {conflict && (
        <Notice tone="warning" role="alert" title={t('media.details.conflict')} className="mb-5">
          <p>
            {t('media.details.conflict.text', {
              alt: conflict.alts[language] ?? '–',
              credit: conflict.credit ?? '–',
            })}
          </p>
          <Button variant="secondary" size="sm" onClick={takeTheirs}>
            {t('media.details.takeTheirs')}
          </Button>
        </Notice>
      )}
      <DeskForm
        state={state}
        label={t('media.details.form')}
        action={t('media.details.save')}
        busyAction={t('media.details.saving')}
        inDialog={onCancel !== undefined}
        more={
          onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              {t('ui.cancel')}
            </Button>
          )
        }
      >
        <label className="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4.5 shrink-0 accent-ink"
            {...state.form.register('decorative')}
          />
          <span>
            {t('media.details.decorative')}
            <span className="block text-faint">{t('media.details.decorative.hint')}</span>
          </span>
        </label>
        {!decorative && (
          <>
            {own.map(({ code, name }) => (
              <FormField
                key={code}
                state={state}
                name={code}
                lang={code}
                label={t('media.details.alt', { language: name })}
                hint={t('media.details.alt.hint')}
              />
            ))}
            <details className="group">
              <summary className="inline-flex min-h-9 cursor-pointer items-center text-sm text-soft underline underline-offset-4 hover:text-ink">
                {t('media.details.others', { known, count: others.length })}
              </summary>
              <div className="mt-3 space-y-4">
                {others.map(({ code, name }) => (
                  <FormField
                    key={code}
                    state={state}
                    name={code}
                    lang={code}
                    label={t('media.details.alt', { language: name })}
                  />
                ))}
              </div>
            </details>
          </>
        )}
        <FormField
          state={state}
          name="credit"
          label={t('media.details.credit')}
          hint={t('media.details.credit.hint')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField
            state={state}
            name="licence"
            label={t('media.details.licence')}
            hint={t('media.details.licence.hint')}
          />
          <FormField
            state={state}
            name="licence_url"
            type="url"
            inputMode="url"
            spellCheck={false}
            label={t('media.details.licenceUrl')}
          />
        </div>
      </DeskForm>
    </div>
  )
}
