import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { browserFetch } from '#app/browser-fetch.ts'
import { Button } from '#app/components/ui/button.tsx'
import { type StoredLookFile, storeLookFile } from '#core/data/look-files.ts'
import { LOOK_FILE_MAX_BYTES } from '#core/look/logo.ts'

const ACCEPTED = '.svg,.png,.webp,image/svg+xml,image/png,image/webp'

interface LookFileFieldProps {
  label: string
  hint: string
  use: 'logo' | 'icon'
  /** The view of what there is; null for nothing. */
  shown: React.ReactNode
  id?: string
  onStored: (stored: StoredLookFile) => void
  onRemove?: (() => void) | undefined
  /** A stored logo from which this one can be made, in the colours of the dark theme. */
  recolours?: string | undefined
}

/** A logo or an icon: chosen or dropped, uploaded at once, and in force when the settings are saved. */
export function LookFileField(props: LookFileFieldProps) {
  const { label, hint, use, shown, id, onStored, onRemove, recolours } = props
  const frame = useRef<HTMLFieldSetElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const drop = useFileDrop(([file]) => file && void upload(file))

  async function upload(file: File) {
    const stored = await store(file.name, async () => file)
    if (stored) onStored(stored)
  }

  async function recolour(source: string) {
    const stored = await store(label, () => readStored(source))
    if (!stored) return
    if (!stored.recoloured) return setProblem(t('look.logo.opaque'))
    onStored({ ...stored, file: stored.recoloured })
    // The button disappears.
    frame.current?.focus()
  }

  function remove(onRemove: () => void) {
    setProblem('')
    onRemove()
    // The button disappears.
    frame.current?.focus()
  }

  /** Null after saying why it was not stored. */
  async function store(name: string, read: () => Promise<Blob>): Promise<StoredLookFile | null> {
    if (isBusy) return null
    const fail = (text: string) => {
      setProblem(t('look.file.problem', { name, problem: text }))
      return null
    }
    setProblem('')
    setIsBusy(true)
    try {
      const file = await read()
      if (file.size > LOOK_FILE_MAX_BYTES) return fail(t('look.file.tooLarge'))
      const answer = await signedIn((client) => storeLookFile(client, file, use))
      return answer.status === 'refused' ? fail(answer.message) : answer.data
    } catch (error) {
      return fail(describeError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <fieldset ref={frame} id={id} tabIndex={-1} className="min-w-0" aria-busy={isBusy}>
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
          {recolours && (
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={isBusy}
              onClick={() => void recolour(recolours)}
            >
              {t('look.logo.make')}
            </Button>
          )}
          {onRemove && (
            <Button variant="ghost" size="sm" onClick={() => remove(onRemove)}>
              {t('look.file.remove')}
            </Button>
          )}
        </div>
        <p className="text-faint text-sm">{hint}</p>
        <Announcement urgent>{problem}</Announcement>
        {problem && <p className="text-red text-sm wrap-anywhere">{problem}</p>}
      </div>
    </fieldset>
  )
}

const READ_TIMEOUT_MS = 30_000

async function readStored(file: string): Promise<Blob> {
  const response = await browserFetch(`/${file}`, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The stored file was answered with ${response.status}`)
  return response.blob()
}
