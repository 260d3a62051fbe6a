import type { Language } from '#core/i18n/languages.ts'

/** The purpose of a link that is mailed to a subscriber. */
export type LinkPurpose = 'unsubscribe' | 'preferences'

/** The content of the page behind such a link. */
export interface OwnSubscription {
  /** `gone`: deleted, or never confirmed and forgotten. */
  state: 'active' | 'pending' | 'left' | 'gone'
  /** Masked; empty when they are gone. */
  email: string
  language: Language
  /** The chosen sections; null for all, and for those to come. */
  sections: string[] | null
  /** False for a mailbox that rejected mail, or reported it as spam: it gets no mail on request either. */
  acceptsMail: boolean
  /** The token of the link to the preferences. */
  preferencesToken: string
}

/** `asked`: a mail is on its way; `limited`: there were too many; `refused`: there is no subscriber to be mailed. */
export type MailAnswer = 'asked' | 'limited' | 'refused'

/** Actions of subscribers, by a link that was mailed to them. Everything answers null for an invalid token. */
export interface SubscriptionByLink {
  find(purpose: LinkPurpose, token: string): Promise<OwnSubscription | null>
  leave(purpose: LinkPurpose, token: string): Promise<OwnSubscription | null>
  /** Subscribes again, with a mail that has to be confirmed. */
  returnLater(purpose: LinkPurpose, token: string, language: Language): Promise<MailAnswer | null>
  chooseLanguage(token: string, language: Language): Promise<'changed' | 'limited' | null>
  /** `refused`: no section was chosen, or one that the publication does not have. */
  chooseSections(
    token: string,
    sections: readonly string[],
  ): Promise<'changed' | 'limited' | 'refused' | null>
  /** Mails the stored data about the subscriber to their own address. */
  mailData(token: string): Promise<MailAnswer | null>
  /** Mails the link that erases to their own address. */
  mailErasure(token: string): Promise<MailAnswer | null>
  /** Returns true if this link confirms an erasure. */
  canErase(token: string): Promise<boolean>
  erase(token: string): Promise<boolean>
}
