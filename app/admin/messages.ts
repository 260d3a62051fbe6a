import article from '#app/admin/messages/en/article.json' with { type: 'json' }
import shell from '#app/admin/messages/en/shell.json' with { type: 'json' }
import { createTranslator } from '#core/i18n/translator.ts'

/** The messages of the desk, one file per subject; the first part of a key is the name of its file. */
const english = { ...article, ...shell }

/** The desk speaks English only; another language is another folder beside `messages/en`. */
export const t = createTranslator<typeof english>('en', { en: english })
