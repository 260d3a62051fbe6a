import editor from '#app/admin/kit/messages/en/editor.json' with { type: 'json' }
import kit from '#app/admin/kit/messages/en/kit.json' with { type: 'json' }
import languages from '#app/admin/kit/messages/en/languages.json' with { type: 'json' }
import mail from '#app/admin/kit/messages/en/mail.json' with { type: 'json' }
import media from '#app/admin/kit/messages/en/media.json' with { type: 'json' }
import newsletter from '#app/admin/kit/messages/en/newsletter.json' with { type: 'json' }
import newsroom from '#app/admin/kit/messages/en/newsroom.json' with { type: 'json' }
import operations from '#app/admin/kit/messages/en/operations.json' with { type: 'json' }
import people from '#app/admin/kit/messages/en/people.json' with { type: 'json' }
import readers from '#app/admin/kit/messages/en/readers.json' with { type: 'json' }
import settings from '#app/admin/kit/messages/en/settings.json' with { type: 'json' }
import shell from '#app/admin/kit/messages/en/shell.json' with { type: 'json' }
import stories from '#app/admin/kit/messages/en/stories.json' with { type: 'json' }
import subscribers from '#app/admin/kit/messages/en/subscribers.json' with { type: 'json' }
import { createTranslator } from '#core/i18n/translator.ts'

/** The messages of the desk, one file per room; the first part of a key is its subject. */
const english = {
  ...editor,
  ...kit,
  ...languages,
  ...mail,
  ...media,
  ...newsletter,
  ...newsroom,
  ...operations,
  ...people,
  ...readers,
  ...settings,
  ...shell,
  ...stories,
  ...subscribers,
}

/** The desk speaks English only; another language is another folder beside `messages/en`. */
export const t = createTranslator<typeof english>('en', { en: english })
