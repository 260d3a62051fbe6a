import { z } from '#core/domain/schema.ts'
import { defaultsOf, type Setting } from '#core/domain/setting.ts'
import { isPlain, line, localized, RULES, someLanguages } from '#core/domain/setting-texts.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** The pairs of typefaces: of headlines and of everything else. */
export const TYPES = ['editorial', 'grotesk', 'classic'] as const
export type Type = (typeof TYPES)[number]

export const FRONT_PAGES = ['standard', 'dense', 'calm'] as const
export const FRONT_PAGE_BLOCKS = ['featured', 'latest', 'sections', 'newsletter'] as const

/** The shipped columns of the footer. */
export const FOOTER_COLUMNS = ['navigation', 'categories', 'pages'] as const

export const COLOR_PATTERN = /^#[0-9a-f]{6}$/
/** A path of this site, in which two slashes could become the address of another one, or an address elsewhere. */
const LINK_PATTERN = /^(\/(?![/\\])(?![^?#]*\/\/)[^\s<>"\\]*|https?:\/\/[^\s<>"\\]+|mailto:[^\s<>"\\]+)$/
const FILE_PATTERN = /^[a-z0-9][a-z0-9/_-]{0,149}\.(svg|png|webp)$/
/** The keys of messages, with the suffix of a plural form if they have several. */
const WORD_PATTERN = /^[a-z][A-Za-z]*(\.[A-Za-z0-9]+){1,6}(_(zero|one|two|few|many|other))?$/
const STATEMENT_PATTERN = /^[a-z][A-Za-z]{0,39}$/
const TIME_PATTERN = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:00Z$/

const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length

const color = z
  .string()
  .regex(COLOR_PATTERN, 'Must be a colour such as #0f7b3f')
  .register(RULES, { format: 'color' })
const file = z
  .string()
  .regex(FILE_PATTERN, 'Must be a file that was uploaded')
  .register(RULES, { format: 'look_file' })
const to = z
  .string()
  .max(500, 'Must have at most 500 characters')
  .regex(LINK_PATTERN, 'Must be a path such as /about, or an address that begins with https://')
  .refine(isPlain, 'Must have no invisible characters')
  .register(RULES, { format: 'link' })
const link = z.strictObject({ label: localized(line(40)), to })
const time = z
  .string()
  .regex(TIME_PATTERN, 'Must be a time such as 2026-11-29T09:00:00Z')
  .register(RULES, { format: 'minute' })
const statement = z
  .string()
  .regex(STATEMENT_PATTERN, 'Must be the name of a statement')
  .register(RULES, { format: 'statement' })

const frontPage = z.strictObject({
  layout: z.enum(FRONT_PAGES),
  /** The blocks in their order; a block that is not named is not shown. */
  blocks: z
    .array(z.enum(FRONT_PAGE_BLOCKS))
    .min(1, 'Must name a block')
    .refine(isDistinct, 'Must name each block once')
    .register(RULES, { uniqueItems: true }),
})
type FrontPageSetting = z.infer<typeof frontPage>
const DEFAULT_FRONT_PAGE: FrontPageSetting = { layout: 'standard', blocks: ['featured', 'latest'] }

/** The settings that customise a publication. */
export const PUBLICATION_SETTINGS = {
  /** The colour from which the others are computed. */
  accent: {
    schema: color,
    fallback: null,
    section: 'look',
    label: 'Accent',
    onEveryPage: true,
  },
  type: {
    schema: z.enum(TYPES),
    fallback: 'editorial',
    section: 'look',
    label: 'Typefaces',
    onEveryPage: true,
  },
  /** Uploaded files, with the size of the first in CSS pixels; `named`: true if the name is written beside it. */
  logo: {
    schema: z.strictObject({
      light: file,
      dark: file.nullable(),
      width: z.int().min(1).max(4000),
      height: z.int().min(1).max(4000),
      named: z.boolean(),
    }),
    fallback: null,
    section: 'look',
    label: 'Logo',
    onEveryPage: true,
  },
  icon: {
    schema: z.strictObject({ file }),
    fallback: null,
    section: 'look',
    label: 'Icon',
    onEveryPage: true,
  },
  front_page: {
    schema: frontPage,
    fallback: DEFAULT_FRONT_PAGE,
    section: 'frontPage',
    label: 'Layout and blocks',
  },
  /** The languages that readers are offered. */
  languages: {
    schema: z
      .array(z.enum(LANGUAGE_CODES))
      .refine((languages) => languages[0] === DEFAULT_LANGUAGE, 'Must begin with English')
      .refine(isDistinct, 'Must name each language once')
      .register(RULES, { prefixItems: [{ type: 'string', const: DEFAULT_LANGUAGE }], uniqueItems: true }),
    fallback: [...LANGUAGE_CODES],
    onEveryPage: true,
  },
  /** The subject of the shipped words: artificial intelligence, or nothing in particular. */
  subject: {
    schema: z.enum(['ai', 'any']),
    section: 'words',
    label: 'Subject',
    onEveryPage: true,
  },
  /** Messages in other words, by key and language. */
  words: {
    schema: z
      .record(
        z
          .string()
          .max(80)
          .regex(WORD_PATTERN, 'Must be the key of a message')
          .register(RULES, { format: 'word' }),
        someLanguages(line(600)),
      )
      .refine((words) => Object.keys(words).length <= 300, 'Must have at most 300 messages')
      .register(RULES, { maxProperties: 300 }),
    fallback: {},
    section: 'words',
    label: 'Messages',
    onEveryPage: true,
  },
  /** The statements of the shipped texts (`core/i18n/statements.ts`) that are kept, and those that are left out. */
  statements: {
    schema: z
      .record(statement, z.enum(['keep', 'out']))
      .refine((made) => Object.keys(made).length <= 100, 'Must have at most 100 statements')
      .register(RULES, { maxProperties: 100 }),
    fallback: {},
    onEveryPage: true,
  },
  /** The hashes of the statements that an administrator has read. */
  statements_read: {
    schema: z
      .record(
        statement,
        z
          .string()
          .regex(/^[0-9a-z]{1,14}$/)
          .register(RULES, { format: 'hash' }),
      )
      .refine((read) => Object.keys(read).length <= 100, 'Must have at most 100 statements')
      .register(RULES, { maxProperties: 100 }),
    fallback: {},
  },
  header_links: {
    schema: z.array(link).max(6, 'Must have at most 6 links'),
    fallback: [],
    section: 'navigation',
    label: 'More links in the header',
    onEveryPage: true,
  },
  footer_columns: {
    schema: z
      .array(
        z.union([
          z.strictObject({ shipped: z.enum(FOOTER_COLUMNS) }),
          z.strictObject({ title: localized(line(40)), links: z.array(link).min(1).max(10) }),
        ]),
      )
      .max(4, 'Must have at most 4 columns'),
    fallback: null,
    section: 'navigation',
    label: 'Columns of the footer',
    onEveryPage: true,
  },
  social_profiles: {
    schema: z
      .array(
        z
          .string()
          .max(500)
          .regex(/^https:\/\/[^\s<>"\\]+$/, 'Must begin with https://')
          .refine(isPlain, 'Must have no invisible characters')
          .register(RULES, { format: 'https' }),
      )
      .max(12, 'Must have at most 12 profiles')
      .refine(isDistinct, 'Must name each profile once')
      .register(RULES, { uniqueItems: true }),
    fallback: [],
    section: 'navigation',
    label: 'Social profiles',
    onEveryPage: true,
  },
  /** A line above the header, from and until these times in UTC. */
  notice: {
    schema: z
      .strictObject({
        text: localized(line(200)),
        to: to.optional(),
        from: time.optional(),
        until: time.optional(),
      })
      .refine(({ from, until }) => !from || !until || from < until, 'Must end after it begins')
      .register(RULES, { ascending: ['from', 'until'] }),
    fallback: null,
    section: 'navigation',
    label: 'Notice above the header',
    onEveryPage: true,
  },
  /** Present once setting up is over. */
  setup: {
    schema: z.literal('finished'),
    fallback: null,
  },
} satisfies Record<string, Setting>

export const PUBLICATION_DEFAULTS = defaultsOf(PUBLICATION_SETTINGS)

export const isDefaultFrontPage = ({ layout, blocks }: FrontPageSetting): boolean =>
  layout === DEFAULT_FRONT_PAGE.layout && blocks.join() === DEFAULT_FRONT_PAGE.blocks.join()
