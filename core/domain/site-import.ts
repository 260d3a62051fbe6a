/** An import of articles from another program, as the desk and the command show it. */

export const IMPORT_FORMATS = ['ghost', 'wordpress', 'substack', 'markdown', 'feed'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** An import is read for a plan, waits for the editor's choices, and is then carried out; it can be undone. */
export type ImportState =
  | 'uploading'
  | 'reading'
  | 'planned'
  | 'importing'
  | 'done'
  | 'failed'
  | 'undoing'
  | 'undone'

/** A file is uploaded in parts of this size, so that an upload goes on after a break and passes any proxy. */
export const IMPORT_PART_BYTES = 8 * 1024 * 1024
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024 * 1024
/** The private bucket of the parts, which are named `ID/NUMBER`, from 0. */
export const IMPORT_BUCKET = 'imports'

export const NOTE_KINDS = [
  'embed',
  'gallery',
  'media',
  'shortcode',
  'block',
  'form',
  'format',
  'table',
  'caption',
  'link',
  'picture',
  'members-only',
  'password',
  'page',
  'date',
  'language',
  'translation',
  'slug',
  'duplicate',
  'encoding',
  'unreadable',
  'incomplete',
  'too-large',
  'changed',
  'refused-file',
  'other-data',
] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

/** What stands in the article instead: a link, its text, pictures one below the other, or nothing. */
export type NoteOutcome =
  | 'link'
  | 'text'
  | 'pictures'
  | 'draft'
  | 'original'
  | 'replaced'
  | 'ignored'
  | 'left-out'

/** What could not be read, or not be kept as it was. */
export interface ImportNote {
  severity: 'info' | 'warning' | 'error'
  kind: NoteKind
  place: NotePlace
  /** Of which thing, as far as it can be named: an address, the name of a shortcode, a date. */
  what: string
  becomes: NoteOutcome
  /** How often the same was found there; once without it. */
  count?: number
}

export interface NotePlace {
  /** The path of the file in the source. */
  file: string
  /** Empty where no article is concerned. */
  title: string
  sourceId: string
}

export interface ImportSummary {
  id: string
  /** Of its file or folder, or its address. */
  name: string
  /** Of the file, in bytes; null for a folder or an address. */
  size: number | null
  /** Null until it was recognised. */
  format: ImportFormat | null
  state: ImportState
  createdAt: string
  /** The address of the administrator; null for an import by command. */
  createdBy: string | null
  articles: number
  /** Why it failed, as a sentence for the editor. */
  problem: string | null
}

/** A category or tag of the source, and where its articles go. */
export interface ImportTerm {
  sourceId: string
  taxonomy: 'category' | 'tag'
  name: string
  articles: number
  /** The slug of a section, proposed or remembered; null when it decides nothing. */
  section: string | null
  /** Whether an earlier import decided it. */
  remembered: boolean
}

/** What a dry run found. Lists are bounded, and have their true number beside them. */
export interface ImportPlan {
  articles: number
  translations: number
  published: number
  drafts: number
  scheduled: number
  /** Null where the source does not say the language. */
  languages: { language: string | null; articles: number }[]
  authors: { name: string; articles: number }[]
  authorCount: number
  /** Those in the source, those that have to be fetched, and those of which nobody has said on which site they are. */
  pictures: { inside: number; elsewhere: number; siteless: number }
  /** Where the old site is, as an earlier import was told. */
  site: string | null
  oldAddresses: number
  terms: ImportTerm[]
  termCount: number
  /** Articles whose slug is taken, and what theirs becomes. */
  collisions: { sourceId: string; title: string; slug: string; becomes: string }[]
  collisionCount: number
  /** What an earlier import brought: the same as now, changed there, changed here (stays), deleted here (stays away). */
  known: { unchanged: number; changed: number; touched: number; deleted: number }
  /** What the check before publishing would say: its rule, and of how many articles. */
  findings: { rule: string; articles: number }[]
  seconds: number
}

/** What the editor decides before an import is carried out. */
export interface ImportChoices {
  /** Of articles whose source does not say it. */
  language: string
  /** The section of articles that no term leads elsewhere. */
  section: string
  /** Everything becomes a draft, whatever it was. */
  drafts: boolean
  /** Where the old site is, for pictures and links without a host, as `oldSiteOrigin` returns it; null when the source says it, or nobody. */
  site: string | null
  terms: { sourceId: string; section: string | null }[]
}

/** Of the name that somebody gives a site. */
export const MAX_SITE_NAME = 200
const MAX_SITE_LENGTH = 300

/** The origin of the old site, of an address that somebody has entered, also without https://; null when it is none. */
export function oldSiteOrigin(entered: string): string | null {
  const text = entered.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const isSite =
    url?.hostname.includes('.') && !url.username && !url.password && text.length <= MAX_SITE_LENGTH
  return url && isSite ? url.origin : null
}

export interface ImportReport {
  created: number
  updated: number
  unchanged: number
  /** Changed here since an earlier import, so left as they are. */
  touched: number
  /** Could not be stored; each has a note. */
  failed: number
  pictures: number
  picturesFailed: number
  oldAddresses: number
  seconds: number
}

export interface ImportRecord extends ImportSummary {
  plan: ImportPlan | null
  choices: ImportChoices | null
  progress: { done: number; total: number; title: string } | null
  notes: { kind: NoteKind; count: number; first: ImportNote[] }[]
  report: ImportReport | null
  /** Articles that undoing took back, those it put back as they were, and those that somebody had changed and that stay. */
  undone: { removed: number; restored: number; kept: number } | null
  /** How many articles it has replaced that are still as it made them, or were changed here since. */
  replaced: number
  /** The first of the articles that it brought and that are still here. */
  made: { title: string; slug: string; language: string; published: boolean }[]
}
