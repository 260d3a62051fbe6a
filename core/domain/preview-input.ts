import { MAX_PREVIEW_DAYS } from '#core/domain/article-preview.ts'
import { z } from '#core/domain/schema.ts'

const RANGE = `Please choose 1 to ${MAX_PREVIEW_DAYS} days.`

/** For how long a link to a draft works. */
export const previewInput = z.object({
  days: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, RANGE)
    .transform(Number)
    .refine((days) => days >= 1 && days <= MAX_PREVIEW_DAYS, RANGE),
})
