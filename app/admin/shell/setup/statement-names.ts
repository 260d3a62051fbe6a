import { t } from '#app/admin/kit/messages.ts'
import type { StatementId, StatementKind } from '#core/i18n/statements.ts'

export const KIND_NAMES: Record<StatementKind, string> = {
  promise: t('setup.statements.kind.promise'),
  law: t('setup.statements.kind.law'),
  date: t('setup.statements.kind.date'),
  address: t('setup.statements.kind.address'),
  figure: t('setup.statements.kind.figure'),
}

/** What each statement says, in one line. */
export const STATEMENT_NAMES: Record<StatementId, string> = {
  replies: t('setup.statements.replies'),
  corrections: t('setup.statements.corrections'),
  anyLanguage: t('setup.statements.anyLanguage'),
  selling: t('setup.statements.selling'),
  changes: t('setup.statements.changes'),
  independence: t('setup.statements.independence'),
  daily: t('setup.statements.daily'),
  experts: t('setup.statements.experts'),
  contents: t('setup.statements.contents'),
  minutes: t('setup.statements.minutes'),
  gdpr: t('setup.statements.gdpr'),
  noSpam: t('setup.statements.noSpam'),
  freeForever: t('setup.statements.freeForever'),
  free: t('setup.statements.free'),
  trust: t('setup.statements.trust'),
  figures: t('setup.statements.figures'),
  sundays: t('setup.statements.sundays'),
  address: t('setup.statements.address'),
  owner: t('setup.statements.owner'),
  dataLaw: t('setup.statements.dataLaw'),
  swissLaw: t('setup.statements.swissLaw'),
  liability: t('setup.statements.liability'),
  children: t('setup.statements.children'),
  dates: t('setup.statements.dates'),
  privacy: t('setup.statements.privacy'),
  terms: t('setup.statements.terms'),
}
