import type { Row } from '#core/data/database.types.ts'
import { z } from '#core/domain/schema.ts'
import type { Language } from '#core/i18n/languages.ts'

/** An idea for an article: a row of `ideas`. */
export type Idea = Row<'ideas'>

/** The idea that a draft began with. */
export type IdeaOfDraft = Pick<Idea, 'title' | 'why' | 'links' | 'made_by' | 'made_at'>

/** The answer of `begin_draft`. */
export type BegunDraft =
  | { status: 'begun'; article_id: string; slug: string; language: string }
  | { status: 'gone' | 'dropped' | 'in_trash' }

export const IDEA_TITLE_MAX_LENGTH = 200
const WHY_MAX_LENGTH = 2000
const MAX_LINKS = 10
const LINK_MAX_LENGTH = 2000
/** The pattern of `private.are_web_addresses`. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#"<>]+([/?#][^\s"<>]*)?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

const title = z
  .string()
  .trim()
  .min(1, 'Write in a few words what it would be about.')
  .max(IDEA_TITLE_MAX_LENGTH, `The title can have at most ${IDEA_TITLE_MAX_LENGTH} characters.`)

/** The form of an idea; empty choices are null, and the links are lines of a text. */
export const ideaInput = z.strictObject({
  title,
  why: z.string().max(WHY_MAX_LENGTH, `This can have at most ${WHY_MAX_LENGTH} characters.`),
  links: z
    .string()
    .transform((text) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .pipe(
      z
        .array(z.string())
        .max(MAX_LINKS, `There can be at most ${MAX_LINKS} links.`)
        .refine(
          (links) => links.every((link) => link.length <= LINK_MAX_LENGTH && WEB_ADDRESS.test(link)),
          'Each line is an address that begins with https:// or http://.',
        ),
    ),
  language: emptyAsNull(z.string().transform((code) => code as Language)),
  section: emptyAsNull(z.string()),
  person: emptyAsNull(z.string()),
  planned_on: emptyAsNull(z.string().regex(DAY, 'Choose a day.')),
})
export type IdeaForm = z.input<typeof ideaInput>
export type IdeaInput = z.output<typeof ideaInput>

/** The form of the one line above the list. */
export const newIdeaInput = z.strictObject({ title })
export type NewIdeaInput = z.output<typeof newIdeaInput>

function emptyAsNull<Value extends z.ZodType<string, string>>(schema: Value) {
  return z.union([z.literal('').transform(() => null), schema])
}
