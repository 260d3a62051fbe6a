import { useId, useRef, useState } from 'react'
import type { ImageText } from '#app/admin/editor/image/image-markdown.ts'
import { ImagePicker } from '#app/admin/media/image-picker.tsx'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface ImageDialogProps {
  image: ImageText
  /** An image that has just been uploaded: only its texts are asked for. */
  isUploaded: boolean
  /** The language of the text. */
  language: Language
  onDone: (image: ImageText) => void
  onFiles: (files: File[]) => void
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Asks for an image, its alternative text and its caption. */
export function ImageDialog(props: ImageDialogProps) {
  const { image, isUploaded, language, onDone, onFiles, onClose, focusAfter } = props
  const [draft, setDraft] = useState(image)
  const [isInvalid, setIsInvalid] = useState(false)
  const [isPicking, setIsPicking] = useState(false)
  const addressField = useRef<HTMLInputElement>(null)
  const change = (part: Partial<ImageText>) => setDraft({ ...draft, ...part })

  function submit(event: React.SubmitEvent) {
    event.preventDefault()
    // React events bubble to the form of the page.
    event.stopPropagation()
    const address = draft.address.trim()
    if (/^(?:https?:\/\/[^/]|\/[^/\\])/i.test(address)) onDone({ ...draft, address })
    else {
      setIsInvalid(true)
      addressField.current?.focus()
    }
  }

  return (
    <ModalDialog
      title={isUploaded ? t('editor.image.describe') : t('editor.image.title')}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <form noValidate onSubmit={submit} className="space-y-4">
        {!isUploaded && (
          <>
            {image.address === '' && <FileChoice onFiles={onFiles} />}
            <Button variant="secondary" size="sm" onClick={() => setIsPicking(true)}>
              {t('media.library.choose')}
            </Button>
            <TextField
              ref={addressField}
              label={t('editor.image.address')}
              error={isInvalid ? t('editor.image.invalid') : undefined}
              autoComplete="off"
              spellCheck={false}
              value={draft.address}
              onChange={(event) => {
                change({ address: event.target.value })
                setIsInvalid(false)
              }}
            />
          </>
        )}
        <TextField
          label={t('editor.image.alt')}
          hint={t('editor.image.altHint')}
          value={draft.alt}
          onChange={(event) => change({ alt: event.target.value })}
        />
        <TextField
          label={t('editor.image.caption')}
          hint={t('editor.image.captionHint')}
          value={draft.caption}
          onChange={(event) => change({ caption: event.target.value })}
        />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="secondary" onClick={onClose}>
            {isUploaded ? t('editor.image.skip') : t('ui.cancel')}
          </Button>
          <Button type="submit">{image.address ? t('editor.image.save') : t('editor.image.insert')}</Button>
        </div>
      </form>
      {isPicking && (
        <ImagePicker
          language={language}
          onChoose={({ path, alt }) => {
            change({ address: path, alt: alt || draft.alt })
            setIsInvalid(false)
            setIsPicking(false)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </ModalDialog>
  )
}

function FileChoice({ onFiles }: { onFiles: (files: File[]) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {t('editor.image.file')}
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple
        aria-describedby={`${id}-hint`}
        className="block w-full text-sm file:mr-3 file:min-h-11 file:rounded-sm file:border file:border-edge file:bg-transparent file:px-4 file:font-medium file:text-ink"
        onChange={({ target }) => target.files?.length && onFiles([...target.files])}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-faint text-sm">
        {t('editor.image.fileHint')}
      </p>
    </div>
  )
}
