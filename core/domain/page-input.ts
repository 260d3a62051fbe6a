import { PAGE_LENGTHS } from '#core/domain/page.ts'
import { z } from '#core/domain/schema.ts'
import { isPlain, isVisible } from '#core/domain/setting-texts.ts'

const MAX_CONTENT_BYTES = 262_144

const line = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} must have at most ${max} characters`)
    .refine(isPlain, `${label} must be one line of plain text`)

/** The address of an own page. */
export const pageSlug = z
  .string()
  .trim()
  .min(1, 'An address is required')
  .max(PAGE_LENGTHS.slug, `An address must have at most ${PAGE_LENGTHS.slug} characters`)
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'An address has lowercase letters a to z, digits, and single hyphens between them',
  )

const title = line('The title', PAGE_LENGTHS.title).refine(isVisible, 'A title is required')

/** The fields of a page that may be saved. A draft may be empty. */
export const pageInput = z.strictObject({
  title,
  description: line('The description', PAGE_LENGTHS.description),
  content: z
    .string()
    .refine(
      (text) => new TextEncoder().encode(text).length <= MAX_CONTENT_BYTES,
      'The text must have at most 256 KB',
    )
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'The text has characters that cannot be stored',
    ),
})

export const publishedPageInput = pageInput.refine(({ content }) => content.trim() !== '', {
  path: ['content'],
  message: 'A text is required before readers can see the page',
})

export const newPageInput = z.strictObject({ title, slug: pageSlug })

/** The address and the place in the footer, empty if a page is not listed. */
export const pageSettingsInput = z.strictObject({
  slug: pageSlug,
  position: z
    .string()
    .trim()
    .regex(/^([1-9]\d?)?$/, 'A place is a number from 1 to 99, or empty')
    .transform((text) => (text === '' ? null : Number(text))),
})
