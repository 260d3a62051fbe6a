import type { TextOrigin } from '#core/domain/newsletter-issue.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { NewsletterNotice } from '#server/features/newsletter/mails/newsletter-notices.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { AccountMail, DESK_LANGUAGE } from '#server/supabase/auth/mails/account-mail.tsx'

interface NewsletterNoticeProps {
  siteUrl: string
  issueId: string
  notice: NewsletterNotice
  /** Of the English edition; empty when it has none yet. */
  subject: string
  /** Why it is not sent. */
  reason: string
  /** When it is due, in the words of the newsletter's zone; null when no time is set. */
  due: string | null
  /** Who wrote the English edition. */
  writtenBy: TextOrigin | null
  /** Whether it is sent also when nobody approves it. */
  isAutomatic: boolean
  /** Of its editions, in English. */
  languages: string[]
  articleCount: number
}

const WORDS: Record<
  NewsletterNotice,
  { subject: string; preheader: string; label: string; says(props: NewsletterNoticeProps): string[] }
> = {
  draft_ready: {
    subject: 'The newsletter waits for your approval',
    preheader: 'A draft for Sunday has been made.',
    label: 'Look at the Newsletter',
    says: ({ subject, due, isAutomatic, languages, articleCount, writtenBy }) => [
      `The draft “${subject}” has ${articleCount === 1 ? 'one article' : `${articleCount} articles`}, in ${listOf(languages)}. ${
        writtenBy === 'rules'
          ? 'No language model has written it: it is made of the texts of the articles.'
          : ''
      }`.trim(),
      `It goes out on ${due}, ${
        isAutomatic
          ? 'also when nobody approves it, unless the checklist finds something. Look at it before:'
          : 'only if one of you approves it before. Look at it, change what you like, and approve it:'
      }`,
    ],
  },
  held: {
    subject: 'The newsletter is held',
    preheader: 'It does not go out until somebody decides.',
    label: 'Look at the Newsletter',
    says: ({ subject, due, reason }) => [
      `The newsletter “${subject}”${due === null ? '' : `, which was to go out on ${due},`} is held. ${reason}`,
      'It does not go out by itself. Decide what becomes of it:',
    ],
  },
  not_approved: {
    subject: 'The newsletter was not sent',
    preheader: 'Its time has come without an approval.',
    label: 'Look at the Newsletter',
    says: ({ subject, due, reason }) => [
      `The newsletter “${subject}”${due === null ? '' : `, for ${due},`} was not sent. ${reason}`,
      'Nobody has got it. You can still approve it and send it:',
    ],
  },
}

/** Tells administrators that an issue of the newsletter waits for them. */
export function newsletterNoticeMail(props: NewsletterNoticeProps): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  const { subject, preheader } = WORDS[props.notice]
  return systemMail({
    language: DESK_LANGUAGE,
    subject: `${subject} (${t('site.name')})`,
    preheader,
    body: <Notice t={t} {...props} />,
  })
}

function Notice({ t, ...props }: { t: Translate } & NewsletterNoticeProps) {
  const { label, says } = WORDS[props.notice]
  return (
    <AccountMail
      t={t}
      link={{ label, href: `${props.siteUrl}/admin/newsletter/${props.issueId}` }}
      notes={[
        'The link asks you to sign in, and changes nothing by itself.',
        `You receive this email because you are an administrator of ${t('site.name')}.`,
      ]}
    >
      {says(props).map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
    </AccountMail>
  )
}

function listOf(languages: string[]): string {
  return new Intl.ListFormat('en').format(languages)
}
