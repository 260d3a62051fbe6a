import { expect } from 'vitest'
import { MailError } from '#server/platform/mail/mail.ts'

/** The error with which a mail was not sent. */
export async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}
