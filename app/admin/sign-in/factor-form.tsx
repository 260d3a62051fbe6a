import { useEffect, useRef, useState } from 'react'
import { saysSessionEnded } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { CODE_LENGTH, CodeField, codeOfInput } from '#app/admin/form/code-field.tsx'
import {
  type Authenticator,
  listAuthenticators,
  verifyCode,
  verifyRecoveryCode,
} from '#app/admin/session/second-factor.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import type { Client } from '#core/data/client.ts'

interface FactorFormProps {
  client: Client
  /** The session has its second step. */
  onVerified: () => void
  /** The half session is over, or not wanted any more. */
  onBack: (reason?: string) => void
  backLabel: string
}

/** Asks whoever gave the password for a code of an authenticator, or for a recovery code. Takes focus when it appears. */
export function FactorForm({ client, onVerified, onBack, backLabel }: FactorFormProps) {
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator')
  const [authenticators, setAuthenticators] = useState<Authenticator[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const lastTried = useRef('')

  useEffect(() => {
    // What cannot be read now is read again when a code is sent.
    void listAuthenticators(client).then(setAuthenticators, () => {})
  }, [client])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of the other kind is another one
  useEffect(() => field.current?.focus(), [kind])

  async function verify(fields: FormData) {
    setBusy(true)
    setError('')
    try {
      if (kind === 'recovery') {
        await verifyRecoveryCode(client, String(fields.get('recovery-code')))
      } else {
        const chosen = fields.get('authenticator') ?? (await listAuthenticators(client))[0]?.id
        await verifyCode(client, String(chosen), codeOfInput(String(fields.get('code'))))
      }
      onVerified()
    } catch (problem) {
      if (saysSessionEnded(problem)) return onBack('That took too long. Please enter your password again.')
      setError(describeError(problem))
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }

  function submitWhenWhole(event: React.ChangeEvent<HTMLInputElement>) {
    const code = codeOfInput(event.target.value)
    if (code.length !== CODE_LENGTH || code === lastTried.current) return
    lastTried.current = code
    form.current?.requestSubmit()
  }

  function change() {
    setError('')
    setKind(kind === 'recovery' ? 'authenticator' : 'recovery')
  }

  return (
    <form
      ref={form}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void verify(new FormData(event.currentTarget))
      }}
      className="space-y-5"
    >
      {kind === 'authenticator' && authenticators.length > 1 && (
        <Field label="Authenticator">
          {(control) => (
            <select {...control} name="authenticator">
              {authenticators.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {kind === 'authenticator' ? (
        <CodeField
          key="authenticator"
          ref={field}
          label="Code"
          hint="The 6 digits that your authenticator app shows now."
          error={error}
          readOnly={busy}
          onChange={submitWhenWhole}
        />
      ) : (
        <TextField
          key="recovery"
          ref={field}
          label="Recovery code"
          name="recovery-code"
          hint="One of the codes that you kept when you set up your second factor. Each works once."
          error={error}
          required
          readOnly={busy}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      )}
      <Announcement urgent>{error}</Announcement>
      <Button type="submit" className="w-full" aria-disabled={busy}>
        {busy ? 'Checking...' : 'Verify'}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
        <button type="button" className={TEXT_BUTTON} onClick={change}>
          {kind === 'recovery' ? 'Use your authenticator instead' : 'Use a recovery code instead'}
        </button>
        <button type="button" className={TEXT_BUTTON} onClick={() => onBack()}>
          {backLabel}
        </button>
      </div>
    </form>
  )
}

const TEXT_BUTTON = 'py-1 text-soft underline underline-offset-4 hover:text-ink'
