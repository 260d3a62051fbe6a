import { z } from '#core/domain/schema.ts'
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

/** The schemas of the settings that customise a publication. */
export const PUBLICATION_SCHEMAS = {
  /** The colour from which the others are computed. */
  accent: color,
  type: z.enum(TYPES),
  /** Uploaded files, with the size of the first in CSS pixels; `named`: true if the name is written beside it. */
  logo: z.strictObject({
    light: file,
    dark: file.nullable(),
    width: z.int().min(1).max(4000),
    height: z.int().min(1).max(4000),
    named: z.boolean(),
  }),
  icon: z.strictObject({ file }),
  front_page: z.strictObject({
    layout: z.enum(FRONT_PAGES),
    /** The blocks in their order; a block that is not named is not shown. */
    blocks: z
      .array(z.enum(FRONT_PAGE_BLOCKS))
      .min(1, 'Must name a block')
      .refine(isDistinct, 'Must name each block once')
      .register(RULES, { uniqueItems: true }),
  }),
  /** The languages that readers are offered. */
  languages: z
    .array(z.enum(LANGUAGE_CODES))
    .refine((languages) => languages[0] === DEFAULT_LANGUAGE, 'Must begin with English')
    .refine(isDistinct, 'Must name each language once')
    .register(RULES, { prefixItems: [{ type: 'string', const: DEFAULT_LANGUAGE }], uniqueItems: true }),
  /** The subject of the shipped words: artificial intelligence, or nothing in particular. */
  subject: z.enum(['ai', 'any']),
  /** Messages in other words, by key and language. */
  words: z
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
  /** The statements of the shipped texts (`core/i18n/statements.ts`) that are kept, and those that are left out. */
  statements: z
    .record(statement, z.enum(['keep', 'out']))
    .refine((made) => Object.keys(made).length <= 100, 'Must have at most 100 statements')
    .register(RULES, { maxProperties: 100 }),
  /** The hashes of the statements that an administrator has read. */
  statements_read: z
    .record(
      statement,
      z
        .string()
        .regex(/^[0-9a-z]{1,14}$/)
        .register(RULES, { format: 'hash' }),
    )
    .refine((read) => Object.keys(read).length <= 100, 'Must have at most 100 statements')
    .register(RULES, { maxProperties: 100 }),
  header_links: z.array(link).max(6, 'Must have at most 6 links'),
  footer_columns: z
    .array(
      z.union([
        z.strictObject({ shipped: z.enum(FOOTER_COLUMNS) }),
        z.strictObject({ title: localized(line(40)), links: z.array(link).min(1).max(10) }),
      ]),
    )
    .max(4, 'Must have at most 4 columns'),
  social_profiles: z
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
  /** A line above the header, from and until these times in UTC. */
  notice: z
    .strictObject({
      text: localized(line(200)),
      to: to.optional(),
      from: time.optional(),
      until: time.optional(),
    })
    .refine(({ from, until }) => !from || !until || from < until, 'Must end after it begins')
    .register(RULES, { ascending: ['from', 'until'] }),
  /** True if issues of the newsletter show the pictures of their stories, unless their editor decides otherwise. */
  newsletter_pictures: z.boolean(),
  /** Present once setting up is over. */
  setup: z.literal('finished'),
} satisfies Record<string, z.ZodType>

type Values = { [Key in keyof typeof PUBLICATION_SCHEMAS]: z.infer<(typeof PUBLICATION_SCHEMAS)[Key]> }
type Defaults = { readonly [Key in Exclude<keyof Values, 'subject'>]: Values[Key] | null }

/** Their defaults, but for `subject`, which depends on the name of the publication. */
export const PUBLICATION_DEFAULTS = {
  accent: null,
  type: 'editorial' as Type,
  logo: null,
  icon: null,
  front_page: { layout: 'standard', blocks: ['featured', 'latest'] } as Values['front_page'],
  languages: [...LANGUAGE_CODES],
  words: {},
  statements: {},
  statements_read: {},
  header_links: [],
  footer_columns: null,
  social_profiles: [],
  notice: null,
  newsletter_pictures: false,
  setup: null,
} satisfies Defaults

export const isDefaultFrontPage = ({ layout, blocks }: Values['front_page']): boolean =>
  layout === PUBLICATION_DEFAULTS.front_page.layout &&
  blocks.join() === PUBLICATION_DEFAULTS.front_page.blocks.join()
