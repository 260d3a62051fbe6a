import type { JWTPayload } from 'jose'
import type * as z from 'zod'
import { endOfKey } from '#core/domain/ai-model.ts'
import type {
  MailSender,
  MailSettingsState,
  mailSettingsChange,
  ShownMailConnection,
  SmtpSecurity,
  TypedMailConnection,
} from '#core/domain/mail-settings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { parseSender } from '#server/platform/mail/compose-message.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

/** How a mail server is reached, with its secret. */
export type MailConnection = { kind: 'smtp'; url: string } | { kind: 'resend'; key: string; baseUrl: string }

/** What is stored on the desk. */
export interface StoredMailSettings {
  version: number
  kind: 'smtp' | 'resend' | null
  host: string | null
  port: number | null
  security: SmtpSecurity | null
  username: string | null
  sealed_secret: string | null
  secret_end: string
  sender_address: string | null
  sender_name: string | null
}

/** What reading needs: the environment, which overrides what is stored, and the box that encrypts secrets. */
export interface MailSettingsSource {
  environment: Config['mail']
  box: SecretBox
}

export async function readStoredMailSettings(sql: Session): Promise<StoredMailSettings> {
  const [row] = await sql<[StoredMailSettings]>`
    select version, kind, host, port, security, username, sealed_secret, secret_end, sender_address, sender_name
    from private.mail_settings`
  return row
}

/** The connection and the sender in force. The connection is null where mail stays in the outbox. */
export function mailInForce(
  stored: StoredMailSettings,
  source: MailSettingsSource,
): { connection: MailConnection | null; from: MailSender; isReadable: boolean } {
  const { smtpUrl, resend, resendAddress, from, isFromSet } = source.environment
  const sender =
    !isFromSet && stored.sender_address !== null
      ? { address: stored.sender_address, name: stored.sender_name ?? '' }
      : parseSender(from)
  if (resend) return { connection: { kind: 'resend', ...resend }, from: sender, isReadable: true }
  if (smtpUrl) return { connection: { kind: 'smtp', url: smtpUrl }, from: sender, isReadable: true }
  const secret = readSecret(stored, source)
  if (secret === undefined) return { connection: null, from: sender, isReadable: false }
  const connection = withSecret(stored, secret, resendAddress)
  return { connection, from: sender, isReadable: true }
}

/** Undefined when it cannot be decrypted. */
function readSecret(
  stored: StoredMailSettings,
  { environment, box }: MailSettingsSource,
): string | null | undefined {
  if (stored.sealed_secret === null) return null
  try {
    return box.open(ownerOf(stored, environment), stored.sealed_secret)
  } catch {
    return undefined
  }
}

type Server = Pick<StoredMailSettings, 'kind' | 'host' | 'port' | 'security' | 'username'>

/** What a stored secret is bound to: the account that it was entered for, so that it goes to no other server and never unencrypted. */
function ownerOf({ kind, host, port, security, username }: Server, environment: Config['mail']): string {
  return kind === 'resend'
    ? `resend ${environment.resendAddress}`
    : `smtp ${security} ${host} ${port} ${username}`
}

function withSecret(server: Server, secret: string | null, resendAddress: string): MailConnection | null {
  const { kind, host, port, security, username } = server
  if (kind === 'resend' && secret !== null) return { kind, key: secret, baseUrl: resendAddress }
  if (kind !== 'smtp' || host === null) return null
  const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(secret ?? '')}@` : ''
  const name = host.includes(':') ? `[${host}]` : host
  const url = `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${name}:${port}`
  const options = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' }
  return { kind, url: url + options[security ?? 'starttls'] }
}

/** What the desk may know of how mail leaves. */
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
  return {
    version: stored.version,
    connection: variable && connection ? showUrl(connection) : showStored(stored),
    connection_variables: variable ? [variable] : [],
    sender: from,
    sender_variables: isFromSet ? ['MAIL_FROM'] : [],
    secret_readable: isReadable,
    trouble: trouble ? { at: trouble.at.toISOString(), reason: trouble.reason } : null,
  }
}

function showStored(stored: StoredMailSettings): ShownMailConnection | null {
  const { kind, host, port, security, username, sealed_secret, secret_end } = stored
  if (kind === 'resend') return { kind, has_secret: true, secret_end }
  if (kind !== 'smtp' || host === null || port === null) return null
  return { kind, host, port, security, username: username ?? '', has_secret: sealed_secret !== null }
}

function showUrl(connection: MailConnection): ShownMailConnection {
  if (connection.kind === 'resend')
    return { kind: 'resend', has_secret: true, secret_end: endOfKey(connection.key) }
  const { protocol, hostname, port, username, password } = new URL(connection.url)
  const security = protocol === 'smtps:' ? 'tls' : null
  return {
    kind: 'smtp',
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

/** Saves how mail leaves with the claims of the caller; the database checks that it is an administrator. */
export async function saveMailSettings(
  sql: Sql,
  source: MailSettingsSource,
  { claims, change }: { claims: JWTPayload; change: z.output<typeof mailSettingsChange> },
): Promise<SaveMailOutcome> {
  const { version, connection, sender } = change
  const { smtpUrl, resend, isFromSet } = source.environment
  if ((connection !== undefined && (smtpUrl || resend)) || (sender !== undefined && isFromSet))
    return 'set_by_environment'
  return sql.transaction(async (transaction) => {
    await transaction`select from private.mail_settings for update`
    const stored = await readStoredMailSettings(transaction)
    if (stored.version !== version) return 'conflict'
    const server = connection === undefined ? stored : connection && toRow(connection, stored, source)
    if (server === 'secret_needed') return server
    const from =
      sender === undefined
        ? { sender_address: stored.sender_address, sender_name: stored.sender_name }
        : { sender_address: sender?.address ?? null, sender_name: sender?.name ?? null }
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await transaction`
      select private.save_mail_settings(${version}, ${JSON.stringify({ ...server, ...from })}::jsonb)`
    return 'saved'
  })
}

const EMPTY = { host: null, port: null, security: null, username: null, sealed_secret: null, secret_end: '' }

function serverOf(typed: TypedMailConnection): Server {
  if (typed.kind === 'resend') return { ...EMPTY, kind: typed.kind }
  const { kind, host, port, security, username } = typed
  return { kind, host, port, security, username }
}

function toRow(
  typed: TypedMailConnection,
  stored: StoredMailSettings,
  { environment, box }: MailSettingsSource,
) {
  const server = serverOf(typed)
  const owner = ownerOf(server, environment)
  const needsSecret = server.kind === 'resend' || Boolean(server.username)
  const row = { ...EMPTY, ...server }
  if (typed.secret && needsSecret)
    return {
      ...row,
      sealed_secret: box.seal(owner, typed.secret),
      secret_end: server.kind === 'resend' ? endOfKey(typed.secret) : '',
    }
  if (!needsSecret) return row
  if (typed.secret === undefined && stored.sealed_secret !== null && ownerOf(stored, environment) === owner)
    return { ...row, sealed_secret: stored.sealed_secret, secret_end: stored.secret_end }
  return 'secret_needed' as const
}

/** The typed connection, with the stored secret only where it was entered for this account. Null when a secret is missing. */
export function typedConnection(
  typed: TypedMailConnection,
  stored: StoredMailSettings,
  source: MailSettingsSource,
): MailConnection | null {
  const row = toRow(typed, stored, source)
  if (row === 'secret_needed') return null
  const secret = typed.secret ?? readSecret({ ...stored, ...row }, source)
  return secret === undefined ? null : withSecret(row, secret, source.environment.resendAddress)
}
