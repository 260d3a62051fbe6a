import type { NodemailerError } from 'nodemailer'
import { MailError } from '#server/mail/mail.ts'

/** The service ends, or has had enough of us. */
const NOT_AVAILABLE = 421
/** The server wants to know who we are. */
const LOGIN_NEEDED = 530

/**
 * What a failure says of the mail. `isComplete`: the server may have been told that the message is complete, so that it may have taken
 * it, unless it refused.
 */
export function describeSmtpFailure(error: NodemailerError, isComplete: boolean): MailError {
  const { code, command, responseCode, message } = error
  const transport = { cause: error, isTransportProblem: true }
  if (error.name === 'AbortError') {
    return isComplete
      ? new MailError('uncertain', 'It was given up after the mail server had received it', { cause: error })
      : new MailError('temporary', 'It was given up before the mail server had received it', { cause: error })
  }
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new MailError('temporary', `The mail server refuses our login: ${message}`, transport)
  if (responseCode) {
    // A sender that is refused is refused for every recipient.
    const isAboutThisMail = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
    if (!isAboutThisMail || responseCode === NOT_AVAILABLE || responseCode === LOGIN_NEEDED)
      return new MailError('temporary', `The mail server takes no mail from us: ${message}`, transport)
    return new MailError(responseCode >= 500 ? 'permanent' : 'temporary', message, { cause: error })
  }
  if (isComplete) return new MailError('uncertain', message, { cause: error })
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new MailError('permanent', message, { cause: error })
  return new MailError('temporary', `The mail server cannot be reached: ${message}`, transport)
}
