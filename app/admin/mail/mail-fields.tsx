import { SecretField } from '#app/admin/form/secret-field.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { canReuseSecret, type MailForm, withSecurity } from '#app/admin/mail/use-mail-form.ts'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { SMTP_SECURITIES, type SmtpSecurity } from '#core/domain/mail-settings.ts'

const WAYS = { '': t('mail.way.outbox'), smtp: t('mail.way.smtp'), resend: t('mail.way.resend') } as const
const SECURITIES: Record<SmtpSecurity, string> = {
  tls: t('mail.security.tls'),
  starttls: t('mail.security.starttls'),
  none: t('mail.security.none'),
}
const LINE = { autoComplete: 'off', spellCheck: false } as const

/** The server or provider by which mail leaves. */
export function ConnectionFields({ form }: { form: MailForm }) {
  const { state, draft, change, problemOf } = form
  if (state.connection_variables.length > 0) return <ConnectionOfEnvironment form={form} />
  return (
    <>
      <Field label={t('mail.way.label')}>
        {(control) => (
          <SelectControl
            {...control}
            value={draft.kind}
            onChange={({ target: { value } }) =>
              change({
                kind: value === 'smtp' || value === 'resend' ? value : '',
                secretAction: 'keep',
                secret: '',
              })
            }
          >
            {Object.entries(WAYS).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      {draft.kind === 'smtp' && (
        <>
          <TextField
            {...LINE}
            label={t('mail.host.label')}
            hint={t('mail.host.hint')}
            inputMode="url"
            value={draft.host}
            error={problemOf('connection.host')}
            onChange={(event) => change({ host: event.target.value })}
          />
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <Field
              label={t('mail.security.label')}
              hint={draft.security === 'none' ? t('mail.security.noneHint') : undefined}
            >
              {(control) => (
                <SelectControl
                  {...control}
                  value={draft.security}
                  onChange={({ target: { value } }) => {
                    const security = SMTP_SECURITIES.find((name) => name === value)
                    if (security) change(withSecurity(draft, security))
                  }}
                >
                  {SMTP_SECURITIES.map((security) => (
                    <option key={security} value={security}>
                      {SECURITIES[security]}
                    </option>
                  ))}
                </SelectControl>
              )}
            </Field>
            <TextField
              {...LINE}
              label={t('mail.port.label')}
              inputMode="numeric"
              value={draft.port}
              error={problemOf('connection.port')}
              onChange={(event) => change({ port: event.target.value })}
            />
          </div>
          <TextField
            {...LINE}
            label={t('mail.user.label')}
            hint={t('mail.user.hint')}
            value={draft.username}
            error={problemOf('connection.username')}
            onChange={(event) => change({ username: event.target.value })}
          />
        </>
      )}
      {(draft.kind === 'resend' || (draft.kind === 'smtp' && draft.username.trim() !== '')) && (
        <MailSecret form={form} />
      )}
    </>
  )
}

function MailSecret({ form: { state, draft, change, problemOf } }: { form: MailForm }) {
  const isKept = canReuseSecret(draft, state)
  const isKey = draft.kind === 'resend'
  const end = state.connection?.kind === 'resend' ? state.connection.secret_end : ''
  const isForOther = Boolean(state.connection?.has_secret) && !isKept
  return (
    <SecretField
      texts={{
        label: isKey ? t('mail.key.label') : t('mail.password.label'),
        hint: isForOther ? t('mail.secret.otherAccount') : t('mail.secret.hint'),
        stored: isKey ? (end ? t('ai.key.ending', { end }) : t('ai.key.stored')) : t('mail.password.stored'),
        keep: t('mail.secret.keep'),
        replace: t('ai.key.replace'),
        replaceName: isKey ? t('ai.key.replaceName') : t('mail.password.replaceName'),
        unreadable: t('mail.secret.unreadable'),
      }}
      isKept={isKept}
      isReadable={state.secret_readable}
      action={draft.secretAction}
      value={draft.secret}
      error={problemOf('connection.secret')}
      onChange={({ action, value }) => change({ secretAction: action, secret: value })}
    />
  )
}

/** What the environment sets is shown, and cannot be changed here. */
function ConnectionOfEnvironment({ form: { state } }: { form: MailForm }) {
  const { connection, connection_variables: variables } = state
  if (!connection) return null
  const rows: [label: string, value: string][] =
    connection.kind === 'smtp'
      ? [
          [t('mail.host.label'), connection.host],
          [t('mail.port.label'), String(connection.port)],
          [
            t('mail.security.label'),
            connection.security ? SECURITIES[connection.security] : t('mail.security.offered'),
          ],
          [t('mail.user.label'), connection.username],
          [t('mail.password.label'), connection.has_secret ? t('mail.password.stored') : t('ai.key.none')],
        ]
      : [
          [
            t('mail.key.label'),
            connection.secret_end ? t('ai.key.ending', { end: connection.secret_end }) : t('ai.key.stored'),
          ],
        ]
  const setBy = t('ai.environment.setBy', { variable: variables.join(', ') })
  return (
    <>
      <Notice title={t('mail.environment.title')}>
        <p>{t('ai.environment.text')}</p>
      </Notice>
      {[[t('mail.way.label'), WAYS[connection.kind]] as const, ...rows].map(([label, value]) => (
        <TextField key={label} label={label} value={value} hint={setBy} readOnly />
      ))}
    </>
  )
}

/** From whom mail comes. */
export function SenderFields({ form: { state, draft, change, problemOf } }: { form: MailForm }) {
  const isFixed = state.sender_variables.length > 0
  const setBy = isFixed ? t('ai.environment.setBy', { variable: state.sender_variables.join(', ') }) : ''
  return (
    <>
      <TextField
        {...LINE}
        type="email"
        label={t('mail.sender.address')}
        hint={setBy || t('mail.sender.addressHint')}
        readOnly={isFixed}
        value={draft.senderAddress}
        error={problemOf('sender.address')}
        onChange={(event) => change({ senderAddress: event.target.value })}
      />
      <TextField
        {...LINE}
        label={t('mail.sender.name')}
        hint={setBy || t('mail.sender.nameHint')}
        readOnly={isFixed}
        value={draft.senderName}
        error={problemOf('sender.name')}
        onChange={(event) => change({ senderName: event.target.value })}
      />
    </>
  )
}
