import { languageName } from '#app/admin/article/language-name.ts'
import { CopyPicture } from '#app/admin/media/copy-picture.tsx'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { MAX_ALT_LENGTH, MAX_CREDIT_LENGTH, type PictureWords } from '#core/domain/media-input.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ImageWordsProps {
  address: string
  words: PictureWords
  /** What the library says of it, which readers see where the text says nothing. */
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

/** What a text says of an image that is not in the library, with a way to copy it there, or that others change there. */
export function ImageWords(props: ImageWordsProps) {
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
