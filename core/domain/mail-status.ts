/** `uncertain`: it may or may not have left, so that it is never sent again by itself. */
export type MailStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain'
