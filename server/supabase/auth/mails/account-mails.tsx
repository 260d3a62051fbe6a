import type { Membership } from '#core/domain/role.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { mailedLinkPath } from '#core/paths.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { SecurityEvent } from '#server/supabase/auth/jobs.ts'
import { INVITATION_HOURS } from '#server/supabase/auth/links/invitations.ts'
import { LINK_MINUTES } from '#server/supabase/auth/links/one-time-tokens.ts'

/** The language of the desk. */
export const DESK_LANGUAGE = 'en'

interface MailedLink {
  siteUrl: string
  language: Language
  email: string
  token: string
}

/** A mail with the link to set a new password. */
export function recoveryMail(props: MailedLink & { askedAt: Date }): Promise<MailContent> {
  const { siteUrl, language, email, token, askedAt } = props
  const t = mailTranslator(language)
  return accountMail(t, language, {
    subject: t('mail.recovery.subject'),
    preheader: t('mail.link.preheader', { minutes: LINK_MINUTES }),
    link: { label: t('mail.recovery.button'), href: siteUrl + mailedLinkPath('recovery', token) },
    paragraphs: [t('mail.recovery.body', { email, time: atTime(language, askedAt) })],
    notes: [t('mail.link.once', { minutes: LINK_MINUTES }), t('mail.recovery.ignore')],
  })
}

/** A mail with the link that signs in without a password. */
export function signInLinkMail(props: MailedLink & { askedAt: Date }): Promise<MailContent> {
  const { siteUrl, language, email, token, askedAt } = props
  const t = mailTranslator(language)
  return accountMail(t, language, {
    subject: t('mail.signInLink.subject'),
    preheader: t('mail.link.preheader', { minutes: LINK_MINUTES }),
    link: { label: t('mail.signInLink.button'), href: siteUrl + mailedLinkPath('sign-in-link', token) },
    paragraphs: [t('mail.signInLink.body', { email, time: atTime(language, askedAt) })],
    notes: [t('mail.link.once', { minutes: LINK_MINUTES }), t('mail.signInLink.ignore')],
  })
}

/** A mail that invites its recipient to a role. */
export function invitationMail(
  props: MailedLink & { invitedBy: string; invitedTo: Membership },
): Promise<MailContent> {
  const { siteUrl, language, email, token, invitedBy: name, invitedTo } = props
  const t = mailTranslator(language)
  const role = roleInWords(t, language, invitedTo)
  return accountMail(t, language, {
    subject: t('mail.invitation.subject'),
    preheader: t('mail.invitation.preheader', { hours: INVITATION_HOURS }),
    link: { label: t('mail.invitation.button'), href: siteUrl + mailedLinkPath('invitation', token) },
    paragraphs: [t('mail.invitation.body', { name, email, role })],
    notes: [t('mail.invitation.once', { hours: INVITATION_HOURS }), t('mail.invitation.ignore')],
  })
}

/** 'translator (French and German), with publishing of translations' */
function roleInWords(t: Translate, language: Language, { role, languages, permissions }: Membership): string {
  const list = new Intl.ListFormat(language)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const said = t(`mail.invitation.role.${role}`, {
    languages: list.format(languages.map((code) => names.of(code) ?? code)),
  })
  if (permissions.length === 0) return said
  const allowed = permissions.map((permission) => t(`mail.invitation.may.${permission}`))
  return t('mail.invitation.with', { role: said, permissions: list.format(allowed) })
}

const EVENTS = {
  password_changed: 'mail.security.passwordChanged',
  factor_added: 'mail.security.factorAdded',
  factor_removed: 'mail.security.factorRemoved',
  recovery_code_used: 'mail.security.recoveryCodeUsed',
  wrong_codes: 'mail.security.wrongCodes',
} as const satisfies Record<SecurityEvent, string>

/** Tells people of the desk about a change of their account, in case another person made it. */
export function securityNoticeMail(
  props: Omit<MailedLink, 'token'> & { event: SecurityEvent; at: Date },
): Promise<MailContent> {
  const { siteUrl, language, email, event, at } = props
  const t = mailTranslator(language)
  const effect = t(`${EVENTS[event]}.effect`)
  return accountMail(t, language, {
    subject: t(`${EVENTS[event]}.subject`),
    preheader: effect,
    link: { label: t('mail.recovery.button'), href: `${siteUrl}/admin/forgot-password` },
    paragraphs: [
      `${t(`${EVENTS[event]}.happened`, { email, time: atTime(language, at) })} ${effect}`,
      t('mail.security.check'),
    ],
    notes: [t('mail.security.reason')],
  })
}

interface AccountMailWords {
  subject: string
  preheader: string
  link: { label: string; href: string }
  paragraphs: string[]
  notes: string[]
}

function accountMail(t: Translate, language: Language, words: AccountMailWords): Promise<MailContent> {
  const { subject, preheader, paragraphs, link, notes } = words
  const body = (
    <AccountMail t={t} link={link} notes={notes}>
      {paragraphs.map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
    </AccountMail>
  )
  return systemMail({ language, subject, preheader, body })
}

interface AccountMailProps {
  t: Translate
  link: { label: string; href: string }
  notes: string[]
  /** Paragraphs. */
  children: React.ReactNode
}

/** The body of a mail to somebody of the desk, with one link. */
export function AccountMail({ t, link, notes, children }: AccountMailProps) {
  return (
    <>
      <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
      {children}
      <CallToAction {...link} fallback={t('mail.confirmation.fallback')} />
      <Notes notes={notes} />
    </>
  )
}

/** A time in UTC, because the time zone of the recipient is not known. */
function atTime(language: Language, time: Date): string {
  const iso = time.toISOString()
  return `${formatArticleDate(iso, language)}, ${iso.slice(11, 16)} UTC`
}
