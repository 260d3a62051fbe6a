import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { readMailSettings } from '#core/data/mail-settings.ts'
import type { MailProblem, MailTestResult } from '#core/domain/mail-settings.ts'

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
