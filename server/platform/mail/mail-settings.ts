import type { JWTPayload } from 'jose'
import type * as z from 'zod'
import { endOfKey } from '#core/domain/ai-model.ts'
import {
  fieldsOf,
  findAccount,
  MAIL_PROVIDERS,
  type MailAccount,
  type MailFields,
  ownerOf,
  REPORT_WAYS,
  secretIsNeeded,
  type TypedAccount,
} from '#core/domain/mail-providers.ts'
import type {
  MailAnswers,
  MailSender,
  MailSettingsState,
  mailSettingsChange,
  ShownAccount,
  SignatureProblem,
} from '#core/domain/mail-settings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { parseSender } from '#server/platform/mail/compose-message.ts'
import type { MailConnection } from '#server/platform/mail/providers/mail-provider.ts'
import { findServed } from '#server/platform/mail/providers/served-providers.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

/** The header of the test email that checks the delivery of reports. */
export const TEST_HEADER = 'X-Report-Test'

/** The settings stored on the desk. */
export interface StoredMailSettings {
  version: number
  connection: StoredAccount | null
  sender_address: string | null
  sender_name: string | null
  return_path: string | null
  reports: StoredAccount | null
}

/** The environment, which overrides stored settings, and the box that encrypts secrets. */
export interface MailSettingsSource {
  environment: Config['mail']
  box: SecretBox
}

const providersOf = ({ environment, box }: MailSettingsSource): AccountBox => ({
  accounts: MAIL_PROVIDERS,
  box,
  ownerOf(account, fields) {
    const special = findServed(account.kind).accountOf?.(environment)
    return special === undefined ? ownerOf(account, fields) : `${account.kind} ${special}`
  },
})

const waysOf = ({ box }: MailSettingsSource): AccountBox => ({
  accounts: REPORT_WAYS,
  box,
  ownerOf: (account, fields) => `reports ${ownerOf(account, fields)}`,
})

export async function readStoredMailSettings(sql: Session): Promise<StoredMailSettings> {
  const [row] = await sql<[StoredMailSettings]>`
    select version, sender_address, sender_name, return_path,
      case when kind is not null then
        jsonb_build_object('kind', kind, 'fields', fields, 'sealed', sealed_secret, 'end', secret_end) end as connection,
      case when reports_kind is not null then jsonb_build_object(
        'kind', reports_kind, 'fields', reports_fields, 'sealed', sealed_reports_secret, 'end', '') end as reports
    from private.mail_settings`
  return row
}

/** The sender of mail, and the recipient of mail servers' reports. */
export interface SenderInForce extends MailSender {
  return_path?: string | null | undefined
}

/** The connection and the sender in force. The connection is null where mail stays in the outbox. */
export function mailInForce(
  stored: StoredMailSettings,
  source: MailSettingsSource,
): { connection: MailConnection | null; from: SenderInForce; isReadable: boolean } {
  const { smtpUrl, resend, from: given, isFromSet } = source.environment
  const sender =
    !isFromSet && stored.sender_address !== null
      ? { address: stored.sender_address, name: stored.sender_name ?? '' }
      : parseSender(given)
  const from = { ...sender, return_path: stored.return_path }
  if (resend)
    return { connection: { kind: 'resend', fields: {}, secret: resend.key }, from, isReadable: true }
  if (smtpUrl)
    return { connection: { kind: 'smtp', fields: { url: smtpUrl }, secret: null }, from, isReadable: true }
  const connection = stored.connection && openAccount(providersOf(source), stored.connection)
  return { connection, from, isReadable: !stored.connection || connection !== null }
}

/** The account that reads reports, with its secret; null for none, or one whose secret cannot be decrypted. */
export const reportsInForce = (stored: StoredMailSettings, source: MailSettingsSource): OpenAccount | null =>
  stored.reports && openAccount(waysOf(source), stored.reports)

/** The account with which the webhook of a provider is checked: that of the desk, or the environment. */
export function webhookAccounts(
  kind: string,
  stored: StoredMailSettings,
  source: MailSettingsSource,
): OpenAccount[] {
  const { resendWebhookSecret: secret } = source.environment
  const own = reportsInForce(stored, source)
  return [
    ...(kind === 'resend' && secret ? [{ kind, fields: {}, secret }] : []),
    ...(own?.kind === kind ? [own] : []),
  ]
}

/** The part of the email settings that the desk may know. */
export async function readMailSettingsState(
  sql: Session,
  source: MailSettingsSource,
): Promise<MailSettingsState> {
  const stored = await readStoredMailSettings(sql)
  const { connection, from, isReadable } = mailInForce(stored, source)
  const { smtpUrl, resend, isFromSet } = source.environment
  const variable = resend ? 'RESEND_API_KEY' : smtpUrl ? 'SMTP_URL' : null
  // The last mail that was given to a mail server, and was refused or has not been taken yet.
  const [trouble] = connection
    ? await sql<{ at: Date; reason: string }[]>`
        with since as (
          select greatest((select updated_at from private.mail_settings), max(sent_at)) as moment
          from public.mail_deliveries
          where status = 'sent' and transport <> 'outbox' and created_at > now() - interval '7 days')
        select updated_at as at, last_error as reason from public.mail_deliveries, since
        where status in ('queued', 'failed') and last_error is not null and transport <> 'outbox'
          and created_at > now() - interval '7 days' and updated_at > moment
        order by updated_at desc limit 1`
    : []
  const { return_path = null, ...sender } = from
  return {
    version: stored.version,
    connection:
      variable && connection
        ? showUrl(connection)
        : stored.connection && showAccount({ accounts: MAIL_PROVIDERS }, stored.connection),
    connection_variables: variable ? [variable] : [],
    sender,
    sender_variables: isFromSet ? ['MAIL_FROM'] : [],
    return_path,
    reports: stored.reports && showAccount({ accounts: REPORT_WAYS }, stored.reports),
    report_variables: source.environment.resendWebhookSecret ? ['RESEND_WEBHOOK_SECRET'] : [],
    answers: await readAnswers(sql, source, { stored, from }),
    secret_readable: isReadable,
    trouble: trouble ? { at: trouble.at.toISOString(), reason: trouble.reason } : null,
  }
}

/** Finds out where bounces and replies arrive, by what was received and not only by the settings. */
async function readAnswers(
  sql: Session,
  { environment }: MailSettingsSource,
  { stored, from }: { stored: StoredMailSettings; from: SenderInForce },
): Promise<MailAnswers> {
  const chosen = stored.reports?.kind ?? (environment.resendWebhookSecret ? 'resend' : null)
  const [row] = await sql<
    [
      {
        reply_to: string | null
        heard_at: Date | null
        read_at: Date | null
        trouble: string | null
        test_sent_at: Date | null
        test_arrived_at: Date | null
        test_signature: SignatureProblem | null
      },
    ]
  >`
    select nullif((select value #>> '{}' from public.settings where key = 'newsletter_reply_to'), '') as reply_to,
      heard_at, read_at, trouble, test_sent_at, test_arrived_at, test_signature
    from private.mail_settings left join private.report_ways on way = ${chosen ?? 'pipe'}`
  return {
    people: row.reply_to ?? from.address,
    return_path: from.return_path ?? from.address,
    reports: chosen ?? (row.heard_at ? 'pipe' : null),
    heard_at: row.heard_at?.toISOString() ?? null,
    read_at: row.read_at?.toISOString() ?? null,
    trouble: row.trouble,
    test: row.test_sent_at && {
      sent_at: row.test_sent_at.toISOString(),
      arrived_at: row.test_arrived_at?.toISOString() ?? null,
      signature: row.test_signature,
    },
  }
}

function showUrl({ kind, fields, secret }: MailConnection): ShownAccount {
  if (fields.url === undefined) return { kind, has_secret: true, secret_end: endOfKey(secret ?? '') }
  const { protocol, hostname, port, username, password } = new URL(String(fields.url))
  const security = protocol === 'smtps:' ? 'tls' : null
  return {
    kind,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (security ? 465 : 587),
    security,
    username: decodeURIComponent(username),
    has_secret: password !== '',
  }
}

export type SaveMailOutcome =
  | 'saved'
  /** The settings have been changed since. */
  | 'conflict'
  /** The environment sets what was to be changed. */
  | 'set_by_environment'
  /** The stored secret was entered for another account, or there is none. */
  | 'secret_needed'
  | 'reports_secret_needed'

/** Saves how mail leaves with the claims of the caller; the database checks that it is an administrator. */
export async function saveMailSettings(
  sql: Sql,
  source: MailSettingsSource,
  { claims, change }: { claims: JWTPayload; change: z.output<typeof mailSettingsChange> },
): Promise<SaveMailOutcome> {
  const { version, connection, sender, return_path, reports } = change
  const { smtpUrl, resend, isFromSet } = source.environment
  if ((connection !== undefined && (smtpUrl || resend)) || (sender !== undefined && isFromSet))
    return 'set_by_environment'
  return sql.transaction(async (transaction) => {
    await transaction`select from private.mail_settings for update`
    const stored = await readStoredMailSettings(transaction)
    if (stored.version !== version) return 'conflict'
    const account =
      connection === undefined
        ? stored.connection
        : connection && sealAccount(providersOf(source), connection, stored.connection)
    if (account === 'secret_needed') return account
    const way =
      reports === undefined ? stored.reports : reports && sealAccount(waysOf(source), reports, stored.reports)
    if (way === 'secret_needed') return 'reports_secret_needed'
    const row = {
      ...(account && { ...account, sealed_secret: account.sealed, secret_end: account.end }),
      ...(way && { reports_kind: way.kind, reports_fields: way.fields, sealed_reports_secret: way.sealed }),
      sender_address: sender === undefined ? stored.sender_address : (sender?.address ?? null),
      sender_name: sender === undefined ? stored.sender_name : (sender?.name ?? null),
      return_path: return_path === undefined ? stored.return_path : return_path,
    }
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await transaction`select private.save_mail_settings(${version}, ${JSON.stringify(row)}::jsonb)`
    return 'saved'
  })
}

/** The typed connection, with the stored secret only where it was entered for this account. Null when a secret is missing. */
export const typedConnection = (
  typed: TypedAccount,
  stored: StoredMailSettings,
  source: MailSettingsSource,
) => typedIn(providersOf(source), typed, stored.connection)

/** Reads the typed account for reports in the same way. */
export const typedReports = (typed: TypedAccount, stored: StoredMailSettings, source: MailSettingsSource) =>
  typedIn(waysOf(source), typed, stored.reports)

function typedIn(kept: AccountBox, typed: TypedAccount, stored: StoredAccount | null): OpenAccount | null {
  const account = sealAccount(kept, typed, stored)
  return account === 'secret_needed' ? null : openAccount(kept, account)
}

/** An account as it is stored: its secret is encrypted, and bound to the account that it was entered for. */
interface StoredAccount {
  kind: string
  fields: MailFields
  sealed: string | null
  end: string
}

interface OpenAccount {
  kind: string
  fields: MailFields
  secret: string | null
}

/** Seals and opens the secrets of some accounts. */
interface AccountBox {
  accounts: readonly MailAccount[]
  box: SecretBox
  /** Names the owner that a secret is bound to besides its account. */
  ownerOf?(account: MailAccount, fields: MailFields): string
}

const ownerIn = ({ ownerOf: special = ownerOf }: AccountBox, account: MailAccount, fields: MailFields) =>
  special(account, fields)

/** An account that can be used; null when its secret cannot be decrypted, or its kind is of a later version. */
function openAccount(kept: AccountBox, { kind, fields, sealed }: StoredAccount): OpenAccount | null {
  const account = findAccount(kept.accounts, kind)
  if (!account) return null
  if (sealed === null) return { kind, fields, secret: null }
  try {
    return { kind, fields, secret: kept.box.open(ownerIn(kept, account, fields), sealed) }
  } catch {
    return null
  }
}

/** Returns the typed account for storage; without a typed secret it keeps the stored one, if that was entered for this account. */
function sealAccount(
  kept: AccountBox,
  typed: TypedAccount,
  stored: StoredAccount | null,
): StoredAccount | 'secret_needed' {
  const account = findAccount(kept.accounts, typed.kind)
  if (!account) return 'secret_needed'
  const fields = fieldsOf(account, typed)
  const owner = ownerIn(kept, account, fields)
  const sealed = { kind: account.kind, fields, sealed: null, end: '' }
  if (!secretIsNeeded(account, fields)) return sealed
  if (typed.secret)
    return {
      ...sealed,
      sealed: kept.box.seal(owner, typed.secret),
      end: account.secret.showsEnd ? endOfKey(typed.secret) : '',
    }
  const before = stored && findAccount(kept.accounts, stored.kind)
  const isSame = before && stored.sealed !== null && ownerIn(kept, before, stored.fields) === owner
  if (typed.secret === undefined && isSame) return { ...sealed, sealed: stored.sealed, end: stored.end }
  return 'secret_needed'
}

/** The part of an account that the desk may know. */
function showAccount(
  { accounts }: Pick<AccountBox, 'accounts'>,
  { kind, fields, sealed, end }: StoredAccount,
): ShownAccount {
  const showsEnd = findAccount(accounts, kind)?.secret.showsEnd
  return { ...fields, kind, has_secret: sealed !== null, ...(showsEnd && { secret_end: end }) }
}
