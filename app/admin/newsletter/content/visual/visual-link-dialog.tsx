import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { type LinkAtSelection, readHref } from '#app/admin/newsletter/content/visual/link-range.ts'
import { DialogForm } from '#app/admin/ui/dialog-form.tsx'
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
      </DialogForm>
    </ModalDialog>
  )
}
