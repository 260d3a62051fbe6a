import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { type LinkAtSelection, readHref } from '#app/admin/newsletter/content/visual/link-range.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

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
      <form
        method="post"
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          // Events of a portal come to the form around the editor, too.
          event.stopPropagation()
          const address = readHref(href)
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
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {link.href && (
            <Button variant="secondary" onClick={() => onDone(null)}>
              {t('newsletterIssue.link.remove')}
            </Button>
          )}
          <Button type="submit">{t('newsletterIssue.link.action')}</Button>
        </div>
      </form>
    </ModalDialog>
  )
}
