import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DeskForm, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { MediaFields } from '#app/admin/media/media-fields.tsx'
import { MEDIA_KEY, mediaQuery } from '#app/admin/media/media-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { describeMedia, type ListedFile } from '#core/data/media-files.ts'
import {
  type MediaDetails as Details,
  differsFrom,
  divideDetails,
  mediaDetailsForm,
  mediaDetailsInput,
  type PictureWords,
} from '#core/domain/media-input.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface MediaDetailsProps {
  file: ListedFile
  /** The language that is asked for first. */
  language?: Language
  /** The words of a text about the picture at one place. They are asked for as well; the library keeps what it does not know yet. */
  place?: PictureWords
  /** The label of the button, when it is another. */
  action?: string
  /** Told whether there are changes that are not saved. */
  onDirty?: (isDirty: boolean) => void
  /** Called with what is to stand at the place. */
  onSaved?: (place: PictureWords) => void
  onCancel?: () => void
  cancel?: string
}

/** The form about a picture: what it shows and what is written below it in each language, and whose it is. */
export function MediaDetails(props: MediaDetailsProps) {
  const { file, language = DEFAULT_LANGUAGE, place, onDirty, onSaved, onCancel } = props
  const { action = t('media.details.save'), cancel = t('ui.cancel') } = props
  const [replaces, setReplaces] = useState(false)
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
    initial: mediaDetailsForm(place ? withPlace(file, place, language) : file),
    async submit(typed) {
      const { kept, place: there } = divideDetails(conflict ?? file, typed, {
        language,
        replaces: place === undefined || replaces,
      })
      if (place === undefined || !isSame(kept, conflict ?? file)) {
        const outcome = await save.mutateAsync(kept)
        if (outcome.status === 'conflict') return setConflict(await theirs())
        since.current = outcome.file.updated_at
        if (place === undefined) state.form.reset(mediaDetailsForm(outcome.file))
        setConflict(null)
        toast({ title: t('ui.success'), description: t('media.details.saved.text') })
      }
      onSaved?.(there)
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

  const typed = mediaDetailsInput.safeParse(state.form.watch()).data
  const differs = place && typed ? Object.values(differsFrom(file, typed, language)).some(Boolean) : false
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
        action={action}
        busyAction={t('media.details.saving')}
        inDialog={onCancel !== undefined}
        more={
          onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              {cancel}
            </Button>
          )
        }
      >
        <MediaFields state={state} file={file} language={language} />
        {differs && (
          <label className="flex items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4.5 shrink-0 accent-ink"
              checked={replaces}
              onChange={(event) => setReplaces(event.target.checked)}
            />
            <span>
              {t('media.details.replaces')}
              <span className="block text-faint">{t('media.details.replaces.hint')}</span>
            </span>
          </label>
        )}
      </DeskForm>
    </div>
  )
}

/** Joins what is known of a picture with what a text says of it. */
function withPlace(file: ListedFile, { alt, caption, credit }: PictureWords, language: Language): Details {
  const { alts, captions } = file
  return {
    ...file,
    alts: alt && !file.decorative ? { ...alts, [language]: alt } : alts,
    captions: caption ? { ...captions, [language]: caption } : captions,
    credit: credit || file.credit,
  }
}

const isSame = (one: Details, other: Details) =>
  JSON.stringify(mediaDetailsForm(one)) === JSON.stringify(mediaDetailsForm(other))
