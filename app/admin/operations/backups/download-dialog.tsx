import type { ReactNode } from 'react'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { PasswordField, usePasswordForm } from '#app/admin/kit/form/password-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import type { Answer } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'

interface DownloadDialogProps {
  title: string
  /** A description of what is downloaded. */
  children: ReactNode
  /** Gets a token for the password. */
  open: (client: Client, password: string) => Promise<Answer<{ token: string }>>
  /** The function that takes the token. */
  from: 'download-backup' | 'download-export'
  onClose: () => void
}

/** Asks for the password once more before something is downloaded that has everything. */
export function DownloadDialog({ title, children, open: run, from, onClose }: DownloadDialogProps) {
  const { email } = useDesk()
  const open = useDeskMutation({ run })
  const state = usePasswordForm(async (password) => {
    const answer = await open.mutateAsync(password)
    if (answer.status === 'refused') return answer.message
    submitToken(from, answer.data.token)
    onClose()
  })
  return (
    <FormDialog
      title={title}
      intro={<div className="mb-5 space-y-3 text-sm text-soft">{children}</div>}
      state={state}
      action={t('backups.download')}
      onClose={onClose}
    >
      <PasswordField state={state} name="password" label={t('backups.download.password')} email={email} />
    </FormDialog>
  )
}

/** A form, so that the browser stores what arrives and the token is in no address. */
function submitToken(from: string, token: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `/functions/v1/${from}`
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = 'token'
  input.value = token
  form.append(input)
  document.body.append(form)
  form.submit()
  form.remove()
}
