import type { Row } from '#core/data/database.types.ts'
import { isStorable } from '#core/domain/article-input.ts'
import { z } from '#core/domain/schema.ts'

/** Something that another publication has published, or somebody has sent. */
export type NewsItem = Row<'news_items'>

/** The text of an item, in the sentences that articles cite. */
export interface NewsText {
  language: string | null
  sentences: string[]
  fetched_at: string
  /** The reason why it is probably not the whole text of its page. */
  notice: 'short' | 'paywall' | null
}

/** The fields of an item in a list to choose from. */
export type FoundItem = Pick<NewsItem, 'id' | 'title' | 'outlet' | 'published_at' | 'group_id'>

export const SOURCE_TITLE_MAX_LENGTH = 300
export const OUTLET_MAX_LENGTH = 100
export const SOURCE_TEXT_MAX_LENGTH = 200_000
const ADDRESS_MAX_LENGTH = 2000

const line = (longest: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(longest, `This can have at most ${longest} characters.`)
    .refine(
      (text) => isStorable(text) && !/[\p{Cc}\u2028\u2029]/u.test(text),
      'This has to be one line of text.',
    )

/** An address that can be read: `https://` is added if no scheme is given. */
const sourceAddress = z
  .string()
  .trim()
  .min(1, 'Type or paste an address.')
  .max(ADDRESS_MAX_LENGTH, `An address can have at most ${ADDRESS_MAX_LENGTH} characters.`)
  .transform((text) =>
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`,
  )
  .refine(isWebAddress, 'This is no address that can be read. It looks like https://example.org/news.')

export const addressInput = z.strictObject({ address: sourceAddress })

export const outletInput = z.strictObject({ outlet: line(OUTLET_MAX_LENGTH, 'Name who publishes it.') })

/** A text with its origin, as a form sends it. */
export const sourceTextInput = z.strictObject({
  title: line(SOURCE_TITLE_MAX_LENGTH, 'Write a title by which it is known.'),
  outlet: line(OUTLET_MAX_LENGTH, 'Name who it is from.'),
  url: z.union([z.literal('').transform(() => null), sourceAddress]),
  /** A moment as its form field has it, in the zone of the person who types it. */
  published: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'Say when it was published or sent.')
    .transform((text) => new Date(text).toISOString()),
  text: z
    .string()
    .trim()
    .min(1, 'Paste the text.')
    .max(SOURCE_TEXT_MAX_LENGTH, 'The text is too long. It can have at most 200,000 characters.')
    .refine(isStorable, 'The text has a character that cannot be stored.'),
})
export type SourceTextForm = z.input<typeof sourceTextInput>
export type SourceTextInput = z.output<typeof sourceTextInput>

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== ''
}
