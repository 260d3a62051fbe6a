import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { codeOf } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { describePasswordFlaw, describePasswordProblem } from '#app/admin/errors/describe-password-problem.ts'
import { unwrap } from '#app/admin/errors/unwrap.ts'
import { NewPasswordField } from '#app/admin/form/new-password-field.tsx'
import { useSignedIn } from '#app/admin/session/use-signed-in.ts'
import { PASSWORD_HINT } from '#app/admin/sign-in/new-password-form.tsx'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'

interface Problem {
  field: 'current' | 'new'
  text: string
}

/** Changes the password of whoever is signed in. */
export function PasswordSection({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const current = useRef<HTMLInputElement>(null)
  const chosen = useRef<HTMLInputElement>(null)
  const signedIn = useSignedIn()
  const { revalidate } = useRevalidator()
  const { toast } = useToast()

  async function change(fields: FormData) {
    const password = String(fields.get('new-password'))
    const flaw = describePasswordFlaw(password)
    if (flaw) return refuse({ field: 'new', text: flaw })
    setBusy(true)
    setProblem(null)
    try {
      const change = { password, current_password: String(fields.get('current-password')) }
      await signedIn(async (client) => unwrap(await client.auth.updateUser(change)))
      form.current?.reset()
      toast({ title: 'Success', description: 'Your password is changed. All other sessions have ended.' })
      await revalidate()
    } catch (error) {
      const weakness = describePasswordProblem(error)
      const isCurrent = codeOf(error).startsWith('current_password')
      refuse({ field: weakness || !isCurrent ? 'new' : 'current', text: weakness ?? describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  function refuse(found: Problem) {
    setProblem(found)
    const field = found.field === 'current' ? current : chosen
    field.current?.focus()
  }

  return (
    <PageSection id="password" title="Password" intro="Changing it ends all of your other sessions.">
      <form
        ref={form}
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void change(new FormData(event.currentTarget))
        }}
        className="max-w-md space-y-5"
      >
        {/* Tells a password manager whose password it is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          ref={current}
          label="Current password"
          type="password"
          name="current-password"
          autoComplete="current-password"
          required
          readOnly={busy}
          error={problem?.field === 'current' && problem.text}
        />
        <NewPasswordField
          ref={chosen}
          label="New password"
          name="new-password"
          hint={PASSWORD_HINT}
          required
          readOnly={busy}
          error={problem?.field === 'new' && problem.text}
        />
        <Announcement urgent>{problem?.text ?? ''}</Announcement>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving...' : 'Change password'}
        </Button>
      </form>
    </PageSection>
  )
}
