import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { CopyPicture } from '#app/admin/media/copy-picture.tsx'
import { FocusPoint } from '#app/admin/media/focus-point.tsx'
import { MediaImage } from '#app/admin/media/media-card.tsx'
import { MediaDetails } from '#app/admin/media/media-details.tsx'
import { mediaByNameQuery } from '#app/admin/media/media-queries.ts'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { fileNameOf } from '#core/domain/image-address-input.ts'
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
