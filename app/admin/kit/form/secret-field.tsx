import { useRef } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

/** The action that is chosen for a stored secret. */
export type SecretAction = 'keep' | 'replace' | 'remove'

interface SecretFieldProps {
  texts: {
    label: string
    hint: string
    /** The text about the stored one. */
    stored: string
    keep: string
    replace: string
    replaceName: string
    /** Absent where it cannot be without one. */
    remove?: { text: string; name: string; removed: string }
    unreadable: string
  }
  /** True if the stored secret can be used with what is typed. */
  isKept: boolean
  isReadable: boolean
  action: SecretAction
  value: string
  error: string | undefined
  onChange: (change: { action: SecretAction; value: string }) => void
}

/** A password or key: it can be set, replaced and removed, and never read. */
export function SecretField({ texts, isKept, isReadable, action, value, error, onChange }: SecretFieldProps) {
  const group = useRef<HTMLDivElement>(null)

  function choose(next: SecretAction) {
    onChange({ action: next, value: '' })
    // The next control is rendered after this event.
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>('input, button')?.focus())
  }

  if (!isKept || action === 'replace') {
    return (
      <div ref={group} className="space-y-3">
        <TextField
          type="password"
          label={texts.label}
          hint={texts.hint}
          autoComplete="new-password"
          spellCheck={false}
          value={value}
          error={error}
          onChange={(event) => onChange({ action: 'replace', value: event.target.value })}
        />
        {isKept && (
          <Button variant="secondary" size="sm" onClick={() => choose('keep')}>
            {texts.keep}
          </Button>
        )}
      </div>
    )
  }
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-2 font-semibold text-sm">{texts.label}</legend>
      <div ref={group} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>{action === 'remove' ? texts.remove?.removed : texts.stored}</p>
        {action === 'remove' ? (
          <Button variant="secondary" size="sm" onClick={() => choose('keep')}>
            {texts.keep}
          </Button>
        ) : (
          <div className="flex gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={texts.replaceName}
              onClick={() => choose('replace')}
            >
              {texts.replace}
            </Button>
            {texts.remove && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={texts.remove.name}
                onClick={() => choose('remove')}
              >
                {texts.remove.text}
              </Button>
            )}
          </div>
        )}
      </div>
      {!isReadable && action === 'keep' && <p className="text-red text-sm">{texts.unreadable}</p>}
    </fieldset>
  )
}
