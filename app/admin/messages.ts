import articles from '#app/admin/messages/en/articles.json' with { type: 'json' }
import dashboard from '#app/admin/messages/en/dashboard.json' with { type: 'json' }
import drafts from '#app/admin/messages/en/drafts.json' with { type: 'json' }
import shell from '#app/admin/messages/en/shell.json' with { type: 'json' }
import table from '#app/admin/messages/en/table.json' with { type: 'json' }
import trash from '#app/admin/messages/en/trash.json' with { type: 'json' }
import { createTranslator } from '#core/i18n/translator.ts'

/** The messages of the desk, one file per subject; the first part of a key is the name of its file. */
const english = { ...articles, ...dashboard, ...drafts, ...shell, ...table, ...trash }

/** The desk speaks English only; another language is another folder beside `messages/en`. */
export const t = createTranslator<typeof english>('en', { en: english })
