/** Programs whose exports of subscribers are recognised by their columns, as they write their names. */
export const SUBSCRIBER_PROGRAMS = {
  ai_watch: 'AI Watch',
  buttondown: 'Buttondown',
  ghost: 'Ghost',
  listmonk: 'listmonk',
  mailchimp: 'Mailchimp',
  substack: 'Substack',
} as const
export type SubscriberProgram = keyof typeof SUBSCRIBER_PROGRAMS

export const IMPORT_MAX_BYTES = 50 * 1024 * 1024
export const IMPORT_MAX_LINES = 1_000_000
export const CONSENT_SOURCE_MAX_LENGTH = 200
/** How many lines a report names; the rest is counted. */
export const REPORTED_LINES = 200

/** Why a line imports no subscriber. */
export const SKIP_KINDS = [
  'no_address',
  'invalid_address',
  'long_address',
  'not_utf8',
  'quotes',
  'duplicate',
  // What the file says.
  'left_elsewhere',
  'bounced_elsewhere',
  'complained_elsewhere',
  'unconfirmed_elsewhere',
  'nonsubscribed_elsewhere',
  // What is known here of the address.
  'unsubscribed',
  'administrator',
  'bounced',
  'complained',
  'erased',
] as const

/** What of a line was not understood; its address is imported all the same. */
export const NOTE_KINDS = ['cells', 'language', 'date', 'sections'] as const

export type ImportProblemKind = (typeof SKIP_KINDS)[number] | (typeof NOTE_KINDS)[number]

export interface ImportProblem {
  /** The file of a zip. */
  file?: string
  /** Of the file, from 1 for the header. */
  line: number
  kind: ImportProblemKind
  /** What stands there, shortened. */
  value: string
}

/** What `/functions/v1/import-subscribers` answers. Of a dry run it says what an import would do. */
export interface ImportReport {
  dryRun: boolean
  /** The program that has written the file; null if it could be any. */
  program: SubscriberProgram | null
  /** The files of a zip that are read. */
  files: string[]
  /** Without the header and empty lines. */
  lines: number
  /** Subscribers that are new. */
  added: number
  /** Who had signed up here without confirming, and is confirmed by the imported consent. */
  confirmed: number
  /** Who is subscribed already; nothing about them changes. */
  already: number
  /** Lines that import no subscriber. */
  skipped: number
  /** Addresses that left elsewhere and that no import brings in from now on. */
  blocked: number
  /** Subscribers who were imported before, and leave because of this file. */
  ended: number
  /** Who left elsewhere, but is subscribed here because they signed up here themselves. */
  staying: number
  /** How many lines there are of each kind. */
  counts: { kind: ImportProblemKind; lines: number }[]
  /** The first ones of the file. */
  problems: ImportProblem[]
  /** The names of the columns that are read, and of those that are not. */
  columns: { read: string[]; ignored: string[] }
}
