import { isStorable } from '#core/domain/article-input.ts'
import { z } from '#core/domain/schema.ts'

const MAX_REASON_LENGTH = 500

/** Why a text is removed for good, for the audit log. */
export const purgeInput = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'Please write why. The reason stays in the audit log.')
    .refine(isStorable, 'This text has a character that cannot be stored. Please type it without.')
    .refine((text) => [...text].length <= MAX_REASON_LENGTH, `Use at most ${MAX_REASON_LENGTH} characters.`),
})
