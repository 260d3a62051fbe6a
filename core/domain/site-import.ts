/** An import of articles from another program, as the desk and the command show it. */

/** The formats, as the desk calls them. Each has a reader in `server/features/import/read-source.ts`. */
export const FORMAT_NAMES = {
  ghost: 'Ghost',
  wordpress: 'WordPress',
  substack: 'Substack',
  markdown: 'Markdown files',
  feed: 'RSS, Atom or JSON Feed',
} as const
/** The formats in a sentence, in which the name of the last one has the “or”. */
export const NAMED_FORMATS = Object.values(FORMAT_NAMES).join(', ')
export type ImportFormat = keyof typeof FORMAT_NAMES
export const IMPORT_FORMATS = Object.keys(FORMAT_NAMES) as ImportFormat[]

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

/** The replacement in the article: a link, its text, pictures one below the other, or nothing. */
export type NoteOutcome =
  | 'link'
  | 'text'
  | 'pictures'
  | 'draft'
  | 'original'
  | 'replaced'
  | 'ignored'
  | 'left-out'

/** Something that could not be read, or not be kept as it was. */
export interface ImportNote {
  severity: 'info' | 'warning' | 'error'
  kind: NoteKind
  place: NotePlace
  /** The name of the thing, as far as it has one: an address, the name of a shortcode, a date. */
  what: string
  becomes: NoteOutcome
  /** The number of times the same was found there; absent for once. */
  count?: number
}

export interface NotePlace {
  /** The path of the file in the source. */
  file: string
  /** Empty if it is not about an article. */
  title: string
  sourceId: string
}

export interface ImportSummary {
  id: string
  /** The name of its file or folder, or its address. */
  name: string
  /** The size of the file, in bytes; null for a folder or an address. */
  size: number | null
  /** Null until it was recognised. */
  format: ImportFormat | null
  state: ImportState
  createdAt: string
  /** The address of the administrator; null for an import by command. */
  createdBy: string | null
  articles: number
  /** The reason for the failure, as a sentence for the editor. */
  problem: string | null
}

/** A category or tag of the source, and the section of its articles. */
export interface ImportTerm {
  sourceId: string
  taxonomy: 'category' | 'tag'
  name: string
  articles: number
  /** The slug of a section, proposed or remembered; null when it decides nothing. */
  section: string | null
  /** True if an earlier import decided it. */
  remembered: boolean
}

/** The result of a dry run. Lists are bounded, and have their true number beside them. */
export interface ImportPlan {
  articles: number
  translations: number
  published: number
  drafts: number
  scheduled: number
  /** Null if the source does not name the language. */
  languages: { language: string | null; articles: number }[]
  authors: { name: string; articles: number }[]
  authorCount: number
  /** Pictures in the source, those that have to be downloaded, and those whose site nobody has named. */
  pictures: { inside: number; elsewhere: number; siteless: number }
  /** The address of the old site, from an earlier import. */
  site: string | null
  oldAddresses: number
  terms: ImportTerm[]
  termCount: number
  /** Articles whose slug is taken, with their new slug. */
  collisions: { sourceId: string; title: string; slug: string; becomes: string }[]
  collisionCount: number
  /** The state of the articles of an earlier import: the same as now, changed there, changed here (stays), deleted here (stays away). */
  known: { unchanged: number; changed: number; touched: number; deleted: number }
  /** The findings of the check before publishing: each rule, with the number of articles. */
  findings: { rule: string; articles: number }[]
  seconds: number
}

/** The choices of the editor before an import is carried out. */
export interface ImportChoices {
  /** The language of articles whose source does not name one. */
  language: string
  /** The section of articles that no term leads elsewhere. */
  section: string
  /** True to import everything as a draft. */
  drafts: boolean
  /**
   * The address of the old site, for pictures and links without a host, as `oldSiteOrigin` returns it; null when the source has it, or
   * nobody has named one.
   */
  site: string | null
  terms: { sourceId: string; section: string | null }[]
}

/** The longest name for a site that somebody may enter. */
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
  /** Articles that were changed here since an earlier import, so left as they are. */
  touched: number
  /** Articles that could not be stored; each has a note. */
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
  /** Articles that undoing removed, those that it restored, and those that somebody had changed and that stay. */
  undone: { removed: number; restored: number; kept: number } | null
  /** The number of articles that it has replaced and that still exist, whether they were changed here since or not. */
  replaced: number
  /** The first of the articles that it brought and that are still here. */
  made: { title: string; slug: string; language: string; published: boolean }[]
}
