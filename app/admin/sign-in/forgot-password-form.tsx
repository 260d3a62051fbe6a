import { useRef, useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { unwrap } from '#app/admin/errors/unwrap.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { Client } from '#core/data/client.ts'

interface ForgotPasswordFormProps {
  /** None until the page can handle the form itself. */
  client?: Client
  /** The server answers everyone the same: a link was mailed if there is such an account. */
  onSent?: (email: string) => void
}

export function ForgotPasswordForm({ client, onSent }: ForgotPasswordFormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)

  async function send(fields: FormData) {
    if (!client) return
    const email = String(fields.get('email')).trim()
    setBusy(true)
    setError('')
    try {
      unwrap(await client.auth.resetPasswordForEmail(email))
      onSent?.(email)
    } catch (problem) {
      setError(describeError(problem))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      method="post"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(new FormData(event.currentTarget))
      }}
    >
      <fieldset disabled={!client} className="space-y-5">
        <TextField
          ref={field}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          maxLength={255}
          readOnly={busy}
          error={error}
          spellCheck={false}
          autoCapitalize="none"
        />
        <Announcement urgent>{error}</Announcement>
        <Button type="submit" className="w-full" aria-disabled={busy}>
          {busy ? 'Sending...' : 'Send the link'}
        </Button>
      </fieldset>
    </form>
  )
}
