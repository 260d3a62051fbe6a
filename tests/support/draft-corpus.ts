import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../newsroom')

/** A report of an invented outlet. */
export interface CorpusItem {
  outlet: string
  url: string
  published: string
  language: string
  title: string
  excerpt: string
  /** The place of an item in the group, from 1, of which this one repeats the text. */
  copyOf?: number
  /** The sentences, one each, as citations count them. */
  text: string[]
}

/** A sentence that an editor would publish. */
export interface ApprovedSentence {
  kind: 'fact' | 'quote' | 'title'
  /** "2.14" is sentence 14 of the second item. */
  cites: string[]
  text: string
}

export const FAULTS = [
  'foreign-id',
  'number-changed',
  'number-moved',
  'number-rounded',
  'name-swapped',
  'quotation-altered',
  'modality-lost',
  'copied',
  'injection-obeyed',
  'uncited',
  'address',
  'language',
] as const
export type Fault = (typeof FAULTS)[number]

/** A sentence that must not be published. */
export interface FaultySentence {
  fault: Fault
  cites: string[]
  text: string
  /** The words in it where the fault is. */
  where: string
}

/** Items that tell one story, with sentences of drafts about it. */
export interface CorpusGroup {
  name: string
  items: CorpusItem[]
  approved: ApprovedSentence[]
  faults: FaultySentence[]
}

/** The groups that were written by hand, each with drafts that are right and wrong. */
export function readDraftCorpus(): CorpusGroup[] {
  const read = (folder: string, file: string) => JSON.parse(readFileSync(join(FOLDER, folder, file), 'utf8'))
  return readdirSync(join(FOLDER, 'groups'))
    .sort()
    .map((file) => ({
      ...read('groups', file),
      approved: read('approved', file),
      faults: read('faults', file),
    }))
}

/** The text as an outlet publishes it: three sentences to a paragraph. */
export function textOfItem({ text }: CorpusItem): string {
  return text
    .map((sentence, index) => (index === 0 ? '' : index % 3 === 0 ? '\n\n' : ' ') + sentence)
    .join('')
}
