import { z } from '#core/domain/schema.ts'

export const DRAFT_LENGTHS = ['short', 'medium', 'long'] as const
export type DraftLength = (typeof DRAFT_LENGTHS)[number]

export const QUESTION_MAX_LENGTH = 1000

/** What is asked of a model besides the sources. */
export const draftChoices = z.strictObject({
  length: z.enum(DRAFT_LENGTHS),
  category: z.string().min(1, 'Choose a section.'),
  question: z
    .string()
    .trim()
    .max(QUESTION_MAX_LENGTH, `This can have at most ${QUESTION_MAX_LENGTH} characters.`),
})
export type DraftChoices = z.output<typeof draftChoices>

export type DraftRequest = Omit<DraftChoices, 'question'> & { itemIds: string[]; question?: string }
