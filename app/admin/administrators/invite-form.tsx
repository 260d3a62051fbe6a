import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { describeError, describeWait } from '#app/admin/errors/describe-error.ts'
import { useSignedIn } from '#app/admin/session/use-signed-in.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { secondsToRetry } from '#app/browser-fetch.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type InviteOutcome, inviteAdministrator } from '#core/data/administrators.ts'

/** Invites somebody by mail to be an administrator. */
export function InviteForm() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const signedIn = useSignedIn()
  const { revalidate } = useRevalidator()
  const { toast } = useToast()

  async function invite(email: string) {
    setBusy(true)
    setError('')
    const problem = await signedIn(async (client) => {
      const outcome = await inviteAdministrator(client, email)
      if (outcome === 'not_allowed') throw { code: '42501' }
      return describeOutcome(outcome)
    }).catch(describeError)
    setBusy(false)
    if (problem) {
      setError(problem)
      return field.current?.focus()
    }
    form.current?.reset()
    toast({ title: 'Success', description: `An invitation to ${email} is on its way.` })
    await revalidate()
  }

  return (
    <form
      ref={form}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void invite(String(new FormData(event.currentTarget).get('email')).trim())
      }}
      className="max-w-md space-y-4"
    >
      <TextField
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="off"
        required
        maxLength={255}
        readOnly={busy}
        error={error}
        spellCheck={false}
        autoCapitalize="none"
      />
      <Announcement urgent>{error}</Announcement>
      <Button type="submit" aria-disabled={busy}>
        {busy ? 'Inviting...' : 'Send the invitation'}
      </Button>
    </form>
  )
}

function describeOutcome(outcome: Exclude<InviteOutcome, 'not_allowed'>): string {
  switch (outcome) {
    case 'invited':
      return ''
    case 'invalid_email':
      return 'Please enter a valid e-mail address.'
    case 'already_administrator':
      return 'Somebody with this e-mail address is an administrator already.'
    case 'too_many':
      return describeWait(secondsToRetry())
    case 'failed':
      return 'The invitation could not be sent. Please try again in a moment.'
  }
}
