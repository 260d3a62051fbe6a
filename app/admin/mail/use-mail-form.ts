import type { SecretAction } from '#app/admin/form/secret-field.tsx'
import {
  type FieldProblems,
  useVersionedForm,
  type VersionedForm,
} from '#app/admin/form/use-versioned-form.ts'
import { MAIL_SETTINGS_KEY } from '#app/admin/mail/mail-queries.ts'
import { t } from '#app/admin/messages.ts'
import { saveMailSettings, testMailSettings } from '#core/data/mail-settings.ts'
import {
  type MailSettingsChange,
  type MailSettingsState,
  type MailTest,
  type MailTestResult,
  mailSettingsChange,
  SMTP_PORTS,
  type SmtpSecurity,
  type TypedMailConnection,
} from '#core/domain/mail-settings.ts'

/** How mail leaves, while it is being edited. */
export type MailForm = VersionedForm<MailSettingsState, MailDraft, MailTestResult>

export function useMailForm(state: MailSettingsState): MailForm {
  return useVersionedForm(state, {
    queryKey: MAIL_SETTINGS_KEY,
    toDraft,
    parse: parseDraft,
    save: saveMailSettings,
    saved: t('mail.saved'),
    refusals: {
      field: 'connection.secret',
      secretNeeded: t('mail.secret.needed'),
      conflict: t('mail.conflict.look'),
      other: t('mail.problem.refused'),
    },
    isTested: () => true,
    toTest: ({ connection, sender }, isEdited): MailTest =>
      isEdited ? { ...(connection && { connection }), ...(sender && { sender }) } : {},
    test: testMailSettings,
  })
}

export interface MailDraft {
  kind: 'smtp' | 'resend' | ''
  host: string
  port: string
  security: SmtpSecurity
  username: string
  /** What becomes of the stored password or key. */
  secretAction: SecretAction
  secret: string
  senderAddress: string
  senderName: string
}

export function toDraft({ connection, sender }: MailSettingsState): MailDraft {
  const smtp = connection?.kind === 'smtp' ? connection : null
  return {
    kind: connection?.kind ?? '',
    host: smtp?.host ?? '',
    port: String(smtp?.port ?? SMTP_PORTS.starttls),
    security: smtp?.security ?? 'starttls',
    username: smtp?.username ?? '',
    secretAction: 'keep',
    secret: '',
    senderAddress: sender.address,
    senderName: sender.name,
  }
}

/** Another encryption usually has another port. */
export function withSecurity(draft: MailDraft, security: SmtpSecurity): Partial<MailDraft> {
  const isUsual = draft.port.trim() === String(SMTP_PORTS[draft.security])
  return { security, ...(isUsual && { port: String(SMTP_PORTS[security]) }) }
}

/** Whether the stored secret can be used with what is typed: it belongs to the account that it was entered for. */
export function canReuseSecret(draft: MailDraft, { connection }: MailSettingsState): boolean {
  if (!connection?.has_secret || connection.kind !== draft.kind) return false
  if (connection.kind === 'resend') return true
  return (
    connection.host === draft.host.trim().toLowerCase() &&
    connection.port === Number(draft.port) &&
    connection.security === draft.security &&
    connection.username === draft.username.trim()
  )
}

/** What would be saved, or what is wrong with it, by the field: `connection.host`, `sender.address`. */
export function parseDraft(
  draft: MailDraft,
  state: MailSettingsState,
  version: number,
): { change: MailSettingsChange; problems: FieldProblems } {
  const isFree = state.connection_variables.length === 0
  const change: MailSettingsChange = {
    version,
    ...(isFree && { connection: toConnection(draft, state) }),
    ...(state.sender_variables.length === 0 && {
      sender: { address: draft.senderAddress, name: draft.senderName },
    }),
  }
  const issues = mailSettingsChange.safeParse(change).error?.issues ?? []
  const problems = new Map(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  const asksForSecret = draft.kind === 'resend' || (draft.kind === 'smtp' && draft.username.trim() !== '')
  const isKept = canReuseSecret(draft, state) && draft.secretAction !== 'replace'
  if (isFree && asksForSecret && !isKept && draft.secret === '')
    problems.set('connection.secret', t('mail.secret.needed'))
  return { change, problems }
}

/** Null when mail is to stay in the outbox. */
function toConnection(draft: MailDraft, state: MailSettingsState): TypedMailConnection | null {
  const isKept = canReuseSecret(draft, state) && draft.secretAction !== 'replace'
  const secret = isKept || draft.secret === '' ? {} : { secret: draft.secret }
  if (draft.kind === 'resend') return { kind: 'resend', ...secret }
  if (draft.kind !== 'smtp') return null
  const { host, security, username } = draft
  const port = /^\d{1,5}$/.test(draft.port.trim()) ? Number(draft.port) : Number.NaN
  return { kind: 'smtp', host, port, security, username, ...(username.trim() ? secret : { secret: null }) }
}
