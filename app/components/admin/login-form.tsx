import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminClient } from '#app/components/admin/admin-client.ts'
import { type SignInOutcome, signIn } from '#app/components/admin/sign-in.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'

const MESSAGES: Record<SignInOutcome, ToastMessage> = {
  signed_in: { title: 'Success', description: 'Successfully logged in!' },
  invalid_credentials: {
    title: 'Login Failed',
    description: 'Invalid credentials',
    variant: 'destructive',
  },
  rate_limited: {
    title: 'Login Failed',
    description: 'Too many attempts. Please wait a few minutes and try again.',
    variant: 'destructive',
  },
  unavailable: { title: 'Error', description: 'Login failed', variant: 'destructive' },
}

/** `ready` is false until the page can handle the form itself, so that no browser sends a password any other way. */
export function LoginForm({ ready = true }: { ready?: boolean }) {
  const [busy, setBusy] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const { toast } = useToast()
  const navigate = useNavigate()

  async function login(fields: FormData) {
    setBusy(true)
    try {
      const client = adminClient(window.location.href)
      const outcome = await signIn(client, String(fields.get('email')), String(fields.get('password')))
      toast(MESSAGES[outcome])
      if (outcome === 'signed_in') await navigate('/admin/dashboard', { replace: true })
      else password.current?.select()
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
      </fieldset>
    </form>
  )
}
