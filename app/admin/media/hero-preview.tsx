import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { CopyPicture } from '#app/admin/media/copy-picture.tsx'
import { FocusPoint } from '#app/admin/media/focus-point.tsx'
import { MediaImage } from '#app/admin/media/media-card.tsx'
import { MediaDetails } from '#app/admin/media/media-details.tsx'
import { mediaByNameQuery } from '#app/admin/media/media-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import { fileNameOf, readImageAddress } from '#core/domain/image-address-input.ts'
import type { Language } from '#core/i18n/languages.ts'

interface HeroPreviewProps {
  address: string
  language: Language
  readOnly: boolean
  /** Called with the address of the copy of an external image. */
  onCopied: (path: string) => void
}

/** The chosen image, with what is known of it when it is one of ours. */
export function HeroPreview({ address, language, readOnly, onCopied }: HeroPreviewProps) {
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
export function ImageAddressField({ onAddress }: { onAddress: (address: string) => void }) {
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
