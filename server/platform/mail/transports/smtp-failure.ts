import type { NodemailerError } from 'nodemailer'
import type { MailProblem } from '#core/domain/mail-settings.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import { MailError } from '#server/platform/mail/mail.ts'

/** The server shuts down, or closes the connection. */
const NOT_AVAILABLE = 421

/** The server requires authentication. */
const LOGIN_NEEDED = 530

/** The server requires encryption. */
const ENCRYPTION_NEEDED = 538

/** Messages of OpenSSL and Node about certificates and about responses that are not encrypted. */
const TLS_FAILURE = /certificate|self[- ]signed|ssl|tls|wrong version number|altname/i

/** Replies of servers that receive too much from us for now, whatever the recipient; and a fault of their own, by its code (RFC 3463). */
const BUSY = /too (?:many|much|fast)|\brate\b|throttl|slow down|\b4\.3\.\d/i
/** It is about this address or its mailbox. */
const OF_MAILBOX = /\b4\.[12]\.\d/

/**
 * Describes what a failure means for the mail. `isOffered`: a connection had begun to send it. `isComplete`: the server may have been told
 * that the message is complete, so that it may have taken it, unless it refused.
 */
export function describeSmtpFailure(
  error: NodemailerError,
  { isOffered, isComplete }: { isOffered: boolean; isComplete: boolean },
): MailError {
  const { code, command, response, responseCode = 0, message } = error
  const isRefusal = responseCode >= 400 && responseCode < 600
  const isForNow = isRefusal && responseCode < 500
  const problem = problemOf(error)
  // A sender that is refused is refused for every recipient.
  const isUnoffered = !isOffered || command === 'MAIL FROM'
  const details = { cause: error, problem, isUnoffered, isBusy: isForNow }
  const transport = { ...details, isTransportProblem: true }
  if (error.name === 'AbortError') {
    return isComplete
      ? new MailError('uncertain', 'It was given up after the mail server had received it', details)
      : new MailError('temporary', 'It was given up before the mail server had received it', details)
  }
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new MailError('temporary', `The mail server refuses our login: ${message}`, {
      ...transport,
      isLasting: !isForNow,
    })
  if (isComplete && !isRefusal) return new MailError('uncertain', inPlainWords(error), details)
  // Its words could be those of any service.
  if (problem === 'not_a_mail_server')
    return new MailError('temporary', 'What answers there is no mail server', transport)
  if (response) {
    const isAboutThisMail =
      isRefusal && ((code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE')
    if (!isAboutThisMail || responseCode === NOT_AVAILABLE || responseCode === LOGIN_NEEDED)
      return new MailError('temporary', `The mail server takes no mail from us: ${message}`, {
        ...transport,
        isLasting: !isForNow && (command === 'MAIL FROM' || responseCode === LOGIN_NEEDED),
      })
    return new MailError(isForNow ? 'temporary' : 'permanent', message, {
      ...details,
      isBusy: isForNow && BUSY.test(response) && !OF_MAILBOX.test(response),
      refusal: {
        phase: command === 'RCPT TO' ? 'recipient' : 'message',
        code: responseCode,
        text: response,
      },
    })
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new MailError('permanent', message, details)
  return new MailError('temporary', `The mail server cannot be reached: ${inPlainWords(error)}`, transport)
}

/** The problem, for the person who sets up the server. */
function problemOf(error: NodemailerError): MailProblem {
  const { code, command, responseCode = 0, message, response } = error
  if (error.name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'unknown_host'
  if (
    code === 'ETLS' ||
    responseCode === ENCRYPTION_NEEDED ||
    (code === 'ESOCKET' && TLS_FAILURE.test(message))
  )
    return 'tls'
  if (responseCode === LOGIN_NEEDED) return 'login_needed'
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return 'sender'
  if (code === 'EENVELOPE' && command === 'RCPT TO') return 'recipient'
  // A refusal to talk is a refusal; anything else in place of a greeting is another protocol.
  if (code === 'EPROTOCOL') return responseCode >= 400 && responseCode < 600 ? 'refused' : 'not_a_mail_server'
  if (response) return 'refused'
  return code === 'ESOCKET' || code === 'ECONNECTION' ? 'no_answer' : 'unknown'
}
