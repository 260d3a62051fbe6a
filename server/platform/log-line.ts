import { inspect } from 'node:util'

/** Something that the log reports. */
export interface LogEvent {
  at: Date
  level: string
  message: string
  /** The stack of an error, or what else was thrown. */
  details?: string
  /** The request during which it happened. */
  requestId?: string | undefined
  /** The name of the process, if there are several. */
  process?: string | undefined
}

/** A line for a person at a terminal, and below it the rest of the details. */
export function textLine({ at, level, message, details, requestId, process }: LogEvent): string {
  const request = requestId ? ` [${requestId}]` : ''
  const from = process ? `${process}: ` : ''
  const cause = details === undefined ? '' : `: ${indent(maskSecrets(details))}`
  return `${at.toISOString()} ${level} ${from}${escapeInvisible(maskSecrets(message))}${request}${cause}\n`
}

/** A line of JSON for a program that collects logs. */
export function jsonLine({ at, level, message, details, requestId, process }: LogEvent): string {
  const line = {
    time: at.toISOString(),
    level,
    process,
    message: maskSecrets(message),
    request_id: requestId,
    error: details && maskSecrets(details),
  }
  return `${JSON.stringify(line)}\n`
}

export function describeThrown(value: unknown): string {
  if (value instanceof Error) return value.stack || String(value)
  return typeof value === 'string' ? value : inspect(value)
}

/** More than any stack of ours; what is quoted may be as long as a request. */
const MAX_LENGTH = 16_000

const SECRETS: readonly [pattern: RegExp, instead: string][] = [
  // User and password of an address, before what remains of it looks like an e-mail address.
  [/(\w:\/\/)[^\s/]{1,200}@/g, '$1[credentials]@'],
  [/[^\s@<>()[\]"'`,;:=&?/\\]{1,64}(?:@|%40)[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}/gu, '[address]'],
  [/\b(?:sb_secret_|aiw_|re_|whsec_|g?sk[-_]|xai-|AIza)[\w+/=-]{8,}/g, '[secret]'],
  // A token that was cut is masked too. A pattern that needs both dots would be tried from every beginning in a long text, to its end.
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){0,2}/g, '[token]'],
  [/\b(bearer )[\w.~+/=-]{8,}/gi, '$1[token]'],
  [/\b(authorization["']?: ?["']?basic )[^\s"',]+/gi, '$1[secret]'],
  [/((?:token|apikey|api_key|password|passphrase|secret)["']?: ?["'])[^"']+/gi, '$1[secret]'],
  [/\b((?:access_|refresh_)?token(?:_hash)?|code|apikey|password|secret)=[^\s&"']+/gi, '$1=[secret]'],
]

/**
 * Replaces addresses of people, keys, tokens and passwords, and cuts what is too long. Nothing of ours writes such things into the log,
 * but libraries, mail servers and PostgreSQL quote what they were given.
 */
export function maskSecrets(text: string): string {
  const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text
  return SECRETS.reduce((masked, [pattern, instead]) => masked.replace(pattern, instead), short)
}

/** Every line after the first is indented, so that text which an error quotes cannot look like a line of the log. */
function indent(details: string): string {
  const [first = '', ...rest] = details.split('\n').map(escapeInvisible)
  return [first, ...rest.map((line) => (line.startsWith('    ') ? line : `    ${line}`))].join('\n')
}

/** Escapes control characters, which a terminal obeys, and direction characters, which reorder the text after them. */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
  })
}

const MAX_SHORT_LENGTH = 300
/** More is not looked at. */
const MAX_READ = 2_000

/** The first line of an error's message for people, and for JSON in PostgreSQL: no secrets, addresses or invisible characters. */
export function shortLine(text: string): string {
  const [line = ''] = maskSecrets(text.trimStart().slice(0, MAX_READ)).split(/[\r\n\u2028\u2029]/)
  const visible = line.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()
  return visible.length > MAX_SHORT_LENGTH ? `${visible.slice(0, MAX_SHORT_LENGTH).toWellFormed()}…` : visible
}
