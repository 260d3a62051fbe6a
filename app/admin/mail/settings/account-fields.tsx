import { SecretField } from '#app/admin/kit/form/secret-field.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import {
  type AccountDraft,
  asksForSecret,
  canReuseSecret,
  draftOf,
  withField,
} from '#app/admin/mail/settings/use-mail-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { findAccount, initialFields, type MailAccount } from '#core/domain/mail-providers.ts'
import type { ShownAccount } from '#core/domain/mail-settings.ts'

interface AccountFieldsProps {
  /** The label of the choice, and the name of choosing none. */
  label: string
  none: string
  hint?: string
  accounts: readonly MailAccount[]
  draft: AccountDraft
  shown: ShownAccount | null
  isReadable: boolean
  problemOf: (field: string) => string | undefined
  onChange: (draft: AccountDraft) => void
}

/** The choice of an account, and what is asked of the chosen one. */
export function AccountFields(props: AccountFieldsProps) {
  const { label, none, hint, accounts, draft, problemOf, onChange } = props
  const account = findAccount(accounts, draft.kind)
  return (
    <>
      <Field label={label} hint={hint}>
        {(control) => (
          <SelectControl
            {...control}
            value={draft.kind}
            onChange={({ target: { value } }) => onChange(draftOf(findAccount(accounts, value)))}
          >
            {[{ kind: '', name: none }, ...accounts].map(({ kind, name }) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      {account &&
        Object.entries(account.fields).map(([name, { label, hint, choices }]) => {
          const value = draft.fields[name] ?? ''
          const change = (typed: string) => onChange(withField(account, draft, name, typed))
          const shownHint = typeof hint === 'function' ? hint(value) : hint
          return choices ? (
            <Field key={name} label={label} hint={shownHint}>
              {(control) => (
                <SelectControl {...control} value={value} onChange={({ target }) => change(target.value)}>
                  {Object.entries(choices).map(([choice, text]) => (
                    <option key={choice} value={choice}>
                      {text}
                    </option>
                  ))}
                </SelectControl>
              )}
            </Field>
          ) : (
            <TextField
              key={name}
              autoComplete="off"
              spellCheck={false}
              label={label}
              hint={shownHint}
              inputMode={typeof initialFields(account)[name] === 'number' ? 'numeric' : undefined}
              value={value}
              error={problemOf(name)}
              onChange={({ target }) => change(target.value)}
            />
          )
        })}
      {account && asksForSecret(account, draft) && <AccountSecret {...props} account={account} />}
    </>
  )
}

function AccountSecret(props: AccountFieldsProps & { account: MailAccount }) {
  const { account, draft, shown, isReadable, problemOf, onChange } = props
  const { label, hint = '' } = account.secret
  const isKept = canReuseSecret(account, draft, shown)
  const isForOther = Boolean(shown?.has_secret) && !isKept
  return (
    <SecretField
      texts={{
        label,
        hint: [hint, isForOther ? t('mail.secret.otherAccount') : t('mail.secret.hint')].join(' ').trim(),
        stored: storedText(shown),
        keep: t('mail.secret.keep'),
        replace: t('ai.key.replace'),
        replaceName: t('mail.secret.replaceName', { name: label }),
        unreadable: t('mail.secret.unreadable'),
      }}
      isKept={isKept}
      isReadable={isReadable}
      action={draft.secretAction}
      value={draft.secret}
      error={problemOf('secret')}
      onChange={({ action, value }) => onChange({ ...draft, secretAction: action, secret: value })}
    />
  )
}

export const storedText = (shown: ShownAccount | null): string =>
  shown?.secret_end ? t('ai.key.ending', { end: shown.secret_end }) : t('mail.secret.stored')
