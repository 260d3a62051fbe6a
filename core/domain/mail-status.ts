/** `uncertain`: the mail may or may not have been sent. It is not sent again automatically, because it could arrive twice. */
export type MailStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain'
