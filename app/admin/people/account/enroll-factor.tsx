import { useEffect, useState } from 'react'
import { codeOf, unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { CodeField } from '#app/admin/kit/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { verifyCode } from '#app/admin/kit/session/sign-in.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { codeInput, factorNameInput } from '#core/domain/account.ts'

interface EnrollFactorProps {
  /** The name that the form suggests. */
  suggestedName: string
  /** Ids of authenticators whose set-up was never finished; they are removed first. */
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
  const [error, setError] = useState('')

  async function cancel() {
    onCancel()
    // One that cannot be removed now is removed by the next set-up.
    if (enrollment) {
      await signedIn((client) => client.auth.mfa.unenroll({ factorId: enrollment.id })).catch(() => {})
    }
  }

  const cancelButton = (
    <Button variant="ghost" onClick={() => void cancel()}>
      {t('ui.cancel')}
    </Button>
  )
  return enrollment ? (
    <CodeStep
      enrollment={enrollment}
      onEnrolled={onEnrolled}
      onLost={(reason) => {
        setError(reason)
        setEnrollment(null)
      }}
      more={cancelButton}
    />
  ) : (
    <NameStep
      suggestedName={suggestedName}
      unfinishedIds={unfinishedIds}
      initialError={error}
      onBegun={setEnrollment}
      more={cancelButton}
    />
  )
}

interface NameStepProps {
  suggestedName: string
  unfinishedIds: string[]
  initialError: string
  onBegun: (enrollment: Enrollment) => void
  more: React.ReactNode
}

function NameStep({ suggestedName, unfinishedIds, initialError, onBegun, more }: NameStepProps) {
  const { site_name } = useSiteData()
  const state = useDeskForm({
    schema: factorNameInput,
    initial: { name: suggestedName },
    async submit({ name }) {
      const begun = await signedIn(async (client) => {
        for (const factorId of unfinishedIds) await client.auth.mfa.unenroll({ factorId })
        return unwrap(
          await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: site_name }),
        )
      })
      onBegun({ id: begun.id, qrCode: begun.totp.qr_code, secret: begun.totp.secret })
    },
    placeError: (error) => ({ field: 'name', message: describeError(error), select: true }),
  })
  const { setError, setFocus } = state.form
  useEffect(() => {
    if (initialError) setError('name', { message: initialError })
    setFocus('name')
  }, [initialError, setError, setFocus])

  return (
    <DeskForm
      state={state}
      label={t('account.factors.setUp')}
      action={t('account.enroll.continue')}
      busyAction={t('ui.oneMoment')}
      more={more}
      className="max-w-md"
    >
      <FormField
        state={state}
        name="name"
        label={t('account.enroll.name')}
        hint={t('account.enroll.nameHint')}
        required
        maxLength={60}
        autoComplete="off"
      />
    </DeskForm>
  )
}

interface CodeStepProps {
  enrollment: Enrollment
  onEnrolled: () => Promise<void>
  /** Called when the authenticator was removed meanwhile; the set-up starts again. */
  onLost: (reason: string) => void
  more: React.ReactNode
}

function CodeStep({ enrollment, onEnrolled, onLost, more }: CodeStepProps) {
  const { site_name } = useSiteData()
  const state = useDeskForm({
    schema: codeInput,
    initial: { code: '' },
    async submit({ code }) {
      await signedIn((client) => verifyCode(client, enrollment.id, code))
      await onEnrolled()
    },
    placeError(error) {
      if (codeOf(error) === 'mfa_factor_not_found') onLost(describeError(error))
      return { field: 'code', message: describeError(error), select: true }
    },
  })
  const { setFocus } = state.form
  useEffect(() => setFocus('code'), [setFocus])

  return (
    <DeskForm
      state={state}
      label={t('account.factors.setUp')}
      action={t('account.enroll.verify')}
      busyAction={t('ui.oneMoment')}
      more={more}
      className="max-w-md"
    >
      <Secret {...enrollment} />
      <FormField
        state={state}
        name="code"
        label={t('account.enroll.code')}
        hint={t('account.enroll.codeHint', { publication: site_name })}
        as={CodeField}
      />
    </DeskForm>
  )
}

/** The secret for the app, as a QR code and as text. */
function Secret({ qrCode, secret }: Enrollment) {
  const groups = secret.match(/.{1,4}/g) ?? []
  return (
    <>
      <p className="text-sm text-soft">{t('account.enroll.scan')}</p>
      {/* Cameras read QR codes best dark on white, so the theme does not change it. */}
      <img
        src={qrCode}
        alt={t('account.enroll.picture')}
        width={192}
        height={192}
        className="size-48 rounded-md border border-line bg-[white] p-3"
      />
      <div className="text-sm">
        <p className="text-soft">{t('account.enroll.key')}</p>
        <p className="mt-1 select-all break-words font-mono text-ink">{groups.join(' ')}</p>
      </div>
    </>
  )
}
