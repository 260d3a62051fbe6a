import type { Language } from '#core/i18n/languages.ts'

/** What a link that is mailed to a subscriber is good for. */
export type LinkPurpose = 'unsubscribe' | 'preferences'

/** What the page behind such a link shows. */
export interface OwnSubscription {
  /** `gone`: deleted, or never confirmed and forgotten. */
  state: 'active' | 'pending' | 'left' | 'gone'
  /** Masked; empty when they are gone. */
  email: string
  language: Language
  /** Of which they get the stories; null for all, and for those to come. */
  sections: string[] | null
  /** Whether mail that they ask for is sent: not to a mailbox that refused it, or where it was called spam. */
  acceptsMail: boolean
  /** For the link to the preferences. */
  preferencesToken: string
}

/** `asked`: a mail is on its way; `limited`: there were too many; `refused`: there is no subscriber to be mailed. */
export type MailAnswer = 'asked' | 'limited' | 'refused'

/** What subscribers do themselves, by a link that was mailed to them. Everything answers null for a token that is not ours. */
export interface SubscriptionByLink {
  find(purpose: LinkPurpose, token: string): Promise<OwnSubscription | null>
  leave(purpose: LinkPurpose, token: string): Promise<OwnSubscription | null>
  /** Begins again, with a mail that has to be confirmed. */
  returnLater(purpose: LinkPurpose, token: string, language: Language): Promise<MailAnswer | null>
  chooseLanguage(token: string, language: Language): Promise<'changed' | 'limited' | null>
  /** `refused`: none was chosen, or what is no section of the publication. */
  chooseSections(
    token: string,
    sections: readonly string[],
  ): Promise<'changed' | 'limited' | 'refused' | null>
  /** Mails what is known of the subscriber to their own address. */
  mailData(token: string): Promise<MailAnswer | null>
  /** Mails the link that erases to their own address. */
  mailErasure(token: string): Promise<MailAnswer | null>
  /** Whether this link confirms an erasure. */
  canErase(token: string): Promise<boolean>
  erase(token: string): Promise<boolean>
}
