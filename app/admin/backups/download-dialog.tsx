import { DeskForm } from '#app/admin/form/desk-form.tsx'
import { PasswordField, usePasswordForm } from '#app/admin/form/password-form.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { formatBytes } from '#app/admin/ui/format-bytes.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { openBackupDownload } from '#core/data/backups.ts'
import type { Backup } from '#core/domain/backup.ts'

interface DownloadDialogProps {
  backup: Backup
  onClose: () => void
}

/** Asks for the password once more before a backup is downloaded. */
export function DownloadDialog({ backup, onClose }: DownloadDialogProps) {
  const { email } = useDesk()
  const open = useDeskMutation({
    run: (client, password: string) => openBackupDownload(client, { id: backup.id, password }),
  })
  const state = usePasswordForm(async (password) => {
    const answer = await open.mutateAsync(password)
    if (answer.status === 'refused') return answer.message
    submitToken(answer.data.token)
    onClose()
  })
  const busy = state.form.formState.isSubmitting
  return (
    <ModalDialog title={t('backups.download.title')} onClose={() => busy || onClose()}>
      <div className="mb-5 space-y-3 text-sm text-soft">
        <p>
          <FilledMessage
            text={t('backups.download.what')}
            values={{
              time: <LocalTime iso={backup.made_at ?? ''} precision="minute" />,
              size: formatBytes(backup.bytes ?? 0),
            }}
          />
        </p>
        <p>{t(backup.encrypted ? 'backups.download.encrypted' : 'backups.download.notEncrypted')}</p>
      </div>
      <DeskForm
        state={state}
        action={t('backups.download')}
        busyAction={t('ui.oneMoment')}
        inDialog
        more={
          <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
            {t('ui.cancel')}
          </Button>
        }
      >
        <PasswordField state={state} name="password" label={t('backups.download.password')} email={email} />
      </DeskForm>
    </ModalDialog>
  )
}

/** A form, so that the browser stores what arrives and the token is in no address. */
function submitToken(token: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/functions/v1/download-backup'
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = 'token'
  input.value = token
  form.append(input)
  document.body.append(form)
  form.submit()
  form.remove()
}
