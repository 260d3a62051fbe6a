import { useRef, useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { describePasswordFlaw, describePasswordProblem } from '#app/admin/errors/describe-password-problem.ts'
import { NewPasswordField } from '#app/admin/form/new-password-field.tsx'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'

export const PASSWORD_HINT = `${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters. Several words that do not belong together are hard to guess and easy to remember.`

interface NewPasswordFormProps {
  /** False until the page can handle the form itself. */
  ready?: boolean
  action: string
  /** What is wrong with the password that was tried before this form was shown again. */
  initialError?: string
  /** Saves the password. What it throws is shown. */
  onSubmit: (password: string) => Promise<void>
}

/** Chooses a password without giving the present one, for whoever came by a mailed link. */
export function NewPasswordForm({ ready = true, action, initialError = '', onSubmit }: NewPasswordFormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(initialError)
  const field = useRef<HTMLInputElement>(null)

  async function save(password: string) {
    const flaw = describePasswordFlaw(password)
    if (flaw) return refuse(flaw)
    setBusy(true)
    setError('')
    try {
      await onSubmit(password)
    } catch (problem) {
      refuse(describePasswordProblem(problem) ?? describeError(problem))
    } finally {
      setBusy(false)
    }
  }

  function refuse(why: string) {
    setError(why)
    field.current?.focus()
  }

  return (
    <form
      method="post"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save(String(new FormData(event.currentTarget).get('password')))
      }}
    >
      <fieldset disabled={!ready} className="space-y-5">
        <NewPasswordField
          ref={field}
          label="New password"
          name="password"
          hint={PASSWORD_HINT}
          error={error}
          required
          readOnly={busy}
        />
        <Announcement urgent>{error}</Announcement>
        <Button type="submit" className="w-full" aria-disabled={busy}>
          {busy ? 'Saving...' : action}
        </Button>
      </fieldset>
    </form>
  )
}
