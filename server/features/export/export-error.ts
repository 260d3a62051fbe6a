import { escapeInvisible } from '#server/platform/log-line.ts'

/** Why an export cannot be made, in one line for who asked for it. */
export class ExportError extends Error {
  override name = 'ExportError'

  constructor(message: string) {
    super(escapeInvisible(message))
  }
}
