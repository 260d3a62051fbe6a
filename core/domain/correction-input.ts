import { MAX_CORRECTION_LENGTH } from '#core/domain/article-correction.ts'
import { isStorable } from '#core/domain/article-input.ts'
import { z } from '#core/domain/schema.ts'

/** What was wrong, as readers will read it. In characters, as the database counts them. */
export const correctionInput = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'Please write what was wrong.')
    .refine(isStorable, 'This text has a character that cannot be stored. Please type it without.')
    .refine(
      (text) => [...text].length <= MAX_CORRECTION_LENGTH,
      `Use at most ${MAX_CORRECTION_LENGTH} characters.`,
    ),
})
