import { useEffect, useRef, useState } from 'react'
import { isSessionExpired } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { CodeField } from '#app/admin/kit/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import {
  type Authenticator,
  listAuthenticators,
  verifyCode,
  verifyRecoveryCode,
} from '#app/admin/kit/session/sign-in.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Client } from '#core/data/client.ts'
import { codeInput, recoveryCodeInput } from '#core/domain/account.ts'

interface FactorFormProps {
  client: Client
  /** Called when the second factor was verified. */
  onVerified: () => void
  /** Called when the user cancels, or when the session that awaits its second factor has ended. */
  onBack: (reason?: string) => void
  backLabel: string
}

/** The second step of the login: asks for a code of an authenticator, or for a recovery code. Takes focus when it appears. */
export function FactorForm(props: FactorFormProps) {
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator')
  const Step = kind === 'recovery' ? RecoveryCodeStep : AuthenticatorStep
  return (
    <>
      <Step {...props} />
      <div className="mt-5 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
        <button
          type="button"
          className={TEXT_BUTTON}
          onClick={() => setKind(kind === 'recovery' ? 'authenticator' : 'recovery')}
        >
          {t(kind === 'recovery' ? 'signIn.factor.useAuthenticator' : 'signIn.factor.useRecoveryCode')}
        </button>
        <button type="button" className={TEXT_BUTTON} onClick={() => props.onBack()}>
          {props.backLabel}
        </button>
      </div>
    </>
  )
}

function AuthenticatorStep({ client, onVerified, onBack }: FactorFormProps) {
  const [authenticators, setAuthenticators] = useState<Authenticator[]>([])
  const [chosen, setChosen] = useState('')
  const lastTried = useRef('')
  const state = useDeskForm({
    schema: codeInput,
    initial: { code: '' },
    async submit({ code }) {
      const id = chosen || (await listAuthenticators(client))[0]?.id
      await verify(() => verifyCode(client, String(id), code), onBack)
      onVerified()
    },
    placeError: (error) => ({ field: 'code', message: describeError(error), select: true }),
  })
  const { setFocus, watch } = state.form
  useEffect(() => {
    // When this fails, they are loaded again on submit.
    void listAuthenticators(client).then(setAuthenticators, () => {})
  }, [client])
  useEffect(() => setFocus('code'), [setFocus])

  const { send } = state
  const whole = codeInput.safeParse({ code: watch('code') }).data?.code
  useEffect(() => {
    if (!whole || whole === lastTried.current) return
    lastTried.current = whole
    send()
  }, [whole, send])

  return (
    <DeskForm state={state} action={t('signIn.factor.verify')} busyAction={t('signIn.factor.busy')} wide>
      {authenticators.length > 1 && (
        <Field label={t('signIn.factor.authenticator')}>
          {(control) => (
            <SelectControl {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {authenticators.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      )}
      <FormField
        state={state}
        name="code"
        label={t('signIn.factor.code')}
        hint={t('signIn.factor.codeHint')}
        as={CodeField}
      />
    </DeskForm>
  )
}

function RecoveryCodeStep({ client, onVerified, onBack }: FactorFormProps) {
  const state = useDeskForm({
    schema: recoveryCodeInput,
    initial: { recoveryCode: '' },
    async submit({ recoveryCode }) {
      await verify(() => verifyRecoveryCode(client, recoveryCode), onBack)
      onVerified()
    },
    placeError: (error) => ({ field: 'recoveryCode', message: describeError(error), select: true }),
  })
  const { setFocus } = state.form
  useEffect(() => setFocus('recoveryCode'), [setFocus])
  return (
    <DeskForm state={state} action={t('signIn.factor.verify')} busyAction={t('signIn.factor.busy')} wide>
      <FormField
        state={state}
        name="recoveryCode"
        label={t('signIn.factor.recoveryCode')}
        hint={t('signIn.factor.recoveryCodeHint')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
    </DeskForm>
  )
}

/** When the session has ended meanwhile, the login starts again with the password. */
async function verify(action: () => Promise<void>, onBack: FactorFormProps['onBack']): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (isSessionExpired(error)) onBack(t('signIn.factor.tooLate'))
    throw error
  }
}

const TEXT_BUTTON = 'py-1 text-soft underline underline-offset-4 hover:text-ink'
