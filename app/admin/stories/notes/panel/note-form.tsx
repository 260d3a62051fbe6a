import { useId, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { MentionField, mentionedIn } from '#app/admin/stories/notes/panel/mention-field.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { MAX_SUGGESTED_CHARACTERS } from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'

const STORED_PREFIX = 'note:'

export interface WrittenNote {
  body: string
  mentions: string[]
  /** What is suggested in place of the words; null for a note. */
  replacement: string | null
}

interface NoteFormProps {
  /** Names the text in this browser until it is sent. */
  name: string
  label: string
  action: string
  initial?: string
  /** The words that other words can be suggested for. */
  words?: string | null
  colleagues: readonly Colleague[]
  /** Resolves to whether it was sent. */
  onSend: (note: WrittenNote) => Promise<boolean>
  onClose: () => void
}

/** A note, an answer, or other words for some. */
export function NoteForm(props: NoteFormProps) {
  const { name, label, action, initial = '', words = null, colleagues, onSend, onClose } = props
  const [body, setBody] = useKeptText(name, initial)
  const [replacement, setReplacement] = useKeptText(`${name}:words`, words ?? '')
  const [suggests, setSuggests] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState('')
  const switchId = useId()

  async function send() {
    if (isSending) return
    if (!suggests && body.trim() === '') return setProblem(t('notes.empty'))
    if (suggests && replacement === words) return setProblem(t('notes.sameWords'))
    setProblem('')
    setIsSending(true)
    const written = { body: body.trim(), mentions: mentionedIn(body, colleagues) }
    const isSent = await onSend({ ...written, replacement: suggests ? replacement : null })
    setIsSending(false)
    if (isSent) close()
  }

  function close() {
    setBody(initial)
    setReplacement(words ?? '')
    onClose()
  }

  return (
    <form
      noValidate
      aria-label={label}
      aria-busy={isSending}
      className="space-y-3 rounded-sm bg-wash p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {words !== null && (
        <label htmlFor={switchId} className="flex min-h-6 items-center gap-2 text-sm">
          <input
            id={switchId}
            type="checkbox"
            checked={suggests}
            className="size-4 accent-ink"
            onChange={(event) => setSuggests(event.target.checked)}
          />
          {t('notes.suggestWords')}
        </label>
      )}
      {suggests && (
        <Field label={t('notes.otherWords')} hint={t('notes.otherWords.hint')}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              dir="auto"
              maxLength={MAX_SUGGESTED_CHARACTERS}
              value={replacement}
              className={`${control.className} field-sizing-content max-h-60 text-sm`}
              onChange={(event) => setReplacement(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={suggests ? t('notes.reason') : label} error={problem}>
        {(control) => (
          <MentionField
            control={control}
            value={body}
            onChange={setBody}
            onSend={() => void send()}
            onCancel={close}
            colleagues={colleagues}
            autoFocus
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" aria-disabled={isSending}>
          {isSending ? t('notes.sending') : suggests ? t('notes.suggest') : action}
        </Button>
        <Button variant="secondary" size="sm" onClick={close}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** A text that is being written, stored in this browser until it is sent or given up. */
function useKeptText(name: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(name) ?? initial)
  function change(next: string) {
    setText(next)
    try {
      if (next === initial) localStorage.removeItem(STORED_PREFIX + name)
      else localStorage.setItem(STORED_PREFIX + name, next)
    } catch {
      // Without storage it is lost with the page.
    }
  }
  return [text, change]
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(STORED_PREFIX + name)
  } catch {
    return null
  }
}
