/** Programs whose exports of subscribers are recognised by their columns, as they write their names. */
export const SUBSCRIBER_PROGRAMS = {
  ai_watch: 'AI Watch',
  aweber: 'AWeber',
  beehiiv: 'beehiiv',
  brevo: 'Brevo',
  buttondown: 'Buttondown',
  cleverreach: 'CleverReach',
  constant_contact: 'Constant Contact',
  ghost: 'Ghost',
  hubspot: 'HubSpot',
  keila: 'Keila',
  kit: 'Kit',
  klaviyo: 'Klaviyo',
  listmonk: 'listmonk',
  mailchimp: 'Mailchimp',
  mailerlite: 'MailerLite',
  mailpoet: 'MailPoet',
  mailtrain: 'Mailtrain',
  newsletter_plugin: 'The Newsletter Plugin',
  phplist: 'phpList',
  rapidmail: 'rapidmail',
  salesforce: 'Salesforce',
  shopify: 'Shopify',
  substack: 'Substack',
  zoho: 'Zoho',
} as const
export type SubscriberProgram = keyof typeof SUBSCRIBER_PROGRAMS

export const IMPORT_MAX_BYTES = 50 * 1024 * 1024
export const IMPORT_MAX_LINES = 1_000_000
export const CONSENT_SOURCE_MAX_LENGTH = 200
/** The most lines that a report names; the rest is counted. */
export const REPORTED_LINES = 200
/** The most columns of each kind that a report names, and the most values of an ignored one. */
export const REPORTED_COLUMNS = 100
export const REPORTED_VALUES = 3
/** The most words of a file about which an editor is asked; people with other words are left out. */
export const MAX_QUESTIONS = 100
/** The words of a column that are asked about one by one; the rest is one question. */
export const QUESTIONS_PER_COLUMN = 20

/** The reasons why a line imports no subscriber. */
export const SKIP_KINDS = [
  'no_address',
  'invalid_address',
  'long_address',
  'long_local',
  'stray_dot',
  'invisible',
  'not_utf8',
  'quotes',
  'duplicate',
  // Reasons in the file.
  'left_elsewhere',
  'bounced_elsewhere',
  'complained_elsewhere',
  'unconfirmed_elsewhere',
  'nonsubscribed_elsewhere',
  'deleted_elsewhere',
  // Words that have to be explained, and the editor's answers.
  'unclear',
  'left_out',
  // Facts about the address that are known here.
  'unsubscribed',
  'administrator',
  'bounced',
  'complained',
  'erased',
] as const

/** The parts of a line that were not understood; its address is imported anyway. */
export const NOTE_KINDS = ['cells', 'language', 'date', 'sections'] as const

export type ImportProblemKind = (typeof SKIP_KINDS)[number] | (typeof NOTE_KINDS)[number]

export interface ImportProblem {
  /** The file of a zip. */
  file?: string
  /** The line of the file, from 1 for the header. */
  line: number
  kind: ImportProblemKind
  /** The value of the cell, shortened. */
  value: string
}

/** The meanings of a word of a file that the program does not know. */
export const QUESTION_ANSWERS = ['bring_in', 'leave_out', 'unsubscribed'] as const
export type QuestionAnswer = (typeof QUESTION_ANSWERS)[number]

export interface ImportQuestion {
  /** The key for the answer. */
  key: string
  column: string
  /** The value of the cell, shortened; empty for an empty cell, null for everything that has no question of its own. */
  value: string | null
  lines: number
  /** Null until somebody answers: these lines import nobody. */
  answer: QuestionAnswer | null
}

/** A column that is not read, with its first values. */
export interface IgnoredColumn {
  name: string
  values: string[]
}

/** The answer of `/functions/v1/import-subscribers`. For a dry run it says what an import would do. */
export interface ImportReport {
  dryRun: boolean
  /** The program that has written the file; null if it could be any. */
  program: SubscriberProgram | null
  /** The files of a zip that are read. */
  files: string[]
  /** The number of lines without the header and empty lines. */
  lines: number
  /** Subscribers that are new. */
  added: number
  /** People who had signed up here without confirming, and are confirmed by the imported consent. */
  confirmed: number
  /** People who are subscribed already; nothing about them changes. */
  already: number
  /** Lines that import no subscriber. */
  skipped: number
  /** Addresses that left elsewhere and that no import brings in from now on. */
  blocked: number
  /** Subscribers who were imported before, and whose subscription this file ends. */
  ended: number
  /** People who unsubscribed elsewhere, but stay subscribed because they signed up here themselves. */
  staying: number
  /** The number of lines of each kind. */
  counts: { kind: ImportProblemKind; lines: number }[]
  /** The first ones of the file. */
  problems: ImportProblem[]
  /** Words that are not known, the most frequent first. */
  questions: ImportQuestion[]
  /** The names of the columns that are read, those that are not, and how many more there are of either. */
  columns: { read: string[]; ignored: IgnoredColumn[]; more: number }
}
