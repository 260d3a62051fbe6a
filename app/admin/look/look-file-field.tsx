import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { BrowseButton, useFileDrop } from '#app/admin/media/file-input.tsx'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { type StoredLookFile, storeLookFile } from '#core/data/look-files.ts'
import { LOOK_FILE_MAX_BYTES } from '#core/look/logo.ts'

const ACCEPTED = '.svg,.png,.webp,image/svg+xml,image/png,image/webp'

interface LookFileFieldProps {
  label: string
  hint: string
  use: 'logo' | 'icon'
  /** What is shown of what there is; null for nothing. */
  shown: React.ReactNode
  id?: string
  onStored: (stored: StoredLookFile) => void
  onRemove?: (() => void) | undefined
  children?: React.ReactNode
}

/** A logo or an icon: chosen or dropped, uploaded at once, and in force when the settings are saved. */
export function LookFileField(props: LookFileFieldProps) {
  const { label, hint, use, shown, id, onStored, onRemove, children } = props
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const drop = useFileDrop(([file]) => file && void upload(file))

  async function upload(file: File) {
    if (isBusy) return
    setProblem('')
    const fail = (text: string) => setProblem(t('look.file.problem', { name: file.name, problem: text }))
    if (file.size > LOOK_FILE_MAX_BYTES) return fail(t('look.file.tooLarge'))
    setIsBusy(true)
    try {
      const answer = await signedIn((client) => storeLookFile(client, file, use))
      if (answer.status === 'refused') fail(answer.message)
      else onStored(answer.data)
    } catch (error) {
      fail(describeError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0" aria-busy={isBusy}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div
        {...drop.handlers}
        className={`space-y-3 rounded-sm border border-dashed p-4 ${drop.isOver ? 'border-ink bg-wash' : 'border-edge'}`}
      >
        {shown}
        <div className="flex flex-wrap items-center gap-2">
          <BrowseButton
            label={isBusy ? t('look.file.busy') : shown ? t('look.file.replace') : t('look.file.choose')}
            inputLabel={label}
            accept={ACCEPTED}
            disabled={isBusy}
            onFiles={([file]) => file && void upload(file)}
          />
          {onRemove && (
            <Button variant="ghost" size="sm" onClick={onRemove}>
              {t('look.file.remove')}
            </Button>
          )}
        </div>
        <p className="text-faint text-sm">{hint}</p>
        <Announcement urgent>{problem}</Announcement>
        {problem && <p className="text-red text-sm wrap-anywhere">{problem}</p>}
      </div>
      {children}
    </fieldset>
  )
}
