import { WORKFLOW_STATES } from '#core/domain/article-workflow.ts'
import { MAX_SENTENCE_LENGTH } from '#core/domain/handover.ts'
import { z } from '#core/domain/schema.ts'
import { isVisible, line } from '#core/domain/setting-texts.ts'

export const handoverInput = z
  .object({
    state: z.enum(WORKFLOW_STATES),
    /** Empty for the editors if it is handed in, otherwise for nobody. */
    to: z.string(),
    sentence: z
      .string()
      .refine(isVisible, 'Say in one sentence what it is for')
      .pipe(line(MAX_SENTENCE_LENGTH)),
    dueOn: z.string(),
  })
  .refine(({ state, to }) => state !== 'in_edit' || to !== '', { path: ['to'], error: 'Choose who edits it' })
