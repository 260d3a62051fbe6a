import type { Translate } from '#core/i18n/translator.ts'
import { mailedLinkPath } from '#core/paths.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import type { SecurityEvent } from '#server/supabase/auth/jobs.ts'
import { INVITATION_HOURS } from '#server/supabase/auth/links/invitations.ts'
import { LINK_MINUTES } from '#server/supabase/auth/links/one-time-tokens.ts'

/** The language of the desk, and so of every mail about an account. */
export const DESK_LANGUAGE = 'en'

interface MailedLink {
  siteUrl: string
  email: string
  token: string
}

/** A mail with the link to set a new password. */
export function recoveryMail(props: MailedLink & { askedAt: Date }): Promise<MailContent> {
  const { siteUrl, email, token, askedAt } = props
  return accountMail((site) => ({
    subject: `Set a new password for ${site}`,
    preheader: `The link works once, within ${LINK_MINUTES} minutes.`,
    link: { label: 'Set a New Password', href: siteUrl + mailedLinkPath('recovery', token) },
    paragraphs: [
      `Somebody, probably you, asked for a new password for ${email} on ${atTime(askedAt)}. Choose one here:`,
    ],
    notes: [
      `The link works once, within ${LINK_MINUTES} minutes of this email. Only the latest one works.`,
      'If you did not ask for this, just ignore this email: your password stays as it is. Never pass the link on.',
    ],
  }))
}

/** A mail with the link that signs in without a password. */
export function signInLinkMail(props: MailedLink & { askedAt: Date }): Promise<MailContent> {
  const { siteUrl, email, token, askedAt } = props
  return accountMail((site) => ({
    subject: `Your link to sign in to ${site}`,
    preheader: `It works once, within ${LINK_MINUTES} minutes.`,
    link: { label: 'Sign In', href: siteUrl + mailedLinkPath('sign-in-link', token) },
    paragraphs: [
      `Somebody, probably you, asked for a link to sign in as ${email} on ${atTime(askedAt)}. Here it is:`,
    ],
    notes: [
      `The link works once, within ${LINK_MINUTES} minutes of this email. Only the latest one works.`,
      'If you did not ask for this, just ignore this email: nobody gets in without the link. Never pass it on.',
    ],
  }))
}

/** A mail that invites its recipient to a role, which `invitedAs` has in words. */
export function invitationMail(
  props: MailedLink & { invitedBy: string; invitedAs: string },
): Promise<MailContent> {
  const { siteUrl, email, token, invitedBy, invitedAs } = props
  return accountMail((site) => ({
    subject: `You are invited to the desk of ${site}`,
    preheader: `Accept within ${INVITATION_HOURS} hours.`,
    link: { label: 'Accept the Invitation', href: siteUrl + mailedLinkPath('invitation', token) },
    paragraphs: [
      `${invitedBy} invites ${email} to the desk of ${site}, as ${invitedAs}. Accept, and choose a password:`,
    ],
    notes: [
      `The link works once, within ${INVITATION_HOURS} hours of this email. Only the latest one works.`,
      'If you did not expect this, just ignore this email: nothing happens unless you accept.',
    ],
  }))
}

const EVENTS: Record<
  SecurityEvent,
  { subject: string; happened: (email: string) => string; effect: string }
> = {
  password_changed: {
    subject: 'Your password was changed',
    happened: (email) => `The password of ${email} was changed`,
    effect: 'Every other session was signed out.',
  },
  factor_added: {
    subject: 'A second factor was added',
    happened: (email) => `A second factor of ${email} was added`,
    effect: 'From now on signing in asks for a code as well.',
  },
  factor_removed: {
    subject: 'A second factor was removed',
    happened: (email) => `A second factor of ${email} was removed`,
    effect: 'From now on signing in asks for one factor fewer.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    happened: (email) => `A recovery code of ${email} was used`,
    effect: 'It cannot be used again.',
  },
  wrong_codes: {
    subject: 'Wrong codes were entered',
    happened: (email) =>
      `Somebody who knows the password of ${email} has entered several wrong codes, the last one`,
    effect: 'Without the second factor the password opens nothing.',
  },
}

/** Tells people of the desk about a change of their account, in case another person made it. */
export function securityNoticeMail(props: {
  siteUrl: string
  email: string
  event: SecurityEvent
  at: Date
}): Promise<MailContent> {
  const { siteUrl, email, at } = props
  const { subject, happened, effect } = EVENTS[props.event]
  return accountMail((site) => ({
    subject: `${subject} at ${site}`,
    preheader: effect,
    link: { label: 'Set a New Password', href: `${siteUrl}/admin/forgot-password` },
    paragraphs: [
      `${happened(email)} on ${atTime(at)}. ${effect}`,
      'Was it you? Then there is nothing to do. If not, set a new password now, and tell another administrator:',
    ],
    notes: [`You receive this email because you may sign in at ${site}. It cannot be switched off.`],
  }))
}

function accountMail(
  write: (site: string) => {
    subject: string
    preheader: string
    link: { label: string; href: string }
    paragraphs: string[]
    notes: string[]
  },
): Promise<MailContent> {
  const t = mailTranslator(DESK_LANGUAGE)
  const { subject, preheader, paragraphs, link, notes } = write(t('site.name'))
  const body = (
    <AccountMail t={t} link={link} notes={notes}>
      {paragraphs.map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
    </AccountMail>
  )
  return systemMail({ language: DESK_LANGUAGE, subject, preheader, body })
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
      <Paragraph>Hello,</Paragraph>
      {children}
      <CallToAction {...link} fallback={t('mail.confirmation.fallback')} />
      <Notes notes={notes} />
    </>
  )
}

/** A time in UTC, because the time zone of the recipient is not known. */
function atTime(time: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(time)} UTC`
}
