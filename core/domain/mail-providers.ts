import { z } from '#core/domain/schema.ts'

/** The encryption of a connection to a mail server: from its beginning, after STARTTLS, or none. */
export const SMTP_SECURITIES = ['tls', 'starttls', 'none'] as const
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number]

/** The fields of an account besides its secret, by name. */
export type MailFields = Readonly<Record<string, string | number>>

/** A field of the form of an account. */
export interface MailField {
  label: string
  hint?: string | ((value: string | number) => string)
  /** The initial value, until somebody types something else; it may follow another field. */
  initial: string | number | ((others: MailFields) => string | number)
  schema: z.ZodType<string | number>
  /** The names of its values, if there are only a few. */
  choices?: Readonly<Record<string, string>>
}

export interface MailSecret {
  label: string
  hint?: string
  schema?: z.ZodType<string>
  /** True if the last characters are shown, by which people recognise a key. */
  showsEnd?: boolean
}

/** A server, an account at a provider, or a mailbox that mail passes through. */
export interface MailAccount {
  /** Its name in the database; it never changes. */
  kind: string
  /** Its name on the desk. */
  name: string
  fields: Readonly<Record<string, MailField>>
  secret: MailSecret
  /** True if the account needs the secret. */
  needsSecret?: (fields: MailFields) => boolean
  /** The fields that identify the account of the secret, which is sent to no other one; all of them if absent. */
  secretOf?: readonly string[]
}

export interface MailProvider extends MailAccount {
  /** The account whose webhook reports deliveries; null if the provider has none. */
  reports: Pick<MailAccount, 'fields' | 'secret' | 'needsSecret'> | null
}

const SECRET_MAX_LENGTH = 500

export const oneLine = (longest: number) =>
  z
    .string()
    .trim()
    .regex(/^[^\p{C}\u2028\u2029]*$/u, 'Must be one line of plain text')
    .max(longest, `Must have at most ${longest} characters`)

/** A host name or an address without a port, as a URL writes it. */
const host = z
  .string()
  .trim()
  .regex(
    /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:.]*)$/i,
    'Must be a server such as smtp.example.org',
  )
  .refine((name) => !name.includes(':') || URL.canParse(`http://[${name}]`), 'Must be a whole IPv6 address')
  .max(253, 'Must have at most 253 characters')
  .toLowerCase()

const PORT = 'Must be a number from 1 to 65535'

export const secretText = z
  .string()
  .min(1, 'Must not be empty')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be one line of text')
  .max(SECRET_MAX_LENGTH, `Must have at most ${SECRET_MAX_LENGTH} characters`)

const key = secretText.regex(/^[\x21-\x7e]*$/, 'Must be a key without spaces')
const user = oneLine(255).min(1, 'Must not be empty')

const SECURITY: MailField = {
  label: 'Encryption',
  hint: (value) =>
    value === 'none'
      ? 'Anybody on the way can read mails and the password. Only for a server in your own network.'
      : '',
  initial: 'starttls',
  schema: z.enum(SMTP_SECURITIES),
  choices: { tls: 'TLS', starttls: 'STARTTLS', none: 'None' },
}

/** The port of a server, which is the usual one of its encryption until somebody types another. */
const port = (usual: Record<SmtpSecurity, number>): MailField => ({
  label: 'Port',
  initial: ({ security }) => usual[SMTP_SECURITIES.find((name) => name === security) ?? 'starttls'],
  schema: z.int(PORT).min(1, PORT).max(65_535, PORT),
})

const PASSWORD: MailSecret = { label: 'Password' }

/** All mail providers: their settings on the desk, with checks. The implementations are in `server/platform/mail/providers`. */
export const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    kind: 'smtp',
    name: 'A mail server (SMTP)',
    fields: {
      host: {
        label: 'Server',
        hint: 'Your mail provider names it, such as smtp.example.org.',
        initial: '',
        schema: host,
      },
      security: SECURITY,
      port: port({ tls: 465, starttls: 587, none: 25 }),
      username: {
        label: 'User name',
        hint: 'Leave it empty if the server asks for no login.',
        initial: '',
        schema: oneLine(255),
      },
    },
    secret: PASSWORD,
    needsSecret: ({ username }) => username !== '',
    secretOf: ['security', 'host', 'port', 'username'],
    reports: null,
  },
  {
    kind: 'resend',
    name: 'Resend',
    fields: {},
    secret: { label: 'API key', schema: key, showsEnd: true },
    reports: {
      fields: {},
      secret: {
        label: 'Signing secret',
        hint: 'Resend shows it at the webhook. It begins with whsec_.',
        schema: secretText.regex(
          /^whsec_[A-Za-z0-9+/]{20,200}={0,2}$/,
          'Must start with whsec_, as Resend shows it',
        ),
      },
    },
  },
  {
    kind: 'ses',
    name: 'Amazon SES',
    fields: {
      region: {
        label: 'Region',
        hint: 'Where your domain is verified, such as eu-central-1.',
        initial: '',
        schema: oneLine(40).regex(
          /^[a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}$/,
          'Must be a region such as eu-central-1',
        ),
      },
      username: {
        label: 'User name',
        hint: 'Made in the console of SES under SMTP settings; it is not an access key.',
        initial: '',
        schema: user,
      },
    },
    secret: PASSWORD,
    reports: {
      fields: {
        topic: {
          label: 'Topic',
          hint: 'The ARN of the SNS topic to which SES sends bounces and complaints.',
          initial: '',
          schema: oneLine(300).regex(
            /^arn:aws(?:-cn|-us-gov)?:sns:[a-z0-9-]{5,30}:\d{12}:[A-Za-z0-9_-]{1,256}$/,
            'Must be an ARN such as arn:aws:sns:eu-central-1:123456789012:bounces',
          ),
        },
      },
      secret: PASSWORD,
      // Amazon signs with a certificate of its own.
      needsSecret: () => false,
    },
  },
  {
    kind: 'mailgun',
    name: 'Mailgun',
    fields: {
      region: {
        label: 'Region',
        initial: 'us',
        schema: z.enum(['us', 'eu']),
        choices: { us: 'United States', eu: 'European Union' },
      },
      username: {
        label: 'User name',
        hint: 'Such as postmaster@mg.example.org.',
        initial: '',
        schema: user,
      },
    },
    secret: PASSWORD,
    reports: {
      fields: {},
      secret: {
        label: 'Signing key',
        hint: 'The HTTP webhook signing key of the account.',
        schema: key,
      },
    },
  },
  {
    kind: 'postmark',
    name: 'Postmark',
    fields: {
      stream: {
        label: 'Stream of newsletters',
        hint: 'The ID of the broadcast stream. Other emails leave by the transactional one.',
        initial: 'broadcast',
        schema: oneLine(30).regex(/^[a-z0-9][a-z0-9_-]*$/, 'Must be the ID of a stream, such as broadcast'),
      },
    },
    secret: { label: 'Server API token', schema: key, showsEnd: true },
    secretOf: [],
    reports: {
      fields: {},
      secret: {
        label: 'Password of the webhook',
        hint: 'Choose a long one. Postmark sends it with each report, with any user name.',
        schema: secretText.regex(/^[A-Za-z0-9_-]{16,}$/, 'Must be at least 16 letters and digits'),
      },
    },
  },
]

const MAILBOX: MailAccount = {
  kind: 'mailbox',
  name: 'A mailbox (IMAP)',
  fields: {
    host: { label: 'Server', hint: 'Such as imap.example.org.', initial: '', schema: host },
    security: { ...SECURITY, initial: 'tls' },
    port: port({ tls: 993, starttls: 143, none: 143 }),
    username: { label: 'User name', initial: '', schema: user },
    folder: {
      label: 'Folder',
      hint: 'Nothing in it is changed, and what is unread stays unread.',
      initial: 'INBOX',
      schema: oneLine(200).min(1, 'Must not be empty'),
    },
  },
  secret: PASSWORD,
  secretOf: ['host', 'security', 'port', 'username'],
}

/** The sources of delivery reports: a mailbox that is read, or the webhook of a provider. The pipe needs no settings. */
export const REPORT_WAYS: readonly MailAccount[] = [
  MAILBOX,
  ...MAIL_PROVIDERS.flatMap(({ kind, name, reports }) =>
    reports ? [{ kind, name: `The webhook of ${name}`, ...reports }] : [],
  ),
]

export const findAccount = <Account extends MailAccount>(
  accounts: readonly Account[],
  kind: string | null | undefined,
): Account | undefined => accounts.find((account) => account.kind === kind)

/** An account whose fields may still be empty. */
export function initialFields({ fields }: MailAccount): MailFields {
  const values: Record<string, string | number> = {}
  for (const [name, { initial }] of Object.entries(fields))
    values[name] = typeof initial === 'function' ? initial(values) : initial
  return values
}

export const secretIsNeeded = ({ needsSecret }: MailAccount, fields: MailFields): boolean =>
  needsSecret?.(fields) ?? true

/** The account that a secret belongs to, in one line. */
export const ownerOf = ({ kind, fields, secretOf }: MailAccount, values: MailFields): string =>
  [kind, ...(secretOf ?? Object.keys(fields)).map((name) => values[name])].join(' ')

/** An account as it is typed: its kind, its fields, and its secret. */
export interface TypedAccount {
  kind: string
  /** Absent to use the stored one; null for none. */
  secret?: string | null | undefined
  [field: string]: string | number | null | undefined
}

/** The schema of one of these accounts, as it is typed. */
export function typedAccount(accounts: readonly MailAccount[]): z.ZodType<TypedAccount, TypedAccount> {
  const schemas = accounts.map(({ kind, fields, secret: { schema = secretText } }) =>
    z.strictObject({
      kind: z.literal(kind),
      ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
      secret: schema.nullable().optional(),
    }),
  )
  const [first, ...others] = schemas
  if (!first) throw new Error('There has to be an account')
  return z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<TypedAccount, TypedAccount>
}

/** The declared fields of a typed account. */
export function fieldsOf({ fields }: MailAccount, typed: TypedAccount): MailFields {
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const value = typed[name]
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
}
