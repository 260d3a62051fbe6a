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
/** How many lines a report names; the rest is counted. */
export const REPORTED_LINES = 200
/** How many columns of each kind a report names, and how many values of one that is ignored. */
export const REPORTED_COLUMNS = 100
export const REPORTED_VALUES = 3
/** How many words of a file an editor is asked about; whoever has another one is left out. */
export const MAX_QUESTIONS = 100
/** The words of a column that are asked about one by one; the rest is one question. */
export const QUESTIONS_PER_COLUMN = 20

/** Why a line imports no subscriber. */
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
  // What the file says.
  'left_elsewhere',
  'bounced_elsewhere',
  'complained_elsewhere',
  'unconfirmed_elsewhere',
  'nonsubscribed_elsewhere',
  'deleted_elsewhere',
  // What has to be explained, and what the editor has answered.
  'unclear',
  'left_out',
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

/** What a word of a file means, if the program does not know it. */
export const QUESTION_ANSWERS = ['bring_in', 'leave_out', 'unsubscribed'] as const
export type QuestionAnswer = (typeof QUESTION_ANSWERS)[number]

export interface ImportQuestion {
  /** By which it is answered. */
  key: string
  column: string
  /** What stands there, shortened; empty for an empty cell, null for everything that has no question of its own. */
  value: string | null
  lines: number
  /** Null until somebody answers: these lines bring nobody. */
  answer: QuestionAnswer | null
}

/** A column that is not read, with what stands there first. */
export interface IgnoredColumn {
  name: string
  values: string[]
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
  /** Words that are not known, the most frequent first. */
  questions: ImportQuestion[]
  /** The names of the columns that are read, those that are not, and how many more there are of either. */
  columns: { read: string[]; ignored: IgnoredColumn[]; more: number }
}
