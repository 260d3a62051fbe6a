import type { Fault } from '#server/features/newsletter/reports/classify-failure.ts'

/**
 * How servers word their refusals, in lower case, without the addresses in them. The first that is found decides, so words about the
 * sender, the mail or the moment come before those about the recipient.
 */
const WORDS: readonly (readonly [Fault, readonly string[]])[] = [
  [
    'temporary',
    [
      'at a rate that',
      'greylist',
      'graylist',
      'rate limit',
      'too many connections',
      'try again later',
      'temporarily',
    ],
  ],
  [
    'full',
    [
      'over quota',
      'overquota',
      'quota exceeded',
      'exceeded the quota',
      'mailbox full',
      'mailbox is full',
      'exceeded storage',
    ],
  ],
  ['size', ['message too large', 'message too big', 'message size exceeds', 'too large']],
  [
    'policy',
    [
      'spf',
      'dmarc',
      'dkim',
      'blacklist',
      'blocklist',
      'block list',
      'blocked',
      'spamhaus',
      'relaying denied',
      'sender',
      'client ip',
      'reverse dns',
      'policy',
    ],
  ],
  ['content', ['spam', 'virus', 'content', 'junk']],
  [
    'network',
    ['timed out', 'timeout', 'connection refused', 'too many hops', 'message expired', 'name service error'],
  ],
  [
    'gone',
    ['user unknown', 'unknown user', 'no such user', 'does not exist', 'mailbox not found', 'host unknown'],
  ],
]

const ADDRESSES = /[^\s<>;,"']{0,300}(?:@|:\/\/)[^\s<>;,"']{0,300}/g

/** The fault that a text names beyond doubt; null when it names none. */
export function faultInWords(text: string): Fault | null {
  const words = text.toLowerCase().replace(ADDRESSES, ' ').replace(/\s+/g, ' ')
  return WORDS.find(([, phrases]) => phrases.some((phrase) => words.includes(phrase)))?.[0] ?? null
}
