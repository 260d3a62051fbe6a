import type { NodemailerError } from 'nodemailer'
import type { MailProblem } from '#core/domain/mail-settings.ts'
import { MailError } from '#server/platform/mail/mail.ts'

/** The server shuts down, or closes the connection. */
const NOT_AVAILABLE = 421

/** The server requires authentication. */
const LOGIN_NEEDED = 530

/** The server requires encryption. */
const ENCRYPTION_NEEDED = 538

/** What OpenSSL and Node say of certificates and of answers that are not encrypted. */
const TLS_FAILURE = /certificate|self[- ]signed|ssl|tls|wrong version number|altname/i

/**
 * What a failure says of the mail. `isComplete`: the server may have been told that the message is complete, so that it may have taken
 * it, unless it refused.
 */
export function describeSmtpFailure(error: NodemailerError, isComplete: boolean): MailError {
  const { code, command, response, responseCode = 0, message } = error
  const isRefusal = responseCode >= 400 && responseCode < 600
  const problem = problemOf(error)
  const transport = { cause: error, isTransportProblem: true, problem }
  if (error.name === 'AbortError') {
    return isComplete
      ? new MailError('uncertain', 'It was given up after the mail server had received it', {
          cause: error,
          problem,
        })
      : new MailError('temporary', 'It was given up before the mail server had received it', {
          cause: error,
          problem,
        })
  }
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new MailError('temporary', `The mail server refuses our login: ${message}`, transport)
  if (isComplete && !isRefusal) return new MailError('uncertain', message, { cause: error, problem })
  // Its words could be those of any service.
  if (problem === 'not_a_mail_server')
    return new MailError('temporary', 'What answers there is no mail server', transport)
  if (response) {
    // A sender that is refused is refused for every recipient.
    const isAboutThisMail =
      isRefusal && ((code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE')
    if (!isAboutThisMail || responseCode === NOT_AVAILABLE || responseCode === LOGIN_NEEDED)
      return new MailError('temporary', `The mail server takes no mail from us: ${message}`, transport)
    return new MailError(responseCode >= 500 ? 'permanent' : 'temporary', message, { cause: error, problem })
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new MailError('permanent', message, { cause: error, problem })
  return new MailError('temporary', `The mail server cannot be reached: ${message}`, transport)
}

/** What is wrong, for whoever sets up the server. */
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
