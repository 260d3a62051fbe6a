import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ImageText } from '#app/admin/editor/image/image-markdown.ts'
import type { Syntax } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { CopyPicture } from '#app/admin/media/copy-picture.tsx'
import { FocusPoint } from '#app/admin/media/focus-point.tsx'
import { ImagePicker } from '#app/admin/media/image-picker.tsx'
import { MediaDetails } from '#app/admin/media/media-details.tsx'
import { mediaByNameQuery } from '#app/admin/media/media-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { ListedFile } from '#core/data/media-files.ts'
import { fileNameOf } from '#core/domain/image-address-input.ts'
import { MAX_ALT_LENGTH, MAX_CREDIT_LENGTH, type PictureWords } from '#core/domain/media-input.ts'
import { storesPictures } from '#core/domain/role.ts'
import type { Language } from '#core/i18n/languages.ts'
import { KEPT_PICTURE } from '#core/newsletter/kept-html.ts'

interface ImageDialogProps {
  image: ImageText
  /** An image that has just been uploaded: only what is said of it is asked for. */
  isUploaded: boolean
  syntax: Syntax
  /** The language of the text. */
  language: Language
  onDone: (image: ImageText) => void
  onFiles: (files: File[]) => void
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Small enough that the fields below the picture are in sight. */
const DIALOG_PICTURE_REM = 12

const NO_WORDS: PictureWords = { alt: '', caption: '', credit: '' }

const wordsOf = ({ alts, captions, credit }: ListedFile, language: Language): PictureWords => ({
  alt: alts[language] ?? '',
  caption: captions[language] ?? '',
  credit: credit ?? '',
})

/** Asks for an image of a text and what is said of it: the same as in the library, if it is there and may be changed. */
export function ImageDialog(props: ImageDialogProps) {
  const { image, isUploaded, syntax, language, onDone, onFiles, onClose, focusAfter } = props
  const [address, setAddress] = useState(image.address)
  const [words, setWords] = useState<PictureWords>(image)
  const [isInvalid, setIsInvalid] = useState(false)
  const [isPicking, setIsPicking] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const addressField = useRef<HTMLInputElement>(null)
  const uploads = storesPictures(useMember())
  const name = fileNameOf(address)
  const found = useQuery({ ...mediaByNameQuery(name ?? ''), enabled: name !== null })
  const action = image.address ? t('editor.image.save') : t('editor.image.insert')
  const cancel = isUploaded ? t('editor.image.skip') : t('ui.cancel')

  function choose(next: string) {
    setAddress(next)
    setIsInvalid(false)
    setIsDirty(false)
  }

  function finish(said: PictureWords) {
    const typed = address.trim()
    const allowed = syntax === 'mail' ? KEPT_PICTURE : /^(?:https?:\/\/[^/]|\/[^/\\])/i
    if (allowed.test(typed)) return onDone({ ...said, address: typed })
    setIsInvalid(true)
    addressField.current?.focus()
  }

  return (
    <ModalDialog
      title={isUploaded ? t('editor.image.describe') : t('editor.image.title')}
      // The Escape key does not discard unsaved edits.
      onClose={() => isDirty || onClose()}
      focusAfter={focusAfter}
      width="list"
    >
      {/* React passes the submit events of a dialog to the form of the article around it. */}
      <div className="space-y-5" onSubmit={(event) => event.stopPropagation()}>
        {!isUploaded && (
          <div className="space-y-4 border-line border-b pb-5">
            {uploads && image.address === '' && address === '' && <FileChoice onFiles={onFiles} />}
            <Button variant="secondary" size="sm" onClick={() => setIsPicking(true)}>
              {t('media.library.choose')}
            </Button>
            <TextField
              ref={addressField}
              label={t('editor.image.address')}
              error={isInvalid ? t('editor.image.invalid') : undefined}
              autoComplete="off"
              spellCheck={false}
              value={address}
              onChange={(event) => choose(event.target.value)}
            />
          </div>
        )}
        {name !== null && found.isPending ? (
          <Skeleton className="aspect-video w-full" />
        ) : found.data?.changeable ? (
          <div key={found.data.id} className="space-y-5">
            <FocusPoint file={found.data} maxHeightRem={DIALOG_PICTURE_REM} />
            <MediaDetails
              file={found.data}
              language={language}
              place={words}
              action={action}
              cancel={cancel}
              onDirty={setIsDirty}
              onSaved={finish}
              onCancel={onClose}
            />
          </div>
        ) : (
          <ImageWords
            address={address}
            words={words}
            known={found.data && wordsOf(found.data, language)}
            language={language}
            action={action}
            cancel={cancel}
            onWords={setWords}
            onCopied={choose}
            onDone={finish}
            onCancel={onClose}
          />
        )}
      </div>
      {isPicking && (
        <ImagePicker
          language={language}
          onChoose={({ path }) => {
            // Another picture is offered with what the library says of it, and not with what was said of this one.
            if (path !== address) setWords(NO_WORDS)
            choose(path)
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

interface ImageWordsProps {
  address: string
  words: PictureWords
  /** The library's words for it, which readers see where the text says nothing. */
  known?: PictureWords | null | undefined
  language: Language
  action: string
  cancel: string
  onWords: (words: PictureWords) => void
  /** Called with the address of the copy. */
  onCopied: (path: string) => void
  onDone: (words: PictureWords) => void
  onCancel: () => void
}

/** The form for what a text says of an image that is not in the library, with a way to copy it there, or that others change there. */
function ImageWords(props: ImageWordsProps) {
  const { address, words, known, language, action, cancel, onWords, onCopied, onDone, onCancel } = props
  const inLanguage = { language: languageName(language) }
  const field = (name: keyof PictureWords, maxLength: number) => ({
    value: words[name],
    maxLength,
    placeholder: known?.[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onWords({ ...words, [name]: event.target.value }),
  })

  function submit(event: React.SubmitEvent) {
    event.preventDefault()
    onDone(words)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <CopyPicture address={address} onCopied={onCopied} />
      <TextField
        label={t('media.details.alt', inLanguage)}
        hint={t('editor.image.altHint')}
        lang={language}
        {...field('alt', MAX_ALT_LENGTH)}
      />
      <TextField
        label={t('media.details.caption', inLanguage)}
        hint={t('media.details.caption.hint')}
        lang={language}
        {...field('caption', MAX_ALT_LENGTH)}
      />
      <TextField
        label={t('media.details.credit')}
        hint={t('media.details.credit.hint')}
        {...field('credit', MAX_CREDIT_LENGTH)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit">{action}</Button>
      </div>
    </form>
  )
}
