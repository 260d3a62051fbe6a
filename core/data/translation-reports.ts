import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { ReportAnswer, ReportInput, TranslationReport } from '#core/domain/translation-report.ts'

/** Stores a reader's report. It must have passed checkTranslationReport. */
export async function reportTranslation(
  client: Client,
  { translationId, quote, comment }: ReportInput & { translationId: string },
): Promise<ReportAnswer> {
  const { data } = await client
    .rpc('report_translation', { p_translation_id: translationId, p_quote: quote, p_comment: comment })
    .throwOnError()
  return data
}

interface ListOptions extends PageOptions {
  status: TranslationReport['status']
  /** Only the reports of this translation. */
  translationId?: string | undefined
}

/** A page of the readers' reports, the oldest first, because it has waited longest. */
export async function listTranslationReports(
  client: Client,
  { status, translationId, ...page }: ListOptions,
): Promise<Page<TranslationReport>> {
  let query = client
    .from('translation_reports')
    .select('*', { count: 'exact' })
    .eq('status', status)
    .order('created_at')
    .order('id')
  if (translationId) query = query.eq('translation_id', translationId)
  return readPage((from, to) => query.range(from, to).throwOnError(), page)
}

/** Marks a report as done, or as open again; false when it is gone. */
export async function setReportStatus(
  client: Client,
  id: string,
  status: TranslationReport['status'],
): Promise<boolean> {
  const { data } = await client
    .from('translation_reports')
    .update({ status })
    .eq('id', id)
    .select('id')
    .throwOnError()
  return data.length > 0
}

/** Deletes a report; false when it was gone. */
export async function deleteTranslationReport(client: Client, id: string): Promise<boolean> {
  const { data } = await client.from('translation_reports').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}
