import type { Row } from '#core/data/database.types.ts'
/** The checks of the domain from which mail comes; receivers make the same. */
export type MailDomainCheck = 'sender' | 'spf' | 'dkim' | 'dmarc' | 'alignment'

/** `unknown`: the name servers did not answer. */
export type MailDomainState = 'ok' | 'warning' | 'problem' | 'unknown'

export type MailDomainCode =
  /** The address is an example, or its domain accepts no mail. */
  | 'sender_placeholder'
  /** Mail is stored in the outbox. */
  | 'sender_outbox'
  | 'dns_unavailable'
  | 'spf_ok'
  | 'spf_missing'
  /** The subdomain of the provider may have another name. */
  | 'spf_missing_provider'
  | 'spf_several'
  | 'spf_open'
  | 'spf_endless'
  | 'spf_lookups'
  | 'spf_broken'
  | 'dkim_ok'
  | 'dkim_missing'
  | 'dkim_missing_provider'
  | 'dkim_differs'
  | 'dkim_testing'
  | 'dkim_unsigned'
  | 'dmarc_ok'
  | 'dmarc_none'
  /** `t=y`. */
  | 'dmarc_testing'
  /** `pct`, which receivers ignore by now. */
  | 'dmarc_pct'
  | 'dmarc_missing'
  | 'dmarc_several'
  | 'dmarc_broken'
  | 'alignment_ok'
  | 'alignment_by_spf'
  | 'alignment_strict'
  | 'alignment_fails'

/** A record of DNS as it should be. */
export interface TextRecord {
  name: string
  value: string
}

export interface MailDomainFinding {
  check: MailDomainCheck
  state: MailDomainState
  code: MailDomainCode
  /** The name at which the record was looked for. */
  name: string
  /** The provider whose record is missing, in its usual spelling. */
  provider?: string
  /** The records that were found, shortened. */
  found: string[]
  /** The record to publish, where it is known exactly. */
  publish: TextRecord | null
}

export interface MailDomainReport {
  /** The domain of the sender. */
  domain: string
  findings: MailDomainFinding[]
}

/** The transport that stores mail on this site, where administrators read it, and delivers none. */
const OUTBOX = 'outbox'

/** Returns true if mail that is given to a transport leaves the site. */
export const mailLeaves = ({ kind }: { kind: string }): boolean => kind !== OUTBOX

/** The public facts about the transport. */
export interface MailTransportFact {
  leaves: boolean
}

/** Returns true if a mail was stored in the outbox instead of being sent. */
export const isInOutbox = (mail: { status: MailStatus; transport: string | null }): boolean =>
  mail.status === 'sent' && mail.transport === OUTBOX

/** `uncertain`: the mail may or may not have been sent. It is not sent again automatically, because it could arrive twice. */
export type MailStatus = Row<'mail_deliveries'>['status']
