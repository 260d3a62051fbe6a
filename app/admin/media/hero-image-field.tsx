import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { CopyPicture } from '#app/admin/media/copy-picture.tsx'
import { DeleteMediaDialog } from '#app/admin/media/delete-media-dialog.tsx'
import { FocusPoint } from '#app/admin/media/focus-point.tsx'
import { ImagePicker } from '#app/admin/media/image-picker.tsx'
import { MediaImage } from '#app/admin/media/media-card.tsx'
import { MediaDetails } from '#app/admin/media/media-details.tsx'
import { mediaByNameQuery } from '#app/admin/media/media-queries.ts'
import { UploadProgress, useUpload } from '#app/admin/media/upload-progress.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import { fileNameOf, readImageAddress } from '#core/domain/image-address-input.ts'
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

interface HeroPreviewProps {
  address: string
  language: Language
  readOnly: boolean
  /** Called with the address of the copy of an external image. */
  onCopied: (path: string) => void
}

/** The chosen image, with what is known of it when it is one of ours. */
function HeroPreview({ address, language, readOnly, onCopied }: HeroPreviewProps) {
  const name = fileNameOf(address)
  const found = useQuery({ ...mediaByNameQuery(name ?? ''), enabled: name !== null })
  const file = found.data
  if (name !== null && found.isPending) return <Skeleton className="aspect-video w-full max-w-xl" />
  if (!file || readOnly) {
    return (
      <>
        <PlainImage key={address} address={address} />
        {name === null && !readOnly && (
          <div className="mt-2.5 max-w-prose">
            <CopyPicture address={address} onCopied={onCopied} />
          </div>
        )}
      </>
    )
  }
  return (
    <>
      {file.changeable ? (
        <FocusPoint key={file.id} file={file} />
      ) : (
        <MediaImage
          file={file}
          sizes="(min-width: 64rem) 32rem, 92vw"
          className="aspect-video w-full max-w-xl bg-wash object-contain"
        />
      )}
      <KnownDetails file={file} language={language} />
    </>
  )
}

/** An external image, without metadata. */
function PlainImage({ address }: { address: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <>
      {failed ? (
        <p role="alert" className="text-red text-sm">
          {t('media.hero.broken')}
        </p>
      ) : (
        <img
          src={address}
          alt=""
          className="max-h-96 max-w-full bg-wash"
          onError={() => setFailed(true)}
          referrerPolicy="no-referrer"
        />
      )}
      <p className="mt-2 truncate text-faint text-sm">{address}</p>
    </>
  )
}

function KnownDetails({ file, language }: { file: ListedFile; language: Language }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const name = languageName(language)
  const alt = file.alts[language]
  const close = () => setIsOpen(false)
  return (
    <div className="mt-3 text-sm">
      {file.decorative ? (
        <p className="text-soft">{t('media.hero.decorative')}</p>
      ) : alt ? (
        <p className="wrap-anywhere">
          <span className="text-faint">{t('media.hero.alt', { language: name })}</span>{' '}
          <span lang={language}>{alt}</span>
        </p>
      ) : (
        <p className="text-orange">{t('media.hero.noAlt', { language: name })}</p>
      )}
      {file.captions[language] && (
        <p className="mt-1 wrap-anywhere">
          <span className="text-faint">{t('media.hero.caption', { language: name })}</span>{' '}
          <span lang={language}>{file.captions[language]}</span>
        </p>
      )}
      {(file.credit || file.licence) && (
        <p className="mt-1 text-soft wrap-anywhere">
          {[file.credit, file.licence].filter(Boolean).join(' · ')}
        </p>
      )}
      {file.changeable && (
        <Button variant="secondary" size="sm" className="mt-2.5" onClick={() => setIsOpen(true)}>
          {t('media.hero.details')}
        </Button>
      )}
      {isOpen && (
        // The Escape key does not discard unsaved edits.
        <ModalDialog title={t('media.details.title')} onClose={() => isDirty || close()} width="list">
          <MediaDetails
            file={file}
            language={language}
            onDirty={setIsDirty}
            onSaved={close}
            onCancel={close}
          />
        </ModalDialog>
      )}
    </div>
  )
}

/** A field for the address of an image, which is used when it is pasted, or confirmed. */
function ImageAddressField({ onAddress }: { onAddress: (address: string) => void }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState('')

  async function use(typed: string) {
    const address = await resolve(typed)
    if (address === null) return
    if ([...address].length > ARTICLE_FIELDS.hero_image.longest) return setError(t('media.address.long'))
    setText('')
    setError('')
    onAddress(address)
  }

  /** The address as articles store it; null when there is none. */
  async function resolve(typed: string): Promise<string | null> {
    const read = readImageAddress(typed, window.location.origin)
    if (read.kind === 'none') return null
    if (read.kind === 'invalid') {
      setError(t('media.address.invalid'))
      return null
    }
    if (read.kind !== 'hosted') return read.address
    // A file that moved here from a project of hosted Supabase.
    const name = fileNameOf(read.ownAddress) ?? ''
    const own = await queries.fetchQuery(mediaByNameQuery(name)).catch(() => null)
    return own ? read.ownAddress : read.address
  }

  return (
    <div className="mt-3 flex items-end gap-2.5">
      <TextField
        label={t('media.address.label')}
        className="min-w-0 grow"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (text || !pasted.trim() || event.clipboardData.files.length > 0) return
          event.preventDefault()
          setText(pasted)
          void use(pasted)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it must not be submitted.
          event.preventDefault()
          void use(text)
        }}
      />
      <Button
        variant="secondary"
        className={error ? 'mb-6.5' : ''}
        aria-disabled={text.trim() === ''}
        onClick={() => void use(text)}
      >
        {t('media.address.use')}
      </Button>
    </div>
  )
}
