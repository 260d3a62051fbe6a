import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { PasswordField, placeAtPassword } from '#app/admin/form/password-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { ScopeFields } from '#app/admin/tokens/scope-fields.tsx'
import { TOKENS_KEY } from '#app/admin/tokens/tokens-queries.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { makeAccessToken } from '#core/data/access-tokens.ts'
import { type AccessTokenInput, accessTokenInput, TOKEN_DAYS } from '#core/domain/access-token.ts'

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
  const { errors, isSubmitting: busy } = form.formState
  return (
    <ModalDialog title={t('tokens.make')} width="list" onClose={() => busy || onClose()}>
      <DeskForm
        state={state}
        action={t('tokens.make')}
        busyAction={t('ui.oneMoment')}
        inDialog
        more={
          <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
            {t('ui.cancel')}
          </Button>
        }
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
          onChange={(scopes) =>
            form.setValue('scopes', scopes, { shouldValidate: form.formState.isSubmitted })
          }
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
      </DeskForm>
    </ModalDialog>
  )
}
