import * as z from 'zod'
import { type MailDomainReport, type MailTransportFact, mailLeaves } from '#core/domain/mail.ts'
import { type DescribedStatement, describeStatements } from '#core/i18n/describe-statements.ts'
import { type ShippedWord, shippedWords } from '#core/i18n/shipped-words.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { storeLookFile as store } from '#server/platform/images/look/look-files.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import { checkMailDomain as checkDomain } from '#server/platform/mail/domain/check-mail-domain.ts'
import { answer, refuse, withBody, withQuery } from '#server/supabase/functions/call.ts'

/** The defaults of settings that come from the environment. */
export const readSettingDefaults = async ({ settings }: Pick<FunctionDeps, 'settings'>) =>
  answer(settings.environment)

/** The messages that can be put into other words, as they are shipped. */
export const readWords = async ({ settings }: Pick<FunctionDeps, 'settings'>) =>
  answer(shippedWords(settings.current()) satisfies ShippedWord[])

/** Reads the shipped texts that speak in the name of the publication. */
export const readStatements = async ({ settings, siteUrl }: Pick<FunctionDeps, 'settings' | 'siteUrl'>) =>
  answer(describeStatements(settings.current(), siteUrl) satisfies DescribedStatement[])

/** Tells whether mail leaves this site. Everyone may know that, because sign-ups and forgotten passwords depend on it. */
export const readMailTransport = async ({ mail }: Pick<FunctionDeps, 'mail'>) =>
  answer({ leaves: mailLeaves(await mail.current()) } satisfies MailTransportFact)

/** Checks the DNS records of the domain from which mail is sent, and returns those that are to be published. */
export const checkMailDomain = withBody(
  z.strictObject({}),
  'Send an empty object.',
  async ({ mail }: Pick<FunctionDeps, 'mail'>) =>
    answer((await checkDomain(await mail.current())) satisfies MailDomainReport),
)

/** Stores the body, a logo or an icon, and returns its name, that of the same for the dark theme, and its size. */
export const storeLookFile = withQuery(
  z.strictObject({ use: z.enum(['logo', 'icon']) }),
  'Say what the file is for: ?use=logo or ?use=icon.',
  async ({ sql, images }: Pick<FunctionDeps, 'sql' | 'images'>, { use }, { request }) => {
    const bytes = Buffer.from(await request.arrayBuffer())
    try {
      return answer(await store({ sql, worker: images }, bytes, use))
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error
      return refuse(422, `The file ${error.message.split('\n', 1)[0]}`)
    }
  },
)
