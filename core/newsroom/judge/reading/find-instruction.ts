import {
  ABOUT_MODELS,
  ARTICLE,
  EARLIER,
  IGNORE,
  MODEL,
  MODELS,
  NOTE_TO,
  ONLY,
  ORDERS,
  PLEASE,
  SAYS_ALSO,
  TELLING,
  THAT,
  TO,
  WRITE,
} from '#core/newsroom/judge/words/instruction-words.ts'

const START = String.raw`(?<![\p{L}\p{N}])`
const END = String.raw`(?![\p{L}\p{N}])`

const INSTRUCTION = new RegExp(
  [
    // Ignore your previous instructions.
    String.raw`(?:^|[.!?:;,"«([–—-]\s*|${START}(?:${PLEASE})\s+)(?:${IGNORE})(?:\s+\S{1,30}){0,5}?\s+(?:${ORDERS})`,
    String.raw`${START}(?:${IGNORE})(?:\s+\S{1,30}){0,3}?\s+(?:(?:${EARLIER})\s+(?:\S{1,30}\s+)?(?:${ORDERS})|(?:${ORDERS})\s+(?:${EARLIER}))`,
    // You are a language model.
    String.raw`${START}(?:${TO})\s+(?:(?:${ARTICLE})\s*)?(?:${MODEL})${END}(?!\s+(?:${ABOUT_MODELS}))\s*(?:$|[,.:;!]|that|who|which|reading|processing|writing|summari)`,
    // Note for AI systems: …
    String.raw`${START}(?:${NOTE_TO})\s+(?:(?:${ARTICLE})\s*)?(?:${MODEL}|${MODELS})${END}\s*[:–—]`,
    // Write that …
    String.raw`(?:^|[.!?:;,"«([–—-]\s*|${START}(?:${PLEASE})\s+)(?!(?<=[,–—-]\s*)(?:${SAYS_ALSO})\s)(?:${WRITE})(?:\s*:|\s+(?:(?:${ONLY})\s+)?(?:"|«|(?:${THAT})${END}))`,
    `${START}(?:${TELLING})`,
    String.raw`<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[/?INST\]|###\s*(?:instruction|system|response)|^\s*(?:system|assistant|user)\s*:`,
  ]
    .map((pattern) => `(?:${pattern})`)
    .join('|'),
  'iu',
)

/** More of a sentence is not searched. */
const MAX_SEARCHED = 4000

/** The words by which a sentence of a source speaks to a language model instead of its readers; null when it does not. */
export function findInstruction(text: string): string | null {
  return INSTRUCTION.exec(plain(text.slice(0, MAX_SEARCHED)))?.[0].trim() ?? null
}

/** Without characters that nobody sees, which are put between letters to hide words from programs such as this. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[’‘]/gu, "'")
    .replace(/[“”„]/gu, '"')
