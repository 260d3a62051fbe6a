import { z } from '#core/domain/schema.ts'
import type { WebhookProblem } from '#core/domain/webhook.ts'
import type { Language } from '#core/i18n/languages.ts'

export interface SocialWebSums {
  /** Languages without followers are missing. */
  followers: { language: Language; followers: number }[]
  likes: number
  shares: number
  replies: number
  /** Messages that were not delivered yet, the number of their servers, and the time since which the oldest waits. */
  waiting: number
  waiting_servers: number
  waiting_since: string | null
}

export interface SocialFollower {
  language: Language
  /** The address of the account, which is that of a page as well. */
  actor: string
  /** A handle such as @mara@social.example. */
  handle: string
  /** The display name; may be empty. */
  name: string
  host: string
  since: string
}

interface ReactedArticle {
  article_id: string
  slug: string
  language: Language
  title: string
}

/** The reactions of others to an article. */
export interface SocialReactions extends ReactedArticle {
  likes: number
  shares: number
  replies: number
}

/** Files that are attached to a reply, on its own server. */
export interface SocialAttachment {
  kind: 'picture' | 'video' | 'sound' | 'file'
  /** The words for people who do not see or hear it; may be empty. */
  alt: string
}

export interface SocialReply extends ReactedArticle {
  id: string
  actor: string
  /** Null for a person who does not follow. */
  handle: string | null
  name: string | null
  host: string
  /** The address of the reply itself. */
  uri: string
  /** Plain text. */
  body: string
  /** The author's content warning; empty when it is only marked as sensitive, null without a warning. */
  warning: string | null
  attachments: SocialAttachment[]
  received_at: string
  changed_at: string | null
}

/** A server that rejects messages now, or was given up because it rejected them for a week. */
export interface SocialServer {
  host: string
  failing_since: string | null
  failures: number
  problem: WebhookProblem | null
  http_status: number | null
  waiting: number
  resumes_at: string
  left_at: string | null
}

export interface SocialBlock {
  kind: 'actor' | 'domain'
  value: string
  made_at: string
  /** Null when that person is gone. */
  made_by: string | null
}

const HANDLE = /^@?([^@\s]+)@([^@\s/]+)$/

/** The blocked person or server, as the database stores it: an address or the name of a server as a URL has it, or a handle. */
export const socialBlockInput = z.object({
  whom: z
    .string()
    .trim()
    .min(1, 'Enter the name of a server or the handle of a person.')
    .max(1000, 'Enter at most 1,000 characters.')
    .transform(knownAs),
})

function knownAs(whom: string): string {
  const [, user, server] = HANDLE.exec(whom) ?? []
  if (user && server) return `@${user}@${hostOf(server)}`
  return /[/\s@]/.test(whom) ? (URL.parse(whom)?.href ?? whom) : hostOf(whom)
}

/** The host in ASCII: xn--… for other letters. */
const hostOf = (server: string): string => URL.parse(`https://${server}`)?.host ?? server
