import { useId } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { PasswordField, placeAtPassword } from '#app/admin/kit/form/password-form.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { Field } from '#app/components/ui/field.tsx'
import { listAccessTokens, makeAccessToken } from '#core/data/access-tokens.ts'
import {
  type AccessTokenInput,
  accessTokenInput,
  TOKEN_DAYS,
  TOKEN_SCOPES,
  type TokenScope,
  withImpliedScopes,
} from '#core/domain/access-token.ts'

export const TOKENS_KEY = ['access-tokens']

export const tokensQuery = deskQuery(TOKENS_KEY, listAccessTokens, { live: ['access_tokens'] })

/** The texts that say what a token may do with each scope. */
export const SCOPE_TEXTS: Record<TokenScope, { name: string; hint: string }> = {
  read: { name: t('tokens.scope.read'), hint: t('tokens.scope.read.hint') },
  drafts: { name: t('tokens.scope.drafts'), hint: t('tokens.scope.drafts.hint') },
  publish: { name: t('tokens.scope.publish'), hint: t('tokens.scope.publish.hint') },
  translate: { name: t('tokens.scope.translate'), hint: t('tokens.scope.translate.hint') },
  subscribers: { name: t('tokens.scope.subscribers'), hint: t('tokens.scope.subscribers.hint') },
}

interface MakeTokenDialogProps {
  onMade: (made: { name: string; token: string }) => void
  onClose: () => void
}

/** Asks for what a new token is for and what it may do, and for the password once more. */
export function MakeTokenDialog({ onMade, onClose }: MakeTokenDialogProps) {
  const { email } = useDesk()
  const make = useDeskMutation({ run: makeAccessToken, invalidates: [TOKENS_KEY] })
  const state = useDeskForm<AccessTokenInput, AccessTokenInput>({
    schema: accessTokenInput,
    initial: { name: '', scopes: ['read'], days: 90, password: '' },
    async submit(values) {
      const { token } = answerOf(await make.mutateAsync(values))
      onMade({ name: values.name, token })
    },
    placeError: placeAtPassword,
  })
  const { form } = state
  const { errors } = form.formState
  return (
    <FormDialog
      title={t('tokens.make')}
      width="list"
      state={state}
      action={t('tokens.make')}
      onClose={onClose}
    >
      <FormField
        state={state}
        name="name"
        label={t('tokens.make.name')}
        hint={t('tokens.make.name.hint')}
        autoComplete="off"
        required
      />
      <ScopeFields
        chosen={form.watch('scopes')}
        onChange={(scopes) => form.setValue('scopes', scopes, { shouldValidate: form.formState.isSubmitted })}
        error={errors.scopes?.message}
      />
      <Field label={t('tokens.make.days')} hint={t('tokens.make.days.hint')} error={errors.days?.message}>
        {(control) => (
          <SelectControl {...control} {...form.register('days', { valueAsNumber: true })}>
            {TOKEN_DAYS.map((days) => (
              <option key={days} value={days}>
                {t('tokens.make.daysOption', { count: days })}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      <PasswordField state={state} name="password" label={t('tokens.make.password')} email={email} />
    </FormDialog>
  )
}

interface ScopeFieldsProps {
  chosen: readonly TokenScope[]
  onChange: (scopes: TokenScope[]) => void
  error: string | undefined
}

/** The fields for what a token may do. What a chosen scope implies is checked too, and cannot be left out. */
function ScopeFields({ chosen, onChange, error }: ScopeFieldsProps) {
  const id = useId()
  const held = withImpliedScopes(chosen)
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 font-medium text-sm">{t('tokens.make.scopes')}</legend>
      <ul className="divide-y divide-line border-line border-y">
        {TOKEN_SCOPES.map((scope) => {
          const isImplied = held.includes(scope) && !chosen.includes(scope)
          return (
            <li key={scope}>
              <label className="flex min-h-11 items-start gap-3 py-2.5 text-sm">
                <input
                  type="checkbox"
                  aria-labelledby={`${id}-${scope}`}
                  aria-describedby={`${id}-${scope}-hint`}
                  checked={held.includes(scope)}
                  disabled={isImplied}
                  aria-invalid={error ? true : undefined}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
                  }
                  className="mt-px size-5 shrink-0 accent-ink"
                />
                <span>
                  <span id={`${id}-${scope}`} className="block font-medium">
                    {SCOPE_TEXTS[scope].name}
                  </span>
                  <span id={`${id}-${scope}-hint`} className="block text-faint">
                    {SCOPE_TEXTS[scope].hint}
                  </span>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-red text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
