import audit from '#app/admin/messages/en/audit.json' with { type: 'json' }
import corrections from '#app/admin/messages/en/corrections.json' with { type: 'json' }
import history from '#app/admin/messages/en/history.json' with { type: 'json' }
import preview from '#app/admin/messages/en/preview.json' with { type: 'json' }
import schedule from '#app/admin/messages/en/schedule.json' with { type: 'json' }
import shell from '#app/admin/messages/en/shell.json' with { type: 'json' }
import { createTranslator } from '#core/i18n/translator.ts'

/** The messages of the desk, one file per subject; the first part of a key is the name of its file. */
const english = { ...audit, ...corrections, ...history, ...preview, ...schedule, ...shell }

/** The desk speaks English only; another language is another folder beside `messages/en`. */
export const t = createTranslator<typeof english>('en', { en: english })
