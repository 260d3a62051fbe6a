import { Fragment } from 'react'
import type { Language } from '#core/i18n/languages.ts'
import { FooterLine, MailDocument, Signature } from '#server/platform/mail/templates/mail-document.tsx'
import { type MailLook, PALETTE, type SectionColors } from '#server/platform/mail/templates/mail-look.ts'

interface NewsletterLayoutProps {
  language: Language
  site: string
  look: MailLook
  /** Of the sections that the content names. */
  sections: ReadonlyMap<string, SectionColors>
  subject: string
  preheader: string
  /** Sanitised HTML with inline styles. */
  content: string
  postalAddress: string | null
  words: Record<'web' | 'reason' | 'unsubscribe' | 'preferences', string>
  links: Record<'web' | 'unsubscribe' | 'preferences', string>
}

/** The layout of an issue: its content, why the recipient gets it, and links to unsubscribe. */
export function NewsletterLayout(props: NewsletterLayoutProps) {
  const { content, postalAddress, words, links, ...mail } = props
  const footer = (
    <>
      <Signature>{mail.site}</Signature>
      <FooterLine>{words.reason}</FooterLine>
      <FooterLine>
        <FooterLink href={links.unsubscribe}>{words.unsubscribe}</FooterLink>
      </FooterLine>
      <FooterLine>
        <FooterLink href={links.preferences}>{words.preferences}</FooterLink>
      </FooterLine>
      <FooterLine>
        <FooterLink href={links.web}>{words.web}</FooterLink>
      </FooterLine>
      {postalAddress && (
        <FooterLine>
          {postalAddress.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <Fragment key={index}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </FooterLine>
      )}
    </>
  )
  return (
    <MailDocument {...mail} top={<FooterLink href={links.web}>{words.web}</FooterLink>} footer={footer}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it comes from the sanitiser */}
      <div className="ink" style={{ color: PALETTE.ink }} dangerouslySetInnerHTML={{ __html: content }} />
    </MailDocument>
  )
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="faint" style={LINK}>
      {children}
    </a>
  )
}

const LINK = { color: PALETTE.faint, textDecoration: 'underline' } as const
