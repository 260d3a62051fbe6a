import { useEffect, useRef, useState } from 'react'
import { codeOf } from '#app/components/admin/errors/classify-error.ts'
import { describeError } from '#app/components/admin/errors/describe-error.ts'
import { unwrap } from '#app/components/admin/errors/unwrap.ts'
import { useSignedIn } from '#app/components/admin/renewal/use-signed-in.ts'
import { verifyCode } from '#app/components/admin/second-factor.ts'
import { Announcement } from '#app/components/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { CodeField, codeOfInput } from '#app/components/ui/code-field.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'

interface EnrollFactorProps {
  /** Fits if nobody has a better one. */
  suggestedName: string
  /** Leftovers of earlier tries: they go. */
  unfinishedIds: string[]
  onEnrolled: () => Promise<void>
  onCancel: () => void
}

interface Enrollment {
  id: string
  qrCode: string
  secret: string
}

/** Sets up an authenticator app: a name, then a picture for the app, then a code to show that it works. */
export function EnrollFactor({ suggestedName, unfinishedIds, onEnrolled, onCancel }: EnrollFactorProps) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const signedIn = useSignedIn()
  const { site_name } = useSiteData()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of the next step is another one
  useEffect(() => field.current?.focus(), [enrollment])

  async function attempt(action: () => Promise<void>) {
    setBusy(true)
    setError('')
    try {
      await action()
    } catch (problem) {
      setError(describeError(problem))
      // The authenticator was removed meanwhile: begin again.
      if (codeOf(problem) === 'mfa_factor_not_found') setEnrollment(null)
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }

  const begin = (name: string) =>
    attempt(async () => {
      const begun = await signedIn(async (client) => {
        for (const factorId of unfinishedIds) await client.auth.mfa.unenroll({ factorId })
        return unwrap(
          await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: site_name }),
        )
      })
      setEnrollment({ id: begun.id, qrCode: begun.totp.qr_code, secret: begun.totp.secret })
    })

  const finish = (id: string, code: string) =>
    attempt(async () => {
      await signedIn((client) => verifyCode(client, id, code))
      await onEnrolled()
    })

  async function cancel() {
    onCancel()
    // What cannot be removed now is removed when the next one is set up.
    if (enrollment) {
      await signedIn((client) => client.auth.mfa.unenroll({ factorId: enrollment.id })).catch(() => {})
    }
  }

  return (
    <form
      aria-busy={busy}
      aria-label="Set up an authenticator"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        const fields = new FormData(event.currentTarget)
        void (enrollment
          ? finish(enrollment.id, codeOfInput(String(fields.get('code'))))
          : begin(String(fields.get('name')).trim()))
      }}
      className="max-w-md space-y-5"
    >
      {enrollment ? (
        <>
          <Secret {...enrollment} />
          <CodeField
            key="code"
            ref={field}
            label="Code"
            hint={`The 6 digits that the app shows for ${site_name} now.`}
            error={error}
            readOnly={busy}
          />
        </>
      ) : (
        <TextField
          key="name"
          ref={field}
          label="Name of the device"
          name="name"
          hint="So that you can tell it from others, for example: Phone."
          defaultValue={suggestedName}
          required
          maxLength={60}
          autoComplete="off"
          error={error}
          readOnly={busy}
        />
      )}
      <Announcement urgent>{error}</Announcement>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'One moment...' : enrollment ? 'Verify and turn on' : 'Continue'}
        </Button>
        <Button variant="ghost" onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What the app has to learn: as a picture for its camera, and in letters. */
function Secret({ qrCode, secret }: Enrollment) {
  const groups = secret.match(/.{1,4}/g) ?? []
  return (
    <>
      <p className="text-sm text-soft">
        Scan this picture with an authenticator app, such as Aegis, 2FAS, Google Authenticator, or the one of
        your password manager.
      </p>
      {/* A camera needs it dark on white, in either theme. */}
      <img
        src={qrCode}
        alt="QR code for your authenticator app. Its content stands below as text."
        width={192}
        height={192}
        className="size-48 rounded-md border border-line bg-[white] p-3"
      />
      <div className="text-sm">
        <p className="text-soft">Or type this key into the app:</p>
        <p className="mt-1 select-all break-words font-mono text-ink">{groups.join(' ')}</p>
      </div>
    </>
  )
}
