import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type {
  MailSettingsChange,
  MailSettingsState,
  MailTest,
  MailTestResult,
  ReportsTest,
} from '#core/domain/mail-settings.ts'

export type SaveMailSettingsOutcome =
  | 'saved'
  | 'conflict'
  | 'set_by_environment'
  | 'secret_needed'
  | 'invalid'

const OUTCOMES: ReadonlySet<string> = new Set<SaveMailSettingsOutcome>([
  'conflict',
  'set_by_environment',
  'secret_needed',
])

/** @throws when the caller is not allowed to, or the request failed */
export async function readMailSettings(client: Client): Promise<MailSettingsState> {
  const { data, error } = await client.functions.invoke<MailSettingsState>('read-mail-settings', {
    method: 'GET',
  })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** Saves the settings for sending mail, unless another administrator has changed them since the named version. */
export async function saveMailSettings(
  client: Client,
  change: MailSettingsChange,
): Promise<SaveMailSettingsOutcome> {
  const { error } = await client.functions.invoke('save-mail-settings', { body: change })
  if (!error) return 'saved'
  if (!(error instanceof FunctionsHttpError) || ![400, 409].includes(error.context.status)) throw error
  const body: unknown = await error.context.json().catch(() => null)
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
  return OUTCOMES.has(code) ? (code as SaveMailSettingsOutcome) : 'invalid'
}

/** Mails the caller, with the typed settings or the stored ones. @throws when the caller is not allowed to, or the request failed */
export async function testMailSettings(client: Client, test: MailTest): Promise<MailTestResult> {
  const { data, error } = await client.functions.invoke<MailTestResult>('test-mail-settings', { body: test })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** Tests the source of reports, and sends a mail their way. @throws when the caller is not allowed to, or the request failed */
export async function testMailReports(client: Client, test: ReportsTest): Promise<MailTestResult> {
  const { data, error } = await client.functions.invoke<MailTestResult>('test-mail-reports', { body: test })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
