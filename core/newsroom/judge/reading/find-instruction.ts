import { anyOf } from '#core/languages/facts-of.ts'
import type { InstructionFacts } from '#core/languages/language-facts.ts'

/** A pattern of every language: a text may speak to models in any. */
const any = (pattern: keyof InstructionFacts) => `(?:${anyOf(({ instructions }) => instructions[pattern])})`

const START = String.raw`(?<![\p{L}\p{N}])`
const END = String.raw`(?![\p{L}\p{N}])`

const ORDERED = String.raw`(?:^|[.!?:;,"«([–—-]\s*|${START}${any('please')}\s+)`
const EARLIER_ORDERS = String.raw`${any('earlier')}\s+(?:\S{1,30}\s+)?${any('orders')}|${any('orders')}\s+${any('earlier')}`
const TO = any('noteTo')

const INSTRUCTION = new RegExp(
  [
    // Ignore your previous instructions.
    String.raw`${ORDERED}${any('ignore')}(?:\s+\S{1,30}){0,5}?\s+${any('orders')}`,
    String.raw`${START}${any('ignore')}(?:\s+\S{1,30}){0,3}?\s+(?:${EARLIER_ORDERS})`,
    // You are a language model.
    String.raw`${START}${any('to')}\s+(?:${any('article')}\s*)?${any('model')}${END}(?!\s+${any('aboutModels')})\s*(?:$|[,.:;!]|that|who|which|reading|processing|writing|summari)`,
    // Note for AI systems: …
    String.raw`${START}(?:(?<=^|[.!?]\s+)${TO}|${any('note')} (?:${TO}|${any('noteAlsoTo')}))(?: ${any('everybody')})?\s+(?:${any('article')}\s*)?(?:${any('model')}|${any('models')})${END}\s*[:–—]`,
    // Write that …
    String.raw`${ORDERED}(?!(?<=[,–—-]\s*)${any('says')}\s)${any('write')}(?:\s*:|\s+(?:${any('only')}\s+)?(?:"|«|${any('that')}${END}))`,
    `${START}${any('telling')}`,
    String.raw`<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[/?INST\]|###\s*(?:instruction|system|response)|^\s*(?:system|assistant|user)\s*:`,
  ]
    .map((pattern) => `(?:${pattern})`)
    .join('|'),
  'iu',
)

/** The longest part of a sentence that is searched. */
const MAX_SEARCHED = 4000

/** Finds the words by which a sentence of a source speaks to a language model instead of its readers; null when it does not. */
export function findInstruction(text: string): string | null {
  return INSTRUCTION.exec(plain(text.slice(0, MAX_SEARCHED)))?.[0].trim() ?? null
}

/** Removes invisible characters, which are put between letters to hide words from programs such as this. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[’‘]/gu, "'")
    .replace(/[“”„]/gu, '"')
