import { useId, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, type FieldControl } from '#app/components/ui/field.tsx'
import { MAX_NOTE_CHARACTERS, MAX_SUGGESTED_CHARACTERS } from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'

const STORED_PREFIX = 'note:'

export interface WrittenNote {
  body: string
  mentions: string[]
  /** The words that are suggested in place of the present ones; null for a note. */
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

interface MentionFieldProps {
  control: FieldControl
  value: string
  onChange: (text: string) => void
  onSend: () => void
  onCancel: () => void
  colleagues: readonly Colleague[]
  autoFocus?: boolean
}

/** The number that can be seen at once. */
const MAX_OFFERED = 6

/** A text field in which `@` and the beginning of a name offer colleagues. */
function MentionField(props: MentionFieldProps) {
  const { control, value, onChange, onSend, onCancel, colleagues, autoFocus = false } = props
  const listId = useId()
  const [asked, setAsked] = useState<{ from: number; to: number; name: string } | null>(null)
  const [chosen, setChosen] = useState(0)
  const offered = asked
    ? colleagues.filter(({ name }) => startsWord(name, asked.name)).slice(0, MAX_OFFERED)
    : []
  const isOpen = offered.length > 0
  const current = offered[Math.min(chosen, offered.length - 1)]

  function take(field: HTMLTextAreaElement, { name }: Colleague) {
    if (!asked) return
    field.setRangeText(`@${name} `, asked.from, asked.to, 'end')
    onChange(field.value)
    setAsked(null)
  }

  function press(event: React.KeyboardEvent<HTMLTextAreaElement>) {
    const isChord = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && isChord) {
      event.preventDefault()
      onSend()
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setChosen((chosen + (event.key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length)
    } else if (isOpen && current && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      take(event.currentTarget, current)
    } else if (event.key === 'Escape') {
      // Stopped here, so that it does not also close what is around it.
      event.preventDefault()
      event.stopPropagation()
      if (isOpen) setAsked(null)
      else onCancel()
    }
  }

  return (
    <div className="relative">
      <textarea
        {...control}
        // biome-ignore lint/a11y/noAutofocus: somebody has just asked for this field
        autoFocus={autoFocus}
        rows={3}
        dir="auto"
        maxLength={MAX_NOTE_CHARACTERS}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && current ? `${listId}-${current.user_id}` : undefined}
        data-own-escape
        className={`${control.className} field-sizing-content min-h-20 text-sm`}
        onChange={(event) => {
          onChange(event.target.value)
          setAsked(nameBefore(event.target.value, event.target.selectionStart))
          setChosen(0)
        }}
        onBlur={() => setAsked(null)}
        onKeyDown={press}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('notes.colleagues')}
          className="absolute inset-x-0 top-full z-20 mt-1 rounded-sm border border-line bg-paper py-1 text-sm shadow-float"
        >
          {offered.map((colleague) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={colleague.user_id}
              id={`${listId}-${colleague.user_id}`}
              role="option"
              tabIndex={-1}
              aria-selected={colleague === current}
              className="cursor-pointer truncate px-3 py-2 aria-selected:bg-wash"
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                const field = event.currentTarget.parentElement?.parentElement?.querySelector('textarea')
                if (field) take(field, colleague)
              }}
            >
              {colleague.name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The beginning of a name that is being typed after an `@`. */
function nameBefore(text: string, at: number) {
  const found = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, at))
  return found ? { from: at - (found[1] ?? '').length - 1, to: at, name: found[1] ?? '' } : null
}

function startsWord(name: string, beginning: string): boolean {
  const [lower, wanted] = [name.toLowerCase(), beginning.toLowerCase()]
  return lower.startsWith(wanted) || lower.includes(` ${wanted}`)
}

/** The colleagues whose names stand after an `@` in a text. */
function mentionedIn(text: string, colleagues: readonly Colleague[]): string[] {
  return colleagues.filter(({ name }) => text.includes(`@${name}`)).map(({ user_id }) => user_id)
}
