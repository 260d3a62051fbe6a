import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { OUTBOX_PATH } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { showCount, type WaitingLine } from '#app/admin/kit/room.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { readMailSettings } from '#core/data/mail-settings.ts'
import { readMailTransport } from '#core/data/mail-transport.ts'
import {
  countTroubledMails,
  findMail,
  listMails,
  type MailListOptions,
  TROUBLED_STATUSES,
} from '#core/data/mails.ts'
import type { Waiting } from '#core/domain/dashboard.ts'
import type { MailStatus } from '#core/domain/mail.ts'
import type { MailProblem, MailTestResult } from '#core/domain/mail-settings.ts'

export const OUTBOX_KEY = ['outbox']
const LIVE = { live: ['mail_deliveries'] } as const

export const mailsQuery = (options: MailListOptions) =>
  deskQuery([...OUTBOX_KEY, 'list', options], (client) => listMails(client, options), LIVE)

export const mailQuery = (id: string) =>
  deskQuery([...OUTBOX_KEY, 'mail', id], (client) => findMail(client, id), LIVE)

export const troubledMailsQuery = deskQuery([...OUTBOX_KEY, 'troubled'], countTroubledMails, LIVE)

/** The label of each kind of mail; a kind is the name of the job that sends it, and a test of a newsletter is sent without one. */
export const MAIL_KINDS = [
  ['send-confirmation-mail', t('outbox.kind.confirmation')],
  ['send-welcome-mail', t('outbox.kind.welcome')],
  ['send-subscriber-data', t('outbox.kind.subscriberData')],
  ['send-erasure-mail', t('outbox.kind.erasure')],
  ['send-recovery-mail', t('outbox.kind.recovery')],
  ['send-sign-in-link', t('outbox.kind.signInLink')],
  ['send-invitation', t('outbox.kind.invitation')],
  ['send-security-notice', t('outbox.kind.securityNotice')],
  ['send-backup-notice', t('outbox.kind.backupNotice')],
  ['send-webhook-notice', t('outbox.kind.webhookNotice')],
  ['send-schedule-notice', t('outbox.kind.scheduleNotice')],
  ['send-work-mail', t('outbox.kind.work')],
  ['send-newsletter-notice', t('outbox.kind.newsletterNotice')],
  ['send-newsletter-test', t('outbox.kind.newsletterTest')],
] as const

export const MAIL_STATUSES: Record<MailStatus, string> = {
  queued: t('outbox.status.queued'),
  sending: t('outbox.status.sending'),
  sent: t('outbox.status.sent'),
  failed: t('outbox.status.failed'),
  uncertain: t('outbox.status.uncertain'),
}

/** The filter for mails that failed or may not have arrived. */
export const TROUBLED = 'troubled'
/** The filter for mails that nobody got, because no mail leaves. */
const IN_OUTBOX = 'in-outbox'

export const STATUS_OPTIONS = [
  [TROUBLED, t('outbox.status.troubled')],
  ...Object.entries(MAIL_STATUSES),
  [IN_OUTBOX, t('outbox.status.inOutbox')],
] as [value: string, name: string][]

export type OutboxSort = MailListOptions['sort']['by']
export type OutboxFilter = 'status' | 'kind'

export const OUTBOX_TABLE: TableSpec<OutboxSort, OutboxFilter> = {
  sorts: ['created_at', 'recipient', 'subject'],
  defaultSort: { by: 'created_at', descending: true },
  filters: {
    status: STATUS_OPTIONS.map(([value]) => value),
    kind: MAIL_KINDS.map(([value]) => value),
  },
  pageSize: 25,
}

/** The query for an address of the outbox. */
export function mailListOptions(address: TableAddress<OutboxSort, OutboxFilter>): MailListOptions {
  const { search, sort, filters, page } = address
  const { status, kind } = filters
  return {
    search,
    sort,
    kind,
    page,
    pageSize: OUTBOX_TABLE.pageSize,
    statuses: statusesOf(status),
    ...((status === 'sent' || status === IN_OUTBOX) && { inOutbox: status === IN_OUTBOX }),
  }
}

function statusesOf(filter: string | null): readonly MailStatus[] {
  if (filter === TROUBLED) return TROUBLED_STATUSES
  if (filter === IN_OUTBOX) return ['sent']
  return filter ? [filter as MailStatus] : []
}

export function describeMails({ mails: count }: Waiting): WaitingLine[] {
  if (count === 0) return []
  return [
    {
      text: t('dashboard.waiting.mails', { count, shown: showCount(count) }),
      detail: t('dashboard.waiting.mailsText'),
      to: `${OUTBOX_PATH}?status=${TROUBLED}`,
      page: OUTBOX_PATH,
      count,
    },
  ]
}

/** Read again when settings change, and after the connection to the server was lost, as at a restart. */
export const mailTransportQuery = deskQuery(['mail-transport'], readMailTransport, { live: ['settings'] })

/** Tells whether mail leaves the site, or stays in the outbox; undefined until that is known. */
export function useMailLeaves(): boolean | undefined {
  return useQuery(mailTransportQuery).data?.leaves
}

export const MAIL_SETTINGS_KEY = ['mail-settings']

export const mailSettingsQuery = deskQuery(MAIL_SETTINGS_KEY, readMailSettings, {
  live: ['settings', 'mail_deliveries'],
})

/** The advice for each problem. */
const PROBLEMS: Record<MailProblem, string> = {
  unknown_host: t('mail.problem.unknownHost'),
  no_answer: t('mail.problem.noAnswer'),
  timeout: t('mail.problem.timeout'),
  tls: t('mail.problem.tls'),
  not_a_mail_server: t('mail.problem.notAMailServer'),
  login: t('mail.problem.login'),
  login_needed: t('mail.problem.loginNeeded'),
  sender: t('mail.problem.sender'),
  recipient: t('mail.problem.recipient'),
  key: t('mail.problem.key'),
  folder: t('mail.problem.folder'),
  refused: t('mail.problem.refusedMail'),
  unknown: t('mail.problem.unknown'),
}

/** Describes what is wrong, and what the server has said. */
export const describeTest = ({ code, said }: Extract<MailTestResult, { ok: false }>): string =>
  [PROBLEMS[code], said && t('mail.test.said', { reply: said })].filter(Boolean).join(' ')
