import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { DeleteMediaDialog } from '#app/admin/media/delete-media-dialog.tsx'
import { HeroPreview, ImageAddressField } from '#app/admin/media/hero-preview.tsx'
import { ImagePicker } from '#app/admin/media/image-picker.tsx'
import { mediaByNameQuery } from '#app/admin/media/media-queries.ts'
import { UploadProgress, useUpload } from '#app/admin/media/upload-progress.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { fileNameOf } from '#core/domain/image-address-input.ts'
import { storesPictures } from '#core/domain/role.ts'
import type { Language } from '#core/i18n/languages.ts'

interface RemovedImageProps {
  address: string
  isReplaced: boolean
  onUndo: () => void
  /** Called when the change cannot be undone any more. */
  onDismiss: () => void
}

interface HeroImageFieldProps {
  label: string
  error?: string | undefined
  /** The address of the image, relative to the site for an uploaded one; null when there is none. */
  value: string | null
  onChange: (value: string | null) => void
  /** The language of the article, whose alt text is asked for. */
  language: Language
  readOnly?: boolean
}

/** The field for the hero image of an article: dropped, browsed for, pasted, or chosen from the library. */
export function HeroImageField(props: HeroImageFieldProps) {
  const { label, error, value, onChange, language, readOnly = false } = props
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [isPicking, setIsPicking] = useState(false)
  const [before, setBefore] = useState<string | null>(null)
  const upload = useUpload(change)
  const uploads = storesPictures(useMember())
  const drop = useFileDrop(([file]) => file && uploads && !readOnly && upload.start(file))

  /** The change can be undone. */
  function change(next: string | null) {
    if (next === value) return
    setBefore(value)
    onChange(next)
    // The control that was used may be gone.
    group.current?.focus()
  }

  function undo() {
    setBefore(null)
    onChange(before)
    group.current?.focus()
  }

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      className="min-w-0 scroll-mt-4"
      {...drop.handlers}
    >
      <legend className="mb-1.5 block text-sm font-medium">{label}</legend>
      <div
        className={`@container rounded-sm border border-dashed p-4 ${drop.isOver ? 'border-ink bg-wash' : error ? 'border-red' : 'border-edge'}`}
      >
        <div
          className={
            value === null || readOnly
              ? ''
              : 'grid items-start gap-x-8 gap-y-4 @xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]'
          }
        >
          {value !== null && (
            <div className="min-w-0">
              <HeroPreview address={value} language={language} readOnly={readOnly} onCopied={change} />
            </div>
          )}
          {!readOnly && (
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2.5">
                {uploads && (
                  <BrowseButton
                    label={value === null ? t('media.hero.browse') : t('media.hero.replace')}
                    onFiles={([file]) => file && upload.start(file)}
                  />
                )}
                <Button variant="secondary" size="sm" onClick={() => setIsPicking(true)}>
                  {t('media.library.choose')}
                </Button>
                {value !== null && (
                  <Button variant="secondary" size="sm" onClick={() => change(null)}>
                    {t('media.hero.remove')}
                  </Button>
                )}
              </div>
              {uploads && (
                <p className="mt-2.5 text-faint text-sm">
                  {t('media.hero.drop')} {t('media.upload.hint')}
                </p>
              )}
              <UploadProgress upload={upload} />
              {before !== null && (
                <RemovedImage
                  address={before}
                  isReplaced={value !== null}
                  onUndo={undo}
                  onDismiss={() => setBefore(null)}
                />
              )}
              <ImageAddressField onAddress={change} />
            </div>
          )}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-red text-sm">
          {error}
        </p>
      )}
      {isPicking && (
        <ImagePicker
          language={language}
          onChoose={({ path }) => {
            setIsPicking(false)
            change(path)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </fieldset>
  )
}

/** Offers to restore the previous image, or to delete its file if it is unused. */
function RemovedImage({ address, isReplaced, onUndo, onDismiss }: RemovedImageProps) {
  const name = fileNameOf(address)
  const found = useQuery({ ...mediaByNameQuery(name ?? ''), enabled: name !== null, staleTime: 0 })
  const [isAsked, setIsAsked] = useState(false)
  const file = found.data
  return (
    <Notice role="status" className="mt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{isReplaced ? t('media.hero.replaced') : t('media.hero.removed')}</p>
        <Button variant="secondary" size="sm" onClick={onUndo}>
          {t('media.hero.undo')}
        </Button>
        {file?.changeable && isUnused(file) && (
          <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
            {t('media.hero.deleteFile')}
          </Button>
        )}
      </div>
      {file && isAsked && (
        <DeleteMediaDialog files={[file]} onDeleted={onDismiss} onClose={() => setIsAsked(false)} />
      )}
    </Notice>
  )
}

/** The local copy of this form may still contain the image. */
function isUnused({ use, in_trash, in_revisions, in_copies }: ListedFile): boolean {
  return use === 'none' || (use === 'past' && in_trash + in_revisions === 0 && in_copies <= 1)
}
