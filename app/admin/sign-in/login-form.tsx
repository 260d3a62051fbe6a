import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { describeWait } from '#app/admin/errors/describe-error.ts'
import { adminClient } from '#app/admin/session/admin-client.ts'
import { type SignInOutcome, signIn } from '#app/admin/sign-in/sign-in.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'

/** Read out and shown once the whole login has succeeded. */
export const LOGGED_IN: ToastMessage = { title: 'Success', description: 'Successfully logged in!' }

interface LoginFormProps {
  /** False until the page can handle the form itself, so that no browser sends a password any other way. */
  ready?: boolean
  onDone: (outcome: 'signed_in' | 'second_factor') => Promise<void> | void
}

/** The first step of the login. */
export function LoginForm({ ready = true, onDone }: LoginFormProps) {
  const [busy, setBusy] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const { toast } = useToast()

  async function login(fields: FormData) {
    setBusy(true)
    try {
      const client = adminClient(window.location.href)
      const outcome = await signIn(client, String(fields.get('email')), String(fields.get('password')))
      if (outcome === 'signed_in' || outcome === 'second_factor') return await onDone(outcome)
      toast(describeOutcome(outcome))
      password.current?.select()
    } catch (error) {
      const reason = (error instanceof Error && error.message) || 'Unknown error'
      const description = `An error occurred during login: ${reason}`
      toast({ title: 'Login Failed', description, variant: 'destructive' })
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
        if (!busy) void login(new FormData(event.currentTarget))
      }}
    >
      <fieldset disabled={!ready} className="space-y-5">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          readOnly={busy}
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextField
          ref={password}
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          readOnly={busy}
        />
        <Button type="submit" className="w-full" aria-disabled={busy}>
          {busy ? 'Logging in...' : 'Login'}
        </Button>
        <p className="text-sm">
          <Link
            to="/admin/forgot-password"
            className="py-1 text-soft underline underline-offset-4 hover:text-ink"
          >
            Forgot password?
          </Link>
        </p>
      </fieldset>
    </form>
  )
}

function describeOutcome(outcome: Exclude<SignInOutcome, 'signed_in' | 'second_factor'>): ToastMessage {
  switch (outcome) {
    case 'invalid_credentials':
      return { title: 'Login Failed', description: 'Invalid credentials', variant: 'destructive' }
    case 'rate_limited':
      return { title: 'Login Failed', description: describeWait(secondsToRetry()), variant: 'destructive' }
    case 'unavailable':
      return { title: 'Error', description: 'Login failed', variant: 'destructive' }
  }
}
