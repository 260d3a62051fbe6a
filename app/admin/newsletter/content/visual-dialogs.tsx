import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { DialogForm, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { ImagePicker } from '#app/admin/media/image-picker.tsx'
import {
  type ImageAtSelection,
  type LinkAtSelection,
  parseHref,
  parseImageSource,
} from '#app/admin/newsletter/content/visual-selection.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface VisualLinkDialogProps {
  link: LinkAtSelection
  focusAfter: React.RefObject<HTMLElement | null>
  /** Null removes the link. */
  onDone: (link: { href: string; text: string } | null) => void
  onClose: () => void
}

/** Asks where a link leads. */
export function VisualLinkDialog({ link, focusAfter, onDone, onClose }: VisualLinkDialogProps) {
  const [href, setHref] = useState(link.href)
  const [text, setText] = useState(link.text)
  const [problem, setProblem] = useState('')
  return (
    <ModalDialog title={t('newsletterIssue.link.title')} focusAfter={focusAfter} onClose={onClose}>
      <DialogForm
        submit={t('newsletterIssue.link.action')}
        more={
          link.href && (
            <Button variant="secondary" onClick={() => onDone(null)}>
              {t('newsletterIssue.link.remove')}
            </Button>
          )
        }
        onClose={onClose}
        onSubmit={() => {
          const address = parseHref(href)
          if (address === null) setProblem(t('newsletterIssue.link.invalid'))
          else onDone({ href: address, text })
        }}
      >
        <TextField
          label={t('newsletterIssue.link.address')}
          hint={t('newsletterIssue.link.hint')}
          error={problem}
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={href}
          onChange={(event) => setHref(event.target.value)}
        />
        <TextField
          label={t('newsletterIssue.link.text')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </DialogForm>
    </ModalDialog>
  )
}

interface VisualImageDialogProps {
  image: ImageAtSelection
  /** Of the edition, in which the picture is described. */
  language: Language
  focusAfter: React.RefObject<HTMLElement | null>
  onDone: (image: ImageAtSelection) => void
  onClose: () => void
}

/** Asks for an image and its alt text, which many mail programs show until the reader loads images. */
export function VisualImageDialog({ image, language, focusAfter, onDone, onClose }: VisualImageDialogProps) {
  const [src, setSrc] = useState(image.src)
  const [alt, setAlt] = useState(image.alt)
  const [isTried, setIsTried] = useState(false)
  const [isPicking, setIsPicking] = useState(false)
  const fields = useRef<HTMLFormElement>(null)
  const address = parseImageSource(src)
  const problems = {
    src: isTried && address === null ? t('newsletterIssue.image.invalid') : '',
    alt: isTried && alt.trim() === '' ? t('newsletterIssue.image.altMissing') : '',
  }

  function submit() {
    setIsTried(true)
    if (address !== null && alt.trim() !== '') return onDone({ src: address, alt: alt.trim() })
    const wrong = address === null ? 0 : 1
    fields.current?.querySelectorAll('input')[wrong]?.focus()
  }

  return (
    <ModalDialog title={t('newsletterIssue.image')} focusAfter={focusAfter} onClose={onClose}>
      <DialogForm
        ref={fields}
        submit={t(image.src ? 'newsletterIssue.image.change' : 'newsletterIssue.image.insert')}
        onSubmit={submit}
        onClose={onClose}
      >
        <Button variant="secondary" size="sm" onClick={() => setIsPicking(true)}>
          {t('media.library.choose')}
        </Button>
        <TextField
          label={t('newsletterIssue.image.address')}
          hint={t('newsletterIssue.image.addressHint')}
          error={problems.src}
          autoComplete="off"
          spellCheck={false}
          value={src}
          onChange={(event) => setSrc(event.target.value)}
        />
        <TextField
          label={t('newsletterIssue.image.alt')}
          hint={t('newsletterIssue.image.altHint')}
          error={problems.alt}
          lang={language}
          autoComplete="off"
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      </DialogForm>
      {isPicking && (
        <ImagePicker
          language={language}
          onChoose={(chosen) => {
            setSrc(chosen.path)
            setAlt(chosen.alt || alt)
            setIsPicking(false)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </ModalDialog>
  )
}
