import { isShippedPage, MAX_PAGES, PAGE_LENGTHS } from '#core/domain/page.ts'
import { pageInput, pageSlug } from '#core/domain/page-input.ts'
import { z } from '#core/domain/schema.ts'
import { isPlain, line } from '#core/domain/setting-texts.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The limit for the text of a page in a separate file, in bytes. */
export const PAGE_FILE_MAX_BYTES = 262_144

/** The path of a file in the folder of the file that names it, or below. */
export const besidePath = (example: string) =>
  z
    .string()
    .max(200, 'Must have at most 200 characters')
    .refine(
      (path) =>
        isPlain(path) && !/^\/|[\\:]/.test(path) && !path.split('/').includes('..') && path.trim() !== '',
      `Must be a file in the folder of this one, such as ./${example}`,
    )

export const pageContent = pageInput.shape.content.refine(
  (text) => text.trim() !== '' && !text.includes('\0') && text.isWellFormed(),
  'Must be a text, in Markdown',
)

const pageText = z
  .strictObject({
    title: line(PAGE_LENGTHS.title),
    description: line(PAGE_LENGTHS.description).optional(),
    content: pageContent.optional().describe('The text in Markdown.'),
    file: besidePath('imprint.en.md').optional().describe('A file with the text.'),
    shipped: z
      .string()
      .regex(/^[0-9a-z]{1,14}$/)
      .optional()
      .describe('Which shipped text was edited, as it was printed.'),
  })
  .refine(({ content, file }) => (content === undefined) !== (file === undefined), {
    path: ['content'],
    message: 'Must have either "content" or "file"',
  })
export type FilePageText = z.infer<typeof pageText>

const ofLanguage = pageText.nullable().optional()
const page = z.strictObject({
  listed: z
    .int('Must be a whole number')
    .min(1, 'Must be from 1 to 99')
    .max(99, 'Must be from 1 to 99')
    .nullable()
    .optional()
    .describe('The place in the footer; null where it is not listed.'),
  ...(Object.fromEntries(LANGUAGE_CODES.map((code) => [code, ofLanguage])) as Record<
    Language,
    typeof ofLanguage
  >),
})

/** Pages by address; null deletes one, in a language or in all. */
export const filePages = z
  .record(pageSlug, page.nullable())
  .superRefine((pages, context) => {
    if (Object.keys(pages).length > MAX_PAGES + 5)
      context.addIssue({ code: 'custom', message: `Must have at most ${MAX_PAGES} pages` })
    for (const [slug, one] of Object.entries(pages))
      if (one && isShippedPage(slug) && one.listed != null)
        context.addIssue({ code: 'custom', path: [slug, 'listed'], message: 'Is always in the footer' })
      else if (one && !isShippedPage(slug))
        for (const code of LANGUAGE_CODES)
          if (one[code]?.shipped)
            context.addIssue({ code: 'custom', path: [slug, code, 'shipped'], message: 'Is no shipped page' })
  })
  .describe('Pages that readers get, by address and language; null deletes one.')
export type FilePages = z.infer<typeof filePages>
